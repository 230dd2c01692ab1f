package sim

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"math/bits"
	"testing"
)

// exactKey is Key by whole-number arithmetic of any size.
func exactKey(who uint64, what Purpose, nth uint64) uint64 {
	word := func(s string) *big.Int { n, _ := new(big.Int).SetString(s, 16); return n }
	num := func(u uint64) *big.Int { return new(big.Int).SetUint64(u) }
	mod := new(big.Int).Lsh(big.NewInt(1), 64)
	fold := func(a, b *big.Int) *big.Int {
		hi, lo := new(big.Int).DivMod(new(big.Int).Mul(a, b), mod, new(big.Int))
		return hi.Xor(hi, lo)
	}
	times := func(a *big.Int, b uint64) *big.Int {
		a.Mul(a, num(b))
		return a.Mod(a, mod)
	}
	a := times(word("a0761d6478bd642f"), uint64(what))
	b := times(word("9e3779b97f4a7c15"), nth)
	b.Xor(b, word("e7037ed1a0b428db"))
	z := fold(a.Xor(a, num(who)), b.SetBit(b, 0, 1))
	return fold(new(big.Int).Xor(z, word("8ebc6af09c88c6e3")), new(big.Int).Xor(z, word("589965cc75374cc3"))).Uint64()
}

// Every result ever published hangs on these values.
func TestKeyKnownAnswers(t *testing.T) {
	rows := []struct {
		why  string
		who  uint64
		what Purpose
		nth  uint64
		want uint64
	}{
		{"the seed that is the default", 1, ForTrial, 0, 0x4dd06f18c80c8d62},
		{"its second trial", 1, ForTrial, 1, 0x1a96b2bb09e2af5b},
		{"nothing at all", 0, 0, 0, 0x02c45fcca5b24b2a},
		{"all bits set", math.MaxUint64, Purpose(math.MaxUint64), math.MaxUint64, 0x63eea7c0c4b41a55},
		{"a service time", 0x0123456789abcdef, ForService, 3, 0x478865066f7d0166},
		{"its jitter", 0x0123456789abcdef, ForJitter, 3, 0xecba978f974d3fb9},
		{"a big nth", 7, ForGap, 1 << 40, 0x4a5ffbb9057039c5},
		{"the last purpose", 42, ForSplit, 2, 0x89014c4583870674},
	}
	for _, r := range rows {
		got := Key(r.who, r.what, r.nth)
		if got != r.want {
			t.Errorf("%s: Key(%#x, %d, %#x) = %#016x, want %#016x", r.why, r.who, r.what, r.nth, got, r.want)
		}
		if want := exactKey(r.who, r.what, r.nth); got != want {
			t.Errorf("%s: Key(%#x, %d, %#x) = %#016x, want %#016x by exact arithmetic", r.why, r.who, r.what, r.nth, got, want)
		}
	}
}

func TestKeyIsTheExactOne(t *testing.T) {
	for i := range uint64(2000) {
		who, what, nth := exactKey(i, 1, 1), Purpose(exactKey(i, 2, 2)>>(i%64)), exactKey(i, 3, 3)>>(i%61)
		if got, want := Key(who, what, nth), exactKey(who, what, nth); got != want {
			t.Fatalf("Key(%#x, %#x, %#x) = %#x, want %#x", who, what, nth, got, want)
		}
	}
}

// A purpose that moves changes every result: new ones go to the end.
func TestPurposesKeepTheirValues(t *testing.T) {
	order := []Purpose{
		ForTrial, ForName, ForGap, ForWho, ForCall, ForAttempt, ForService, ForJitter, ForRequest,
		ForResponse, ForLostRequest, ForLostResponse, ForHop, ForChild, ForFault, ForThink, ForSplit,
	}
	for i, p := range order {
		if p != Purpose(i+1) {
			t.Errorf("purpose number %d is %d, want %d", i+1, p, i+1)
		}
	}
}

func TestKeyOfKnownAnswers(t *testing.T) {
	rows := []struct {
		seed uint64
		name string
		want uint64
	}{
		{1, "", 0x135d5fa217490735},
		{1, "fleet", 0x12202ec7fca2ec0c},
		{1, "fleet/service", 0x1f084d10d9d6297e},
		{2, "fleet", 0xa4deb2d0e4ebdb3e},
		{1, "Zürich", 0xc74274f52445ee21},
	}
	for _, r := range rows {
		got := KeyOf(r.seed, r.name)
		if got != r.want {
			t.Errorf("KeyOf(%d, %q) = %#016x, want %#016x", r.seed, r.name, got, r.want)
		}
		h := fnv.New64a()
		h.Write([]byte(r.name))
		if want := exactKey(r.seed, ForName, h.Sum64()); got != want {
			t.Errorf("KeyOf(%d, %q) = %#016x, want %#016x by exact arithmetic", r.seed, r.name, got, want)
		}
	}
}

