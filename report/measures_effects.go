package report

import "math"

// effectMeasures are of the ledger of effects. They apply where a service writes: a
// zero without a ledger would say that nothing happens twice.
var effectMeasures = []Measure{
	{"effects", "effects", "Executions that left an effect, of calls that ended.", Neither, Count, false,
		ofLedger(func(f *Facts) uint64 { return f.Calls.Effects })},
	{"duplicates", "effects", "Effects beyond the first of their call: charged twice.", Lower, Count, false,
		ofLedger(func(f *Facts) uint64 { return f.Calls.Duplicates })},
	{"replayed", "attempts", "Attempts that were answered with a stored result: executions that a key saved.", Neither, Count, false,
		ofLedger(func(f *Facts) uint64 { return f.Calls.Replayed })},
	{"told_failed_but_done", "calls", "Calls that failed for their client, but have an effect: charged and told it failed.", Lower, Count, false,
		ofLedger(func(f *Facts) uint64 { return f.Calls.ToldFailedButDone })},
	{"told_ok_but_undone", "calls", "Calls that succeeded for their client without any effect: told it is paid, and it is not.", Lower, Count, false,
		ofLedger(func(f *Facts) uint64 { return f.Calls.ToldOKButUndone })},
}

// ofLedger is a count, NaN if no ledger was kept: then there is neither an effect nor
// a success without one.
func ofLedger(count func(*Facts) uint64) func(*Facts) float64 {
	return func(f *Facts) float64 {
		if f.Calls.Effects == 0 && f.Calls.ToldOKButUndone == 0 && f.Calls.Replayed == 0 {
			return math.NaN()
		}
		return float64(count(f))
	}
}
