package theory

import "testing"

func TestClosedFleet(t *testing.T) {
	full := ClosedFleet{Clients: 10000, Timeout: 1, AtCap: AtCapFull}
	check(t, []value{
		{"full jitter at cap 20 s: 10000 / (1 + 10)", full.Load(20), "909.09"},
		{"exponential at cap 20 s", ClosedFleet{10000, 1, AtCapExponential}.Load(20), "476.19"},
		{"equal jitter at cap 20 s", ClosedFleet{10000, 1, AtCapEqual}.Load(20), "625"},
		{"1000/s: cap", full.SafeCap(1000), "18"},
		{"at the safe cap the load is the capacity", full.Load(full.SafeCap(1000)), "1000"},
		{"the timeout alone is long enough", full.SafeCap(20000), "0"},
		{"no time between attempts", ClosedFleet{1, 0, 1}.Load(0), "NaN"},
		{"no capacity", full.SafeCap(0), "NaN"},
		{"backoff of nothing", ClosedFleet{1, 1, 0}.SafeCap(1), "NaN"},
	})
}

func TestAtCapDecorrelated(t *testing.T) {
	check(t, []value{
		{"measured at cap/base 20", AtCapDecorrelated(20), ".66"},
		{"at 100", AtCapDecorrelated(100), ".53"},
		{"at 250", AtCapDecorrelated(250), ".48"},
		{"at 400", AtCapDecorrelated(400), ".46"},
		{"a cap of the base is always waited", AtCapDecorrelated(1), "1"},
		{"a cap below the base", AtCapDecorrelated(.5), "NaN"},
	})
}
