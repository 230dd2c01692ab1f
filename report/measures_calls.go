package report

// callMeasures count calls and attempts. In a phase they count the calls born in it,
// and the attempts of these calls.
var callMeasures = []Measure{
	{"calls", "calls", "Things clients wanted done: ok + failed + refused + unfinished.", Neither, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.Calls) }},
	{"ok", "calls", "Calls that succeeded, in time for their client.", Higher, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.OK) }},
	{"failed", "calls", "Calls that made at least one attempt and did not succeed.", Lower, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.Failed) }},
	{"refused", "calls", "Calls that a gate of the client ended before their first attempt.", Lower, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.Refused) }},
	{"unfinished", "calls", "Calls still open when the drain was cut off.", Lower, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.Unfinished) }},
	{"attempts", "attempts", "Attempts of the calls, the first included. At a contended row: its writes.", Lower, Count, true,
		func(f *Facts) float64 { return float64(f.Calls.Attempts) }},
	{"retries", "attempts", "Attempts after the first of their call, hedges left out.", Lower, Count, false,
		func(f *Facts) float64 { return float64(f.Calls.Retries) }},
	{"hedges", "attempts", "Attempts sent while another of the same call was in flight.", Lower, Count, false,
		func(f *Facts) float64 { return float64(f.Calls.Hedges) }},
	{"amplification", "attempts/call", "attempts / calls of the same links.", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Calls.Attempts), float64(f.Calls.Calls)) }},
	{"attempts_per_client_call", "attempts/call", "attempts of these links / calls of all fleets: what the layers above multiply up to.", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Calls.Attempts), float64(f.Clients)) }},
}
