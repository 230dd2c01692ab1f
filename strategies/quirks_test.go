package strategies

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// The quirks of libraries that texts get wrong, by name. Numbers are those that their
// sources, or runs of them, show.

// spread is the least and the largest delay of a preset before retry k, from 1.
func spread(t *testing.T, name PresetName, k uint16) (low, high time.Duration) {
	t.Helper()
	p, err := FindPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Policy.Backoff.Delay(after(k), &sim.Outcome{}), p.Policy.Backoff.Delay(after(k), &sim.Outcome{Uniform: almost})
}

func TestQuirkSynchronisedFirstRetry(t *testing.T) {
	for name, want := range map[PresetName]time.Duration{
		"stripe-go": 500 * ms, "go-resty": 100 * ms, "grpc-go-reconnect": time.Second, "jpillora-backoff": 100 * ms,
	} {
		if low, high := spread(t, name, 1); low != want || high != want {
			t.Errorf("%s: the first retry comes after %v to %v, want %v for all", name, low, high, want)
		}
		if low, high := spread(t, name, 2); name != "jpillora-backoff" && low == high {
			t.Errorf("%s: the second retry has no jitter either", name)
		}
	}
}

func TestQuirkJitterAboveTheCap(t *testing.T) {
	for name, tt := range map[PresetName]struct {
		cap    time.Duration
		factor float64
	}{
		"cenkalti-backoff": {time.Minute, 1.5}, "grpc-go": {time.Second, 1.2}, "grpc-go-reconnect": {120 * time.Second, 1.2},
	} {
		_, high := spread(t, name, 40)
		if got := float64(high) / float64(tt.cap); math.Abs(got-tt.factor) > 1e-6 {
			t.Errorf("%s: the longest delay is %.6f caps, want %v", name, got, tt.factor)
		}
	}
}

// atTheCap is the share of draws that give the longest delay exactly.
func atTheCap(b Backoff, k uint16, longest time.Duration) float64 {
	const draws = 100_000
	n := 0
	for i := range draws {
		if b.Delay(after(k), &sim.Outcome{Uniform: (float64(i) + 0.5) / draws}) == longest {
			n++
		}
	}
	return float64(n) / draws
}

// Where the cap comes after the jitter, delays are equal again at the cap. In azcore
// 22 % are at the sixth try, and all from the seventh on; the old standard mode of the
// AWS SDK for Go waits exactly 20 s from the fifth attempt on.
func TestQuirkMassAtTheCap(t *testing.T) {
	azcore := preset(t, "azcore").Backoff
	for k, want := range map[uint16]float64{5: 0, 6: 0.2187, 7: 1, 8: 1} {
		if got := atTheCap(azcore, k, time.Minute); math.Abs(got-want) > 0.001 {
			t.Errorf("azcore, try %d: %.4f of all delays are the cap, want %.4f", k, got, want)
		}
	}
	aws := preset(t, "aws-sdk-go-v2@1.36.0").Backoff
	for k, want := range map[uint16]float64{4: 0, 5: 1, 6: 1} {
		if got := atTheCap(aws, k, 20*time.Second); got != want {
			t.Errorf("aws-sdk-go-v2@1.36.0, retry %d: %.4f of all delays are the cap, want %v", k, got, want)
		}
	}
	franz := preset(t, "franz-go").Backoff
	if got := atTheCap(franz, 6, 5*time.Second); got != 1 {
		t.Errorf("franz-go, retry 6: %.4f of all delays are the cap, want all", got)
	}
}

func preset(t *testing.T, name PresetName) Policy {
	t.Helper()
	p, err := FindPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Policy
}

// Where it comes before the jitter, none are.
func TestQuirkCapBeforeJitterSpreads(t *testing.T) {
	for _, name := range []PresetName{"aws-sdk-go-v2", "gax-go"} {
		p := preset(t, name)
		longest := p.Backoff.Delay(after(60), &sim.Outcome{Uniform: 1})
		if got := atTheCap(p.Backoff, 60, longest); got != 0 {
			t.Errorf("%s: %.4f of all delays are the cap", name, got)
		}
	}
}

// wait.Backoff with 10 steps, 1 s, doubled, capped at 3 s makes 2 attempts, not 10.
func TestQuirkKubernetesCapEndsTheLoop(t *testing.T) {
	b := &Stages{Base: time.Second, Multiplier: 2, Cap: 3 * time.Second, CapEnds: true, From: 1, To: 1}
	p := play(Policy{Backoff: b, MaxAttempts: 10})
	if got := p.calls(1, always(sim.Unavailable)); got[0] != 2 {
		t.Errorf("got %d attempts, want 2", got[0])
	}
	b.CapEnds = false
	p = play(Policy{Backoff: b, MaxAttempts: 10})
	if got := p.calls(1, always(sim.Unavailable)); got[0] != 10 {
		t.Errorf("without cap-ends: got %d attempts, want 10", got[0])
	}
}

func TestQuirkUncappedRetryAfter(t *testing.T) {
	for _, name := range []PresetName{"go-retryablehttp", "failsafe-go-http", "axios-retry", "anthropic-sdk-go"} {
		p := play(preset(t, name))
		p.send()
		d := p.st.After(0, 0, p.c, &sim.Outcome{Status: sim.TooMany, Attempt: 1, RetryAfter: 24 * time.Hour, Decide: true})
		if d.Delay != 24*time.Hour {
			t.Errorf("%s: a hint of a day is waited for %v", name, d.Delay)
		}
	}
}

// The SDK for Go knows x-amz-retry-after alone, and that within 5 s of its own delay;
// openai-go gives up above two minutes.
func TestQuirkBoundedRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		name PresetName
		hint time.Duration
		want sim.Decision
	}{
		{"aws-sdk-go-v2", 24 * time.Hour, sim.Decision{Delay: 5 * time.Second}},
		{"aws-sdk-go-v2@1.36.0", 24 * time.Hour, sim.Decision{}},
		{"openai-go", 2 * time.Minute, sim.Decision{Delay: 2 * time.Minute}},
		{"openai-go", 2*time.Minute + 1, sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}},
		{"azcore", time.Minute + 1, sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}},
	} {
		p := play(preset(t, tt.name))
		p.send()
		if d := p.st.After(0, 0, p.c, &sim.Outcome{Status: sim.TooMany, Attempt: 1, RetryAfter: tt.hint, Decide: true}); d != tt.want {
			t.Errorf("%s: a hint of %v: got %+v, want %+v", tt.name, tt.hint, d, tt.want)
		}
	}
}
