package theory

import "testing"

func TestRetryAlgebra(t *testing.T) {
	load := func(p float64) float64 { return AttemptsPerCall(p, 3) }
	success := func(p float64) float64 { return 1 - FinalFailure(p, 3) }
	check(t, []value{
		{"Brooker .01: load of 3 retries", load(.01), "1.0101"},
		{"Brooker .01: success", success(.01), "1.0000"},
		{"Brooker .05: load", load(.05), "1.0526"},
		{"Brooker .05: success", success(.05), ".99999"},
		{"Brooker .1: load", load(.1), "1.1110"},
		{"Brooker .1: success", success(.1), ".9999"},
		{"Brooker .2: load", load(.2), "1.2480"},
		{"Brooker .2: success", success(.2), ".9984"},
		{"Brooker .5: load", load(.5), "1.8750"},
		{"Brooker .5: success", success(.5), ".9375"},
		{"Brooker 1: load", load(1), "4"},
		{"Brooker 1: success", success(1), "0"},
		{"nothing fails", load(0), "1"},
		{"no retries", AttemptsPerCall(.5, 0), "1"},
		{"almost all fails: digits are kept", AttemptsPerCall(1-1e-12, 3), "3.999999999994"},
		{"not a share", load(1.1), "NaN"},
		{"negative retries", AttemptsPerCall(.5, -1), "NaN"},
		{"not a share: final failure", FinalFailure(-.1, 1), "NaN"},

		{"SRE book: 4 attempts in 3 layers", Layers(3, 3), "64"},
		{"Builders' Library: 3 attempts in 5 layers", Layers(2, 5), "243"},
		{"no layer", Layers(3, 0), "1"},
		{"negative layers", Layers(3, -1), "NaN"},

		{"SRE book: queue of 10 pools at 100 ms", QueueDelay(100, 10, .1), "1.1"},
		{"no queue", QueueDelay(0, 10, .1), ".1"},
		{"no workers", QueueDelay(1, 0, .1), "NaN"},

		{"herd of 100, 1 a wave: calls", HerdCalls(100, 1), "5050"},
		{"herd of 100, 10 a wave: calls", HerdCalls(100, 10), "550"},
		{"herd of 100, 25 a wave: calls", HerdCalls(100, 25), "250"},
		{"herd of 100, 25 a wave: waves", HerdWaves(100, 25), "4"},
		{"herd of 7, 3 a wave: 7 + 4 + 1", HerdCalls(7, 3), "12"},
		{"no herd", HerdCalls(0, 3), "0"},
		{"none served", HerdCalls(3, 0), "NaN"},
		{"none served: waves", HerdWaves(3, 0), "NaN"},
	})
}

func TestAttemptsPerCallIsItsSum(t *testing.T) {
	for _, p := range []float64{0, .001, .3, .9, .999999, 1} {
		sum, power := 0.0, 1.0
		for n := range 12 {
			sum, power = sum+power, power*p
			if got := AttemptsPerCall(p, n); !same(got, sum, 1e-13) {
				t.Errorf("AttemptsPerCall(%g, %d) = %.15g, want %.15g", p, n, got, sum)
			}
			if got := FinalFailure(p, n); !same(got, power, 1e-13) {
				t.Errorf("FinalFailure(%g, %d) = %.15g, want %.15g", p, n, got, power)
			}
		}
	}
}
