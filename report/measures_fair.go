package report

// fairMeasures compare the clients of a part with one another. They apply to fleets
// and groups of at most 2^20 clients, and to the nodes that these call.
var fairMeasures = []Measure{
	{"jain", "share", "Jain's index (sum x)^2 / (n sum x^2) of the calls x that succeeded, over the n clients that called: 1 is fair, 1/n is all for one. " +
		"Calls that fall to clients by chance make it 1/(1 + 1/mean) at best.", Higher, Number, false,
		func(f *Facts) float64 { return f.Fairness.Jain() }},
	{"starved_share", "share", "Clients without any call that succeeded / clients that called.", Lower, Number, false,
		func(f *Facts) float64 { return f.Fairness.StarvedShare() }},
	{"completion_gini", "share", "Gini's coefficient of the mean completion times x of the clients with a success: sum |x(i) - x(j)| over all i, j / (2 n^2 mean); 0 if all are as fast, (n - 1)/n if one takes all the time. " +
		"Latencies that vary by chance alone show in it unless clients make many calls.", Lower, Number, false,
		func(f *Facts) float64 { return f.Fairness.Gini() }},
	{"worst_client_p99_s", "s", "Largest of the clients' p99 latencies, to 1/32; of a client with less than 100 calls the longest. A call that fails takes for ever. Among at most 4,096 clients of a fleet or group.", Lower, Number, false,
		func(f *Facts) float64 { return f.Fairness.WorstP99(f.Latency.max) }},
}
