package models

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// shapeRows are shapes of all kinds, with their exact relative rate.
func shapeRows() []struct {
	name  string
	shape Shape
	rate  func(s float64) float64 // at s seconds, from 0 on
	near  float64                 // by which straight pieces may miss it
} {
	rows := []struct {
		name  string
		shape Shape
		rate  func(s float64) float64
		near  float64
	}{
		{"ramp up", &Ramp{To: 3, Over: 100 * time.Second, At: 50 * time.Second},
			func(s float64) float64 { return 1 + 2*clamp((s-50)/100) }, 0},
		{"ramp down, at once", &Ramp{To: 0.25, Over: 7 * time.Second},
			func(s float64) float64 { return 1 - 0.75*clamp(s/7) }, 0},
		{"steps", &Steps{At: []time.Duration{0, 20 * time.Second, 90 * time.Second}, Factor: []float64{0.5, 4, 1}},
			func(s float64) float64 {
				switch {
				case s < 20:
					return 0.5
				case s < 90:
					return 4
				}
				return 1
			}, 0},
		{"spikes", &Spikes{Every: 60 * time.Second, For: 10 * time.Second, Factor: 3, First: 15 * time.Second},
			func(s float64) float64 {
				if s >= 15 && math.Mod(s-15, 60) < 10 {
					return 3
				}
				return 1
			}, 0},
		{"daily, in fast motion", &Daily{Low: 0.3, PeakAt: 40 * time.Second, Day: 100 * time.Second},
			func(s float64) float64 { return 1 + 0.7*math.Cos(2*math.Pi*(s-40)/100) }, 0.7 * 6e-5},
		{"daily, the peak some days away", &Daily{Low: 0, PeakAt: 230 * time.Second, Day: 100 * time.Second},
			func(s float64) float64 { return 1 + math.Cos(2*math.Pi*(s-230)/100) }, 6e-5},
	}
	for _, r := range rows {
		if err := r.shape.(interface{ Prepare() error }).Prepare(); err != nil {
			panic(err)
		}
	}
	return rows
}

// TestCurveRates compares each curve with its formula, and the area under it with a
// sum of the formula in steps of a tenth of a millisecond.
func TestCurveRates(t *testing.T) {
	for _, row := range shapeRows() {
		c := row.shape.Curve()
		for s := 0.25; s < 300; s += 0.5 {
			if got, want := c.Rate(sim.Time(s*1e9)), row.rate(s); math.Abs(got-want) > row.near+1e-9 {
				t.Errorf("%s: rate %v at %v s, want %v", row.name, got, s, want)
			}
		}
		sum := 0.0
		for i := range 3_000_000 {
			sum += row.rate((float64(i)+0.5)/1e4) / 1e4
		}
		if got := c.Area(0, sim.Time(300e9)).Seconds(); math.Abs(got-sum) > 300*row.near+1e-3 {
			t.Errorf("%s: area of 300 s is %v s, want %v s", row.name, got, sum)
		}
		if got, want := c.Area(sim.Time(-10e9), 0).Seconds(), 10*c.Rate(0); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: area of 10 s before 0 is %v s, want the rate at 0, %v s", row.name, got, want)
		}
	}
}

// TestCurveLongRun checks mean and peak by hand.
func TestCurveLongRun(t *testing.T) {
	for i, want := range []struct{ mean, peak float64 }{{3, 3}, {0.25, 1}, {1, 4}, {1 + 2./6, 3}, {1, 1.7}, {1, 2}} {
		row := shapeRows()[i]
		c := row.shape.Curve()
		if math.Abs(c.Mean()-want.mean) > 1e-12 || math.Abs(c.Peak()-want.peak) > 1e-12 {
			t.Errorf("%s: mean %v, peak %v, want %v, %v", row.name, c.Mean(), c.Peak(), want.mean, want.peak)
		}
	}
}

// TestStretchInvertsArea: the area of the time that a gap takes is the gap, wherever it
// begins, within the rounding of its end to a nanosecond.
func TestStretchInvertsArea(t *testing.T) {
	for _, row := range shapeRows() {
		c := row.shape.Curve()
		for i := range uint64(2000) {
			from := sim.Time(sim.Unit(sim.Key(1, sim.ForGap, i))*400e9) - 50e9
			gap := time.Duration(sim.Exp(24 * sim.Unit(sim.Key(2, sim.ForGap, i)))) // 1 ns to 26 s
			took := c.Stretch(from, gap)
			if got, slack := c.Area(from, from.Add(took)), 2+time.Duration(c.Peak()); got < gap-slack || got > gap+slack {
				t.Fatalf("%s: a gap of %v from %v takes %v, in which the area is %v", row.name, gap, from, took, got)
			}
		}
	}
}

// TestStretchAdds: two gaps one after the other take as long as both at once. Where the
// rate falls to a quarter or less, a nanosecond of the first is four of the second.
func TestStretchAdds(t *testing.T) {
	for _, row := range shapeRows()[:5] {
		c := row.shape.Curve()
		for i := range uint64(2000) {
			from := sim.Time(sim.Unit(sim.Key(3, sim.ForGap, i))*300e9) - 20e9
			a := time.Duration(sim.Unit(sim.Key(4, sim.ForGap, i)) * 60e9)
			b := time.Duration(sim.Unit(sim.Key(5, sim.ForGap, i)) * 60e9)
			first := c.Stretch(from, a)
			got, want := first+c.Stretch(from.Add(first), b), c.Stretch(from, a+b)
			fall := c.Rate(from.Add(first)) / c.Rate(from.Add(want))
			if d := (got - want).Abs(); d > 1+time.Duration(math.Ceil(max(1, fall/2))) {
				t.Fatalf("%s: from %v, %v and then %v take %v, together %v", row.name, from, a, b, got, want)
			}
		}
	}
}

