package sim

import "math"

//go:generate go run gen_tables.go

// logCell is a row of the table of [Log]: 1/c and log(c) for the centre c of a cell.
type logCell struct{ inv, log float64 }

const (
	cellBits = 43                          // mantissa bits below the 512 cells of an octave
	cellMask = uint64(1)<<cellBits - 1     // what is inside a cell
	halfCell = uint64(1) << (cellBits - 1) // cells begin half a cell before their centres
	logFrom  = uint64(0x3fe8000000000000)  // bits of 0.75, the centre of the first cell
	signExp  = uint64(0xfff) << 52         // sign and exponent
	infBits  = uint64(0x7ff0000000000000)  // bits of +Inf
	minBits  = uint64(0x0010000000000000)  // bits of the smallest normal number
	ln2Hi    = 0x1.62e42fefa38p-1          // log(2) without its last 11 bits: k * ln2Hi is exact
	ln2Lo    = 0x1.ef35793c7673p-45        // the rest
)

// Log returns the natural logarithm of x, within 2 units in the last place, and the
// same bits on every processor: the standard library's is assembly on some, and
// compiled with or without fused multiply-add on others. Log(0) is -Inf, Log(x < 0)
// is NaN, Log(+Inf) is +Inf.
//
// With x = 2^k m and m in a cell of [0.75, 1.5) around c, log(x) = k log(2) + log(c)
// + log(1+r), where r = (m-c)/c is at most 2^-10. m-c is exact, and 1 is the centre
// of its cell, so nothing cancels where the result is near 0.
func Log(x float64) float64 {
	ix := math.Float64bits(x)
	if ix-minBits >= infBits-minBits {
		return logOfOdd(x)
	}
	return logOf(ix, 0)
}

// logOf is Log of the normal number with bits ix, times 2^shift.
func logOf(ix uint64, shift int64) float64 {
	from := ix - (logFrom - halfCell)
	k := float64(int64(from)>>52 + shift)
	within := from &^ signExp
	cell := &logTable[within>>cellBits]
	m := math.Float64frombits(within + (logFrom - halfCell))
	c := math.Float64frombits(within&^cellMask + logFrom)

	r := float64((m - c) * cell.inv)
	rr := float64(r * r)
	t := float64(r*(1.0/3)) - 0.5 + float64(rr*(float64(r*(1.0/5))-0.25)) // (log(1+r) - r) / r^2
	return float64(k*ln2Hi) + cell.log + (r + (float64(rr*t) + float64(k*ln2Lo)))
}

// logOfOdd is Log of what is zero, subnormal, negative, infinite or not a number.
func logOfOdd(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	case x > 0:
		return logOf(math.Float64bits(float64(x*0x1p52)), -52)
	}
	return math.NaN()
}
