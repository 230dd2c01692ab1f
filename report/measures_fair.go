package report

// fairMeasures compare the clients of a part with one another. They apply to fleets
// and groups of at most 2^20 clients, and to the nodes that these call.
var fairMeasures = []Measure{
	{"jain", "share", "Jain's index (sum x)^2 / (n sum x^2) of the calls x that succeeded, over the n clients that called: 1 is fair, 1/n is all for one. " +
		"Calls that fall to clients by chance make it 1/(1 + 1/mean) at best.", Higher, Number, false,
		func(f *Facts) float64 { return f.Fairness.Jain() }},
	{"starved_share", "share", "Clients without any call that succeeded / clients that called.", Lower, Number, false,
		func(f *Facts) float64 { return f.Fairness.StarvedShare() }},
}
