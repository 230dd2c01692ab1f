package report

// latencyMeasures are quantiles over all calls. Leaving failures out would make a
// service look the faster the more it fails.
var latencyMeasures = []Measure{
	{"latency_p50_s", "s", "Half of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number, true, latency(0.50)},
	{"latency_p95_s", "s", "95 % of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number, true, latency(0.95)},
	{"latency_p99_s", "s", "99 % of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number, true, latency(0.99)},
	{"latency_p999_s", "s", "99.9 % of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number, true, latency(0.999)},
}

func latency(q float64) func(*Facts) float64 {
	return func(f *Facts) float64 { return f.Latency.Quantile(q) }
}