func TestUnitKnownAnswers(t *testing.T) {
	rows := []struct {
		why        string
		u          uint64
		unit, open float64
	}{
		{"the least", 0, 0, 0x1p-53},
		{"the bits below are not used", 1<<11 - 1, 0, 0x1p-53},
		{"the second step of Unit", 1 << 11, 0x1p-53, 0x1p-53},
		{"the second step of Open", 1 << 12, 0x1p-52, 0x1.8p-52},
		{"a quarter", 1 << 62, 0.25, 0.25 + 0x1p-53},
		{"a half", 1 << 63, 0.5, 0.5 + 0x1p-53},
		{"the greatest: Open is below 1", math.MaxUint64, 1 - 0x1p-53, 1 - 0x1p-53},
	}
	for _, r := range rows {
		if got := Unit(r.u); got != r.unit {
			t.Errorf("%s: Unit(%#x) = %x, want %x", r.why, r.u, got, r.unit)
		}
		if got := Open(r.u); got != r.open {
			t.Errorf("%s: Open(%#x) = %x, want %x", r.why, r.u, got, r.open)
		}
	}
	if got, want := Unit(math.MaxUint64), 1-0x1p-53; got != want {
		t.Errorf("Unit of the greatest word = %x, want %x", got, want)
	}
}

// families are ways in which draws of one run are neighbours.
var families = []struct {
	why  string
	draw func(i uint64) uint64
}{
	{"nth of one client", func(i uint64) uint64 { return Key(0x5eed, ForThink, i) }},
	{"nth of one key", func(i uint64) uint64 { return Key(Key(1, ForTrial, 0), ForGap, i) }},
	{"clients by number", func(i uint64) uint64 { return Key(i, ForService, 0) }},
	{"clients by key", func(i uint64) uint64 { return Key(Key(1, ForCall, i), ForService, 1) }},
	{"purposes", func(i uint64) uint64 { return Key(0x5eed, Purpose(i), 0) }},
	{"trials", func(i uint64) uint64 { return Key(1, ForTrial, i) }},
	{"seeds", func(i uint64) uint64 { return Key(i, ForTrial, 0) }},
	{"high bits of who", func(i uint64) uint64 { return Key(i<<48|i>>16, ForJitter, 1) }},
	{"high bits of nth", func(i uint64) uint64 { return Key(9, ForJitter, i<<40) }},
	{"who and nth together", func(i uint64) uint64 { return Key(i, ForJitter, i) }},
	{"names", func(i uint64) uint64 { return KeyOf(1, fmt.Sprintf("node-%d", i)) }},
}

func TestNeighbouringDrawsAreUniform(t *testing.T) {
	const n = 20000
	for _, f := range families {
		for _, half := range []struct {
			name string
			of   func(u uint64) uint64
		}{
			{"top bits", func(u uint64) uint64 { return u }},
			{"low bits", bits.Reverse64},
		} {
			units := make([]float64, n)
			for i := range units {
				units[i] = Unit(half.of(f.draw(uint64(i))))
			}
			if d := ksUniform(units); d > 0.019 {
				t.Errorf("%s, %s: Kolmogorov-Smirnov distance %.4f, want at most 0.019", f.why, half.name, d)
			}
		}
	}
}

// A correlation of n pairs of independent units has standard error 1/sqrt(n).
func TestNeighbouringDrawsAreIndependent(t *testing.T) {
	const n = 20000
	var all scores
	for _, f := range families {
		for _, lag := range []int{1, 2, 3, 7, 64} {
			sum := 0.0
			for i := range n {
				sum += (Unit(f.draw(uint64(i))) - 0.5) * (Unit(f.draw(uint64(i+lag))) - 0.5)
			}
			all.add(t, fmt.Sprintf("%s, lag %d", f.why, lag), 12*sum/math.Sqrt(n))
		}
	}
	all.pooled(t)
}

// One bit of what a draw hangs on changes half of its bits.
func TestEveryBitOfAKeyMatters(t *testing.T) {
	const n = 2000
	var all scores
	for bit := range 3 * 64 {
		flips := 0
		for i := range uint64(n) {
			in := [3]uint64{Key(i, 1, 0), i % 17, i}
			before := Key(in[0], Purpose(in[1]), in[2])
			in[bit/64] ^= 1 << (bit % 64)
			flips += bits.OnesCount64(before ^ Key(in[0], Purpose(in[1]), in[2]))
		}
		all.add(t, fmt.Sprintf("bit %d of input %d", bit%64, bit/64), (float64(flips)-32*n)/math.Sqrt(16*n))
	}
	all.pooled(t)
}

func BenchmarkKey(b *testing.B) { benchmarkOfUnit(b, func(x float64) float64 { return x }) }
