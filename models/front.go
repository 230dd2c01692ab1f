package models

import (
	"time"

	"retrystorm/sim"
)

// limitState is one limit at work: a limiter for all, or one for those who call on each
// link, with a state for each client or process.
type limitState struct {
	*LimitKeys
	limit  RateLimit
	cost   time.Duration
	byLink [256]limiter
}

func (s *service) startLimits() {
	s.limits = make([]limitState, len(s.Limits))
	for i := range s.limits {
		l := &s.limits[i]
		l.limit, l.LimitKeys = s.Limits[i].Value, s.Limits[i].Value.Common()
		l.cost = time.Duration(float64(s.ServiceTime.Mean()) * float64(l.Cost))
	}
}

// of finds the state that a request shares, and its place in it.
func (l *limitState) of(env *sim.Env, r *sim.Request) (limiter, uint32) {
	link, who := env.Home(r), r.Client
	shares, states := l.Per.shares(env.Callers(r))
	if l.Per == PerFleet { // whoever calls
		link, shares = 0, who+1
	}
	if l.byLink[link] == nil {
		l.byLink[link] = l.limit.newLimiter(states)
	}
	return l.byLink[link], who / shares
}

// limited asks the limits in their order, and answers what one of them does not let
// pass. Of several that hold r back, the longest time counts. It reports whether r goes no
// further now.
func (s *service) limited(env *sim.Env, r *sim.Request) bool {
	hold := time.Duration(0)
	for i := range s.limits {
		l := &s.limits[i]
		state, who := l.of(env, r)
		v := state.take(env.Now, who)
		if q := l.Announce.quota(env.Now, v); q.Limit > 0 {
			env.Quote(r.ID, q)
		}
		if !v.ok {
			s.overLimit(env, r, l, v.wait)
			return true
		}
		hold = max(hold, v.hold)
	}
	if hold > 0 {
		r.Memo |= held
		s.remind(env, r, hold)
	}
	return hold > 0
}

// overLimit refuses a request and tells its client when to come back.
func (s *service) overLimit(env *sim.Env, r *sim.Request, l *limitState, wait time.Duration) {
	env.Count().Limited++
	if i := (&balance{}).pick(sim.Key(r.Key, sim.ForReplica, 1), s.up, s.open); i >= 0 {
		s.owe(&s.replicas[i], l.cost)
	}
	u := sim.Unit(sim.Key(r.Key, sim.ForHint, 0))
	clock := sim.Unit(sim.Key(uint64(r.Client)<<8|uint64(env.Home(r)), sim.ForClock, env.Seed()))
	env.Reply(r.ID, sim.Status(l.Status), l.RetryAfter.told(env.Now, wait, u, clock))
}
