package strategies

import (
	"slices"
	"testing"

	"retrystorm/sim"
)

// The buckets of libraries.
func awsBucket(cost, throttled, timedOut float64) *TokensBudget {
	return &TokensBudget{Capacity: 500, Cost: cost, Throttled: throttled, TimedOut: timedOut, Refund: true, FirstSuccess: 1}
}

func grpcBucket() *TokensBudget {
	return &TokensBudget{Capacity: 10, Charge: ChargeFailure, Reserve: 0.5, CallSuccess: 0.1, Counts: []Class{Code503}}
}

// calls makes so many calls, one after the other, each of whose attempts ends with the
// next status; it returns the attempts of each.
func (p played) calls(n int, next func(call, attempt int) sim.Status) (attempts []int) {
	for call := range n {
		*p.c = sim.Call{}
		for {
			if p.send().Verb != sim.Go {
				break
			}
			st := next(call, int(p.c.Attempts))
			if d := p.end(st); st == sim.OK || d.Verb != sim.Go {
				p.st.(sim.Concluder).Over(0, 0, p.c, st)
				break
			}
		}
		attempts = append(attempts, int(p.c.Attempts))
	}
	return attempts
}

func always(st sim.Status) func(int, int) sim.Status {
	return func(int, int) sim.Status { return st }
}

func sum(ns []int) (n int) {
	for _, x := range ns {
		n += x
	}
	return n
}

// From a full bucket of 500, while nothing succeeds: the SDKs were run.
func TestAWSQuota(t *testing.T) {
	tests := []struct {
		reason  string
		bucket  *TokensBudget
		st      sim.Status
		retries int
	}{
		{"2.1 allows 35 retries of failures", awsBucket(14, 5, 14), sim.Unavailable, 35},
		{"2.1 allows 100 retries of throttles", awsBucket(14, 5, 14), sim.TooMany, 100},
		{"2.1 takes a timeout for a failure", awsBucket(14, 5, 14), sim.TimedOut, 35},
		{"2.0 allows 100 retries", awsBucket(5, 5, 10), sim.Unavailable, 100},
		{"2.0 allows 50 retries of timeouts", awsBucket(5, 5, 10), sim.TimedOut, 50},
		{"retry-go allows 20", &TokensBudget{Capacity: 100, Cost: 5, Refund: true, FirstSuccess: 1}, sim.Unavailable, 20},
	}
	for _, tt := range tests {
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 3, Budget: tt.bucket})
		if got := sum(p.calls(200, always(tt.st))) - 200; got != tt.retries {
			t.Errorf("%s: got %d", tt.reason, got)
		}
	}
}

// A retry that succeeds gives back what the last one took, a first attempt brings 1.
func TestAWSQuotaIsRefunded(t *testing.T) {
	p := play(Policy{Backoff: Immediate{}, MaxAttempts: 3, Budget: awsBucket(14, 5, 14)})
	left := func() int64 { return p.st.(*strategy).decision[0].(*tokensGate).left[0] / wholeToken }
	steps := []struct {
		reason   string
		statuses []sim.Status
		left     int64
	}{
		{"a failure that stays one costs two retries", []sim.Status{sim.Unavailable, sim.Unavailable, sim.Unavailable}, 472},
		{"a retry that succeeds costs nothing", []sim.Status{sim.Unavailable, sim.OK}, 472},
		{"only the last of two is given back", []sim.Status{sim.Unavailable, sim.Unavailable, sim.OK}, 458},
		{"a throttle costs 5, and 5 come back", []sim.Status{sim.TooMany, sim.OK}, 458},
		{"of a throttle and a failure the 14 come back", []sim.Status{sim.TooMany, sim.Unavailable, sim.OK}, 453},
		{"a first attempt brings 1", []sim.Status{sim.OK}, 454},
	}
	for _, s := range steps {
		p.calls(1, func(_, attempt int) sim.Status { return s.statuses[attempt-1] })
		if got := left(); got != s.left {
			t.Errorf("%s: %d tokens are left, want %d", s.reason, got, s.left)
		}
	}
	p.calls(1000, always(sim.OK))
	if got := left(); got != 500 {
		t.Errorf("a full bucket has %d tokens, want 500", got)
	}
}

// grpc-go was run with maxTokens 10 and tokenRatio 0.1: the last attempt costs too, and
// more than half must be left after it.
func TestGRPCThrottling(t *testing.T) {
	p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, RetryOn: []Class{Code503}, Budget: grpcBucket()})
	if got, want := p.calls(8, always(sim.Unavailable)), []int{4, 1, 1, 1, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Fatalf("got %v attempts, want %v", got, want)
	}
	if got := p.calls(1, always(sim.Forbidden)); got[0] != 1 {
		t.Errorf("a failure that is not retried: got %v attempts", got)
	}
	for _, tt := range []struct{ successes, attempts int }{{60, 1}, {61, 2}} {
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, RetryOn: []Class{Code503}, Budget: grpcBucket()})
		p.calls(12, always(sim.Unavailable)) // until nothing is left
		p.calls(tt.successes, always(sim.OK))
		if got := p.calls(1, always(sim.Unavailable)); got[0] != tt.attempts {
			t.Errorf("after %d successes: got %d attempts, want %d", tt.successes, got[0], tt.attempts)
		}
	}
}

// An answer that forbids to retry is a failure for gRPC.
func TestGRPCThrottlingCountsPushback(t *testing.T) {
	p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, RetryOn: []Class{Code503}, Budget: grpcBucket()})
	p.send()
	p.st.After(0, 0, p.c, &sim.Outcome{Status: sim.NotFound, Final: true, Decide: true})
	if got := p.st.(*strategy).decision[0].(*tokensGate).left[0]; got != 9*wholeToken {
		t.Errorf("got %d millionths of a token, want 9 tokens", got)
	}
}

// Brooker's bucket takes 1 for a retry and gains 0.1 with a success, or with every call:
// then it also fills while all fails.
func TestBrookerBucket(t *testing.T) {
	onSuccess := &TokensBudget{Capacity: 5, Success: 0.1}
	atStart := &TokensBudget{Capacity: 5, Start: 0.1}
	for _, tt := range []struct {
		reason  string
		bucket  *TokensBudget
		st      sim.Status
		retries int
	}{
		{"5 to begin with, and none comes", onSuccess, sim.Unavailable, 5},
		{"5, and a tenth of 99 calls: the first finds it full", atStart, sim.Unavailable, 14},
	} {
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, Budget: tt.bucket})
		p.calls(1, always(sim.OK))
		if got := sum(p.calls(100, always(tt.st))) - 100; got != tt.retries {
			t.Errorf("%s: got %d retries, want %d", tt.reason, got, tt.retries)
		}
	}
}
