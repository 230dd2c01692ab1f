package plots

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// linearTicks are at multiples of 1, 2 or 5 times a power of ten, about n of them.
type linearTicks struct{ n int }

// Ticks implements plot.Ticker.
func (t linearTicks) Ticks(low, high float64) []plot.Tick {
	step := niceStep((high - low) / float64(t.n))
	if !(step > 0) {
		return []plot.Tick{{Value: low, Label: label(low)}}
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: label(i * step)})
	}
	return ticks
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is not below x.
func niceStep(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// logTicks are at powers of ten, and at 2 and 5 times them where there are few.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) []plot.Tick {
	from, to := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	between := map[bool][]float64{true: {1, 2, 5}, false: {1}}[math.Log10(high/low) < 3.2]
	var ticks []plot.Tick
	for e := from; e <= to; e++ {
		for _, m := range between {
			if v := m * math.Pow(10, float64(e)); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				ticks = append(ticks, plot.Tick{Value: v, Label: label(v)})
			}
		}
	}
	return ticks
}

// label is v with nine significant digits at most and thousands separators.
func label(v float64) string {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 8, 64), 64)
	if r == 0 {
		return "0"
	}
	s := strconv.FormatFloat(r, 'f', -1, 64)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	whole, rest, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}
