package strategies

import (
	"fmt"
	order "slices" // slices is a name of the package
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// comer is a call that wants to leave at an instant.
type comer struct {
	at       time.Duration
	who      uint32
	deadline time.Duration
}

// crowd lets the first attempts of calls leave through a policy with a limiter alone,
// as the kernel does; told is done before each instant. It returns when each left, -1
// if it was refused.
func crowd(st sim.Strategy, comers []comer, told func(now time.Duration)) []time.Duration {
	left, calls, due := make([]time.Duration, len(comers)), make([]sim.Call, len(comers)), []int{}
	at := make([]time.Duration, len(comers))
	for i, c := range comers {
		calls[i] = sim.Call{Client: c.who, Deadline: sim.Time(c.deadline)}
		at[i], due = c.at, append(due, i)
	}
	for len(due) > 0 {
		order.SortStableFunc(due, func(a, b int) int { return int(at[a] - at[b]) })
		i := due[0]
		due = due[1:]
		if told != nil {
			told(at[i])
		}
		switch d := st.Before(sim.Time(at[i]), comers[i].who, &calls[i]); d.Verb {
		case sim.Go:
			left[i] = at[i]
			calls[i].Attempts++
		case sim.Hold:
			if d.Delay <= 0 || d.Reason != sim.LimitedHere {
				panic(fmt.Sprintf("call %d is held by %+v", i, d))
			}
			at[i] += d.Delay
			due = append(due, i)
		case sim.Stop:
			left[i] = -1
		}
	}
	return left
}

func limited(l Limiter) sim.Strategy {
	return Policy{Limiter: l}.New(sim.Scopes{Clients: 4, PerProcess: 2})
}

func TestTokenBucket(t *testing.T) {
	at := func(ds ...time.Duration) (cs []comer) {
		for _, d := range ds {
			cs = append(cs, comer{at: d})
		}
		return cs
	}
	two := TokenBucket{Rate: 10, Burst: 2, Wait: time.Minute}
	tests := []struct {
		reason string
		l      TokenBucket
		comers []comer
		want   string
	}{
		{"a burst leaves at once, the rest at the rate", two, at(0, 0, 0, 0), "[0s 0s 100ms 200ms]"},
		{"who comes later stands behind the line", two, at(0, 0, 0, 0, 50*ms), "[0s 0s 100ms 200ms 300ms]"},
		{"a token is there again after its time, exactly", two, at(0, 0, 100*ms, 200*ms), "[0s 0s 100ms 200ms]"},
		{"or a nanosecond later", two, at(0, 0, 100*ms-1), "[0s 0s 100ms]"},
		{"a pause fills the bucket, and no more", two, at(0, 0, 9*time.Second, 9*time.Second, 9*time.Second), "[0s 0s 9s 9s 9.1s]"},
		{"no burst said is one", TokenBucket{Rate: 10, Wait: time.Minute}, at(0, 0), "[0s 100ms]"},
		{"a rate that is no whole time is not exceeded", TokenBucket{Rate: 3, Wait: time.Minute}, at(0, 0), "[0s 333.333334ms]"},
		{"no line", TokenBucket{Rate: 10, Burst: 2}, at(0, 0, 0, 100*ms), "[0s 0s -1ns 100ms]"},
		{"the line is as long as the wait, and who is refused takes no place", TokenBucket{Rate: 10, Burst: 1, Wait: 200 * ms}, at(0, 0, 0, 0, 100*ms), "[0s 100ms 200ms -1ns 300ms]"},
		{"nor who would leave at the deadline", TokenBucket{Rate: 10, Burst: 1, Wait: time.Minute},
			[]comer{{}, {deadline: 100 * ms}, {deadline: 100*ms + 1}}, "[0s -1ns 100ms]"},
		{"each client for itself", TokenBucket{Rate: 10, Burst: 1}, []comer{{}, {who: 1}, {who: 2}, {who: 2}}, "[0s 0s 0s -1ns]"},
		{"a process shares", TokenBucket{Rate: 10, Burst: 1, Scope: PerProcess}, []comer{{}, {who: 1}, {who: 2}, {who: 3}}, "[0s -1ns 0s -1ns]"},
		{"so does the fleet", TokenBucket{Rate: 10, Burst: 1, Scope: PerFleet}, []comer{{}, {who: 1}, {who: 2}, {who: 3}}, "[0s -1ns -1ns -1ns]"},
	}
	for _, tt := range tests {
		if got := fmt.Sprint(crowd(limited(tt.l), tt.comers, nil)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want)
		}
	}
}

// In any interval at most burst + rate x t leave, in the order in which they came, and
// the line is never longer than it must be.
func TestTokenBucketLaw(t *testing.T) {
	const n, burst, every = 400, 5, 20 * ms
	var comers []comer
	for i := range uint64(n) {
		u := sim.Unit(sim.Key(7, sim.ForService, i))
		comers = append(comers, comer{at: time.Duration(u * 1.2 * float64(n*every))})
	}
	order.SortFunc(comers, func(a, b comer) int { return int(a.at - b.at) })
	left := crowd(limited(TokenBucket{Rate: 50, Burst: burst, Wait: time.Hour}), comers, nil)
	if !order.IsSorted(left) {
		t.Error("they left in another order than they came")
	}
	held := 0
	for i, at := range left {
		tight := at == comers[i].at
		for k := range i + 1 { // k + 1 attempts, k + 1 - burst of them by tokens gained
			spare := at - left[i-k] - time.Duration(k+1-burst)*every
			if spare < 0 {
				t.Fatalf("%d attempts left within %v", k+1, at-left[i-k])
			}
			tight = tight || spare == 0
		}
		if !tight {
			t.Errorf("attempt %d was held for longer than it must be", i)
		}
		if at > comers[i].at {
			held++
		}
	}
	if held < n/4 || held > n-n/4 {
		t.Errorf("%d of %d were held, want a good part", held, n)
	}
}

