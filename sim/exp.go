package sim

import "math"

const (
	perLn2  = 128 / math.Ln2        // cells of Exp per unit
	cellHi  = 0x1.62e42fef8p-8      // log(2)/128 cut to 34 bits: k * cellHi is exact
	cellLo  = 0x1.1cf79abc9e3b4p-43 // the rest
	toInt   = 0x1.8p52              // adding it rounds to an integer, in the low bits
	expOver = 710.0                 // e^x is +Inf from here
	expZero = -746.0                // e^x is 0 below
)

// Exp returns e^x, within 1.5 units in the last place, and the same bits on every
// processor: the standard library's uses fused multiply-add where there is one. It
// overflows to +Inf and underflows gradually to 0.
//
// With x = (128 e + i) log(2)/128 + r, e^x = 2^e 2^(i/128) e^r, and |r| < 0.0028.
func Exp(x float64) float64 {
	if !(x > expZero && x < expOver) {
		return expOfOdd(x)
	}
	shifted := float64(x*perLn2) + toInt
	n := int32(math.Float64bits(shifted))
	k := shifted - toInt
	r := x - float64(k*cellHi) - float64(k*cellLo)
	rr := float64(r * r)
	p := r + float64(rr*(0.5+float64(r*(1.0/6))+float64(rr*(1.0/24+float64(r*(1.0/120)))))) // e^r - 1
	scale := expTable[n&127]
	return times2(scale+float64(scale*p), int64(n>>7))
}

// times2 is y 2^e for y near 1. It rounds once, and only if the result is subnormal.
func times2(y float64, e int64) float64 {
	if e > -1022 && e < 1023 {
		return float64(y * math.Float64frombits(uint64(e+1023)<<52))
	}
	half := e / 2
	y = float64(y * math.Float64frombits(uint64(half+1023)<<52))
	return float64(y * math.Float64frombits(uint64(e-half+1023)<<52))
}

func expOfOdd(x float64) float64 {
	switch {
	case x >= expOver:
		return math.Inf(1)
	case x <= expZero:
		return 0
	}
	return x // not a number
}
