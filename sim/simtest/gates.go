package simtest

// askGates checks that the gates let an attempt leave, and takes what it costs.
func (f *referee) askGates(c *call, hedge bool) {
	rules := &f.rules.Links[c.link]
	b := rules.Budget
	switch {
	case b == nil:
	case hedge || c.attempts > 0 && !b.TakeAtDecision:
		f.take(c, b)
	case c.attempts == 0 && !b.DepositOnSuccess:
		f.ledger(c, b).add(f.now, b.RatioMicro)
	}
	if rules.Breaker != nil {
		k := f.breaker(c)
		f.check(k.lets(f.now), BreakerAgrees, "it is open since %d ns", k.since)
		k.leaves(f.now, f.r.Seq)
	}
}

// tellGates tells the gates how an attempt has ended.
func (f *referee) tellGates(c *call, q *request) {
	rules := &f.rules.Links[c.link]
	if b := rules.Budget; b != nil && b.DepositOnSuccess && q.status == 0 {
		f.ledger(c, b).add(f.now, b.RatioMicro)
	}
	if rules.Breaker != nil {
		f.breaker(c).ended(f.now, f.r.Seq, q.sent, q.status)
	}
}

func (f *referee) take(c *call, b *BudgetRules) {
	l := f.ledger(c, b)
	f.check(l.sum(f.now) >= token, BudgetAgrees, "it holds %d millionths of a token", l.sum(f.now))
	l.take(f.now)
}

func (f *referee) hasToken(c *call, b *BudgetRules) bool { return f.ledger(c, b).sum(f.now) >= token }

func (f *referee) ledger(c *call, b *BudgetRules) *ledger {
	return slot(&f.links[c.link].ledgers, c.client, b.Shared, func() *ledger { return newLedger(b) })
}

func (f *referee) breaker(c *call) *breaker {
	b := f.rules.Links[c.link].Breaker
	return slot(&f.links[c.link].breakers, c.client, b.Shared, func() *breaker { return &breaker{BreakerRules: b} })
}

// slot is the state that a client shares with others.
func slot[T any](all *map[uint32]*T, client, shared uint32, fresh func() *T) *T {
	key := uint32(0)
	if shared > 0 {
		key = client / shared
	}
	if *all == nil {
		*all = make(map[uint32]*T)
	}
	if (*all)[key] == nil {
		(*all)[key] = fresh()
	}
	return (*all)[key]
}
