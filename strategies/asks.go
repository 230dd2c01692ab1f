package strategies

import "retrystorm/sim"

// Retries reports whether there is a link on which the policy retries st.
func (p Policy) Retries(st sim.Status) bool {
	k := p.classify(sim.Scopes{})
	return p.Backoff != nil && (k.always | k.once).Has(st)
}

// Heeds reports whether the policy does what the Retry-After of an answer with st says.
func (p Policy) Heeds(st sim.Status) bool {
	h := p.RetryAfter.rule()
	return h.on.Has(st)
}
