package report

import "math"

// rateMeasures are per second. In a phase, load counts what is sent in it, goodput the
// calls born in it.
var rateMeasures = []Measure{
	{"goodput_per_s", "1/s", "ok / seconds to the horizon (of a herd: to its last success).", Higher, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Calls.OK), f.Seconds) }},
	{"goodput_share", "share", "ok / calls.", Higher, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Calls.OK), float64(f.Calls.Calls)) }},
	{"normalised_goodput", "share", "ok / min(calls, capacity x seconds) of a node, or of the only one: what succeeds of what could.", Higher, Number, true,
		normalisedGoodput},
	{"offered_load_per_s", "1/s", "first attempts / seconds to the horizon (of a herd: to its last success).", Neither, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Window.First), f.WindowSeconds) }},
	{"load_per_s", "1/s", "attempts / seconds to the horizon (of a herd: to its last success).", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Window.Attempts), f.WindowSeconds) }},
	{"load_share", "share", "load / capacity of a node, or of the only one; an attempt that is rejected counts in full.", Lower, Number, true,
		func(f *Facts) float64 {
			return ratio(ratio(float64(f.Window.Attempts), f.WindowSeconds), f.CapacityPerSec)
		}},
	{"peak_load_per_s", "1/s", "Most attempts per second in a bin of the series (a 300th of the horizon or less). Not of herds.", Lower, Number, false,
		func(f *Facts) float64 { return f.Peak.PerSec }},
	{"peak_load", "ratio", "peak_load_per_s / mean load before the trigger.", Lower, Number, false,
		func(f *Facts) float64 { return ratio(f.Peak.PerSec, f.Peak.BasePerSec) }},
	{"completion_s", "s", "When the last call that succeeds does so, at its client.", Lower, Number, false,
		func(f *Facts) float64 { return f.Last }},
}

func normalisedGoodput(f *Facts) float64 {
	if f.CapacityPerSec == 0 || f.Seconds == 0 {
		return math.NaN()
	}
	possible := math.Min(float64(f.Calls.Calls), float64(f.CapacityPerSec*f.Seconds))
	return ratio(float64(f.Calls.OK), possible)
}
