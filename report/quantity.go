package report

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// quantities reads varied values: plain numbers, times, rates or shares, all of one
// unit.
func quantities(points [][]string) (x []float64, unit string, ok bool) {
	for _, p := range points {
		v, u, ok := quantity(p[0])
		if !ok || len(x) > 0 && u != unit {
			return nil, "", false
		}
		x, unit = append(x, v), u
	}
	return x, unit, true
}

func quantity(s string) (value float64, unit string, ok bool) {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, "", !math.IsInf(v, 0) && !math.IsNaN(v)
	}
	if d, err := time.ParseDuration(s); err == nil {
		return d.Seconds(), "s", true
	}
	for _, unit := range []string{"%", "/s", "/min"} {
		if number, found := strings.CutSuffix(s, unit); found {
			v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			return v, unit, err == nil
		}
	}
	return 0, "", false
}

// axisUnit is how a unit is drawn.
func axisUnit(unit string) (factor float64, suffix string) {
	switch unit {
	case "share":
		return 100, "%"
	case "1/s":
		return 1, "per second"
	case "s":
		return 1, "s"
	}
	return 1, ""
}

// axisLabel is the name of a measure, with its unit unless the name ends in it.
func axisLabel(m *Measure, suffix string) string {
	if strings.HasSuffix(m.Name, "_s") {
		return m.Name
	}
	return m.Name + inBrackets(suffix)
}

func inBrackets(unit string) string {
	if unit == "" {
		return ""
	}
	return " (" + unit + ")"
}

// wide reports whether values are positive and span more than a factor.
func wide(x []float64, factor float64) bool {
	low, high := math.Inf(1), 0.0
	for _, v := range x {
		if math.IsNaN(v) {
			continue
		}
		if v <= 0 {
			return false
		}
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return high > factor*low
}

// brief is value with three significant digits, for titles.
func brief(value float64, unit string) string {
	if value == 0 || math.IsNaN(value) || math.IsInf(value, 0) {
		return Show(value, 0, unit)
	}
	sc := scaleFor(unit, math.Abs(value))
	v := value * sc.factor
	places := 2 - int(math.Floor(math.Log10(math.Abs(v))))
	if places < 0 {
		return Show(value, 0, unit)
	}
	return fixed(v, places) + sc.suffix
}
