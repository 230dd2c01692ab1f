package sim_test

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// notary is a policy that writes down what it is told of each call. Each strategy has
// its own notes.
type notary struct {
	tries
	refuse func(c *sim.Call) bool
	hedge  func(who uint32) time.Duration
	end    bool // the first failure ends the call
	made   *[]*notes
}

type notes struct {
	notary
	calls, inFlight int
	early           int // calls that were over while an attempt was out
	unsent          int // calls that were over without an attempt
	ends            map[sim.Status]int
}

func (p notary) New(sim.Scopes) sim.Strategy {
	n := &notes{notary: p, ends: map[sim.Status]int{}}
	*p.made = append(*p.made, n)
	return n
}

func (n *notes) Before(_ sim.Time, _ uint32, c *sim.Call) sim.Decision {
	if n.refuse != nil && n.refuse(c) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
	}
	n.inFlight++
	return sim.Decision{}
}

func (n *notes) After(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	n.inFlight--
	d := n.tries.After(now, who, c, out)
	if n.end && out.Decide {
		d = sim.Decision{Verb: sim.End, Reason: sim.NotRetried}
	}
	return d
}

func (n *notes) Hedge(_ sim.Time, who uint32, c *sim.Call) (time.Duration, bool) {
	if n.hedge == nil {
		return 0, false
	}
	return n.hedge(who), c.Attempts < n.attempts
}

func (n *notes) Concludes() bool { return true }
func (n *notes) Over(_ sim.Time, _ uint32, c *sim.Call, st sim.Status) {
	n.calls++
	n.ends[st]++
	if n.inFlight > 0 {
		n.early++
	}
	if c.Attempts == 0 {
		n.unsent++
	}
}

// A strategy is told once that a call is over, whatever ends it, and after the last of
// its attempts.
func TestEveryCallIsOverOnce(t *testing.T) {
	tests := []struct {
		reason string
		policy notary
		link   sim.Link
		ends   sim.Status
		unsent int
	}{
		{"success", notary{tries: tries{1, 0}}, sim.Link{}, sim.OK, 0},
		{"a deadline during a backoff", notary{tries: tries{9, 70 * ms}}, sim.Link{Timeout: ms, Deadline: 100 * ms}, sim.TimedOut, 0},
		{"a deadline while an attempt is out", notary{tries: tries{1, 0}}, sim.Link{Deadline: 5 * ms}, sim.Expired, 0},
		{"the last attempt", notary{tries: tries{3, ms}}, sim.Link{Timeout: ms}, sim.TimedOut, 0},
		{"a hedge that wins", notary{tries: tries{2, 0}, hedge: func(uint32) time.Duration { return ms }}, sim.Link{}, sim.OK, 0},
		{"refused at once", notary{tries: tries{1, 0}, refuse: func(*sim.Call) bool { return true }}, sim.Link{}, sim.GateClosed, 1},
		{"refused at the retry", notary{tries: tries{3, ms}, refuse: func(c *sim.Call) bool { return c.Attempts > 0 }}, sim.Link{Timeout: ms}, sim.GateClosed, 0},
	}
	for _, tt := range tests {
		var made []*notes
		tt.policy.made, tt.link.Policy = &made, tt.policy
		res := run(t, one(1, herd(), withPolicy(tt.link, tt.policy), queue(2, 9, constant(10*ms))))
		n := made[0]
		if n.calls != int(res.Links[0].Calls) || n.ends[tt.ends] != n.calls || n.early != 0 || n.inFlight != 0 || n.unsent != tt.unsent {
			t.Errorf("%s: told of %d calls of %d, by end %v, %d before their attempts, %d of which none left; want all %v, %d unsent",
				tt.reason, n.calls, res.Links[0].Calls, n.ends, n.early, n.unsent, tt.ends, tt.unsent)
		}
	}
}

func withPolicy(l sim.Link, p sim.Policy) sim.Link {
	l.Policy = p
	return l
}

// A strategy that ends a call does not wait for the attempts that are out.
func TestEndDoesNotWait(t *testing.T) {
	var made []*notes
	p := notary{tries: tries{2, 0}, hedge: func(uint32) time.Duration { return 2 * ms }, end: true, made: &made}
	log := &recorder{}
	cfg := one(1, herd(), sim.Link{Policy: p, Timeout: 5 * ms, Cancel: true}, queue(2, 9, constant(100*ms)))
	cfg.Observe = log
	res, err := sim.New().Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, ended := res.Links[0], sim.Time(0)
	for _, r := range log.recs {
		if r.Kind == sim.CallEnded {
			ended = r.At
		}
	}
	if l.Hedges != 1 || l.Ended[sim.TimedOut] != 1 || l.Ended[sim.Cancelled] != 1 || l.Failed != 1 || ended != sim.Time(5*ms) {
		t.Errorf("got %d hedges, %d timeouts, %d cancelled, %d failed calls, the call ended at %v; want the hedge cancelled as the first attempt times out at 5 ms",
			l.Hedges, l.Ended[sim.TimedOut], l.Ended[sim.Cancelled], l.Failed, time.Duration(ended))
	}
}

// Hedges leave when they are due, also where one that is set later is due earlier.
func TestHedgesOfManyDelays(t *testing.T) {
	var made []*notes
	wait := func(who uint32) time.Duration { return time.Duration(50-7*who%50) * ms }
	p := notary{tries: tries{2, 0}, hedge: wait, made: &made}
	var log times
	cfg := one(40, herd(), sim.Link{Policy: p}, queue(100, 9, constant(100*ms)))
	cfg.Observe = &log
	if _, err := sim.New().Run(cfg); err != nil {
		t.Fatal(err)
	}
	if len(log) != 40 {
		t.Fatalf("got %d hedges, want one for each client", len(log))
	}
	for who, at := range log {
		if want := sim.Time(wait(who)); at != want {
			t.Errorf("client %d: hedged at %v, want %v", who, time.Duration(at), time.Duration(want))
		}
	}
}

// times is when each client's second attempt left.
type times map[uint32]sim.Time

func (*times) Wants() sim.Kinds { return sim.Of(sim.AttemptSent) }
func (l *times) Observe(r *sim.Record) {
	if *l == nil {
		*l = times{}
	}
	if r.Attempt == 2 {
		(*l)[r.Client] = r.At
	}
}