// A token is not spent on an attempt that another gate refuses, and a retry needs one.
func TestLimiterInAPolicy(t *testing.T) {
	var log []string
	breaker := &spy{"breaker", AtAttempt, sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}, &log}
	p := play(Policy{Backoff: Immediate{}, MaxAttempts: 3, Breaker: breaker, Limiter: TokenBucket{Rate: 1, Burst: 2}})
	p.send()
	p.send()
	breaker.say = sim.Decision{}
	var got []string
	for range 3 {
		d := p.send()
		got = append(got, d.Reason.String())
		if d.Verb == sim.Go {
			p.end(sim.TimedOut)
		}
	}
	if want := ",,client limiter"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want the first attempt and one retry, then %q", got, want)
	}
}

func TestFollowRateLimit(t *testing.T) {
	type answer struct {
		at, sent time.Duration
		quota    sim.Quota
	}
	tests := []struct {
		reason  string
		l       FollowRateLimit
		comers  []comer // client 0's
		answers []answer
		want    string
	}{
		{"nothing told, nothing held", FollowRateLimit{}, make([]comer, 3), nil, "[0s 0s 0s]"},
		{"as many as remain, then after the reset, spread",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {at: 2}, {at: 2}, {at: 2}, {at: 2}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Remaining: 2, Reset: time.Second}}},
			"[0s 2ns 2ns 1.000000001s 1.100000001s]"},
		{"who comes after the reset stands behind the line",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {at: 2}, {at: 2}, {at: time.Second + 2}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}},
			"[0s 1.000000001s 1.100000001s 1.200000001s]"},
		{"but not when there is none",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {at: 2 * time.Second}, {at: 2 * time.Second}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}},
			"[0s 2s 2s]"},
		{"what is out may not be counted yet",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {}, {}, {at: 2}, {at: 2}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Remaining: 3, Reset: time.Second}}},
			"[0s 0s 0s 2ns 1.000000001s]"},
		{"an answer to an older attempt tells nothing new",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {at: 1}, {at: 4}},
			[]answer{{2, 1, sim.Quota{Limit: 10, Reset: time.Second}}, {3, 0, sim.Quota{Limit: 10, Remaining: 9, Reset: time.Second}}},
			"[0s 1ns 1.000000002s]"},
		{"a longer bar holds whom the first let go",
			FollowRateLimit{Wait: time.Minute}, []comer{{}, {}, {at: 2}, {at: time.Second}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}, {3, 0, sim.Quota{Limit: 10, Reset: 2 * time.Second}}},
			"[0s 0s 2.200000003s 2.000000003s]"},
		{"no line", FollowRateLimit{}, []comer{{}, {at: 2}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}}, "[0s -1ns]"},
		{"nor beyond the deadline", FollowRateLimit{Wait: time.Minute}, []comer{{}, {at: 2, deadline: time.Second}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}}, "[0s -1ns]"},
		{"another client has heard nothing", FollowRateLimit{}, []comer{{}, {at: 2, who: 1}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}}, "[0s 2ns]"},
		{"in its process it has", FollowRateLimit{Scope: PerProcess}, []comer{{}, {at: 2, who: 1}, {at: 2, who: 2}},
			[]answer{{1, 0, sim.Quota{Limit: 10, Reset: time.Second}}}, "[0s -1ns 2ns]"},
	}
	for _, tt := range tests {
		st := limited(tt.l)
		answers := tt.answers
		got := crowd(st, tt.comers, func(now time.Duration) {
			for len(answers) > 0 && answers[0].at < now {
				a := answers[0]
				st.After(sim.Time(a.at), 0, &sim.Call{}, &sim.Outcome{Sent: sim.Time(a.sent), Quota: a.quota})
				answers = answers[1:]
			}
		})
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.reason, got, tt.want)
		}
	}
}

func TestLimitersAllocateNothing(t *testing.T) {
	for _, row := range Limiters() {
		l := row.New()
		if b, ok := l.(*TokenBucket); ok {
			b.Rate = 1000
		}
		st := limited(l)
		now, c, out := sim.Time(0), &sim.Call{}, &sim.Outcome{Quota: sim.Quota{Limit: 5, Remaining: 1, Reset: ms}}
		allocs := testing.AllocsPerRun(1000, func() {
			now += sim.Time(ms / 2)
			*c, out.Sent = sim.Call{}, now
			st.Before(now, 1, c)
			st.After(now, 1, c, out)
		})
		if allocs != 0 {
			t.Errorf("%s: got %v allocations, want 0", row.Name, allocs)
		}
	}
}