// TestPreparedShapesAreTheSame: a literal draws the curve that Prepare keeps.
func TestPreparedShapesAreTheSame(t *testing.T) {
	literal, kept := newDaily(), newDaily()
	if err := kept.Prepare(); err != nil {
		t.Fatal(err)
	}
	first, again := kept.Curve(), kept.Curve()
	if first != again || !reflect.DeepEqual(literal.Curve(), kept.Curve()) {
		t.Error("Prepare keeps another curve, or none")
	}
}

// TestStretchEdges are cases in which nothing may go wrong.
func TestStretchEdges(t *testing.T) {
	const s = time.Second
	stop := &Steps{At: []time.Duration{10 * s, 30 * s}, Factor: []float64{0, 1}}
	end := &Ramp{To: 0, Over: 20 * s}
	spikes := &Spikes{Every: 60 * s, For: 10 * s, Factor: 4}
	for _, row := range []struct {
		why       string
		shape     Shape
		from      time.Duration
		gap, want time.Duration
	}{
		{"no gap", spikes, 5 * s, 0, 0},
		{"in the warm-up it is the rate at 0", spikes, -5 * s, 20 * s, 5 * s},
		{"across the end of the warm-up", spikes, -5 * s, 40 * s, 10 * s},
		{"across the end of a spike", spikes, 5 * s, 21 * s, 6 * s},
		{"whole cycles", spikes, 5 * s, 90 * 1000 * s, 60 * 1000 * s},
		{"up to the stop", stop, 0, 10 * s, 10 * s},
		{"over the stop", stop, 0, 10*s + 1, 30*s + 1},
		{"nothing arrives in the stop", stop, 15 * s, 0, 15 * s},
		{"a gap that begins in the stop", stop, 15 * s, s, 16 * s},
		{"up to the last of a ramp to nothing", end, 0, 10 * s, 20 * s},
		{"three quarters of it", end, 0, 7500 * time.Millisecond, 10 * s},
		{"there is no more", end, 0, 10*s + 1, forEver},
		{"nor later", end, 50 * s, 1, forEver},
		{"a thousand days of cycles", spikes, 0, 90 * 1440 * 1000 * s, 60 * 1440 * 1000 * s},
		{"and does not overflow", &Steps{At: []time.Duration{0}, Factor: []float64{0.1}}, 0, forEver, forEver},
	} {
		got := row.shape.Curve().Stretch(sim.Time(row.from), row.gap)
		if slack := row.want / 1e15; got < row.want-slack || got > row.want+slack {
			t.Errorf("%s: %v from %v takes %v, want %v", row.why, row.gap, row.from, got, row.want)
		}
	}
}

// TestCosTurn compares with the standard library, whose argument is rounded.
func TestCosTurn(t *testing.T) {
	sum := 0.0
	for i := range dailyPieces {
		got, want := cosTurn(i, dailyPieces), math.Cos(2*math.Pi*float64(i)/dailyPieces)
		if math.Abs(got-want) > 1.5e-15 {
			t.Errorf("cosine of %d/%d of a turn is %v, want %v", i, dailyPieces, got, want)
		}
		sum += got
	}
	if math.Abs(sum) > 1e-13 {
		t.Errorf("the cosines add up to %v, want 0", sum)
	}
}

// TestShapeSettingsThatAreRefused lists the keys that errors name.
func TestShapeSettingsThatAreRefused(t *testing.T) {
	const s = time.Second
	for _, row := range []struct {
		why   string
		shape interface{ Prepare() error }
		want  []string
	}{
		{"right", &Ramp{To: 2, Over: s}, nil},
		{"all wrong", &Ramp{To: -1, At: -1}, []string{"to", "over", "at"}},
		{"not a number", &Ramp{To: math.NaN(), Over: s}, []string{"to"}},
		{"right", &Steps{At: []time.Duration{0, s}, Factor: []float64{2, 0}}, nil},
		{"nothing", &Steps{}, []string{"at"}},
		{"out of order", &Steps{At: []time.Duration{s, s}, Factor: []float64{2, 1}}, []string{"at"}},
		{"one factor too few", &Steps{At: []time.Duration{0, s}, Factor: []float64{2}}, []string{"factor"}},
		{"right", &Spikes{Every: 2 * s, For: s, Factor: 0}, nil},
		{"spikes without a gap", &Spikes{Every: s, For: s, Factor: 2}, []string{"for"}},
		{"all wrong", &Spikes{Factor: -1, First: -1}, []string{"every", "for", "factor", "first"}},
		{"right", newDaily(), nil},
		{"all wrong", &Daily{Low: 1.5, PeakAt: -1}, []string{"low", "peak-at", "day"}},
	} {
		if got := keysOf(row.shape.Prepare()); !slices.Equal(got, row.want) {
			t.Errorf("%T, %s: Prepare names %q, want %q", row.shape, row.why, got, row.want)
		}
	}
}

// TestShapesHaveARow draws the defaults of each kind as far as it has any.
func TestShapesHaveARow(t *testing.T) {
	var kinds []string
	for _, r := range Shapes() {
		kinds = append(kinds, fmt.Sprintf("%s %T", r.Name, r.New()))
	}
	want := []string{"ramp *models.Ramp", "steps *models.Steps", "spikes *models.Spikes", "daily *models.Daily"}
	if !slices.Equal(kinds, want) {
		t.Errorf("kinds are %q, want %q", kinds, want)
	}
}
