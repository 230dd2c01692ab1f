package simtest

import "retrystorm/sim"

// connect gives an attempt that leaves a connection, unless it is said to wait for one.
func (f *referee) connect(c *call, q *request) {
	if f.rules.Links[c.link].Connections == 0 {
		return
	}
	q.connected = true
	f.inUse(c.link)[c.client]++
	f.touched = append(f.touched, q.call)
}

func (f *referee) inUse(number uint32) map[uint32]int {
	l := &f.links[number]
	if l.busy == nil {
		l.busy = make(map[uint32]int)
	}
	return l.busy
}

func (f *referee) disconnect(c *call, q *request) {
	if q.connected {
		q.connected = false
		f.inUse(c.link)[c.client]--
	}
	q.stayed = q.pooled || q.dialled && !q.arrived && !q.lost
	q.pooled = false
}

func (f *referee) poolWaited(q *request) {
	f.check(q.connected && !q.ended && f.now == q.sent, PoolKept, "it has gone on before")
	f.disconnect(&f.calls[q.call], q)
	q.pooled = true
}

// goesOn notes that an attempt which has waited has got its connection.
func (f *referee) goesOn(q *request) {
	if q.pooled && !q.ended {
		q.pooled = false
		f.connect(&f.calls[q.call], q)
	}
}

func (f *referee) connecting(q *request) {
	f.goesOn(q)
	f.check(!q.arrived && !q.lost && !q.ended, ConnectKept, "it has connected before")
	q.dialAt, q.dialled = f.now, true
}

// poolOver checks a caller when all that happens at an instant has happened.
func (f *referee) poolOver(c *call) {
	if most := f.rules.Links[c.link].Connections; most > 0 {
		n := f.inUse(c.link)[c.client]
		f.check(n <= most, PoolKept, "client %d has %d attempts under way and %d connections", c.client, n, most)
	}
}

// noConnection checks the end of an attempt that has got none.
func (f *referee) noConnection(q *request, rules *LinkRules) {
	f.check(!q.arrived && !q.lost && !q.replied, ConnectKept, "it has been on its way")
	if f.r.Status == sim.NoConnection {
		f.check(q.pooled && f.r.D == rules.ConnectWait, ConnectKept, "it may wait %d ns", rules.ConnectWait)
	} else {
		f.check(rules.ConnectTimeout > 0 && q.dialAt.Add(rules.ConnectTimeout) == f.now, ConnectKept, "the connect timeout is %d ns, from %d ns on", rules.ConnectTimeout, q.dialAt)
	}
	q.dropped = true // it never left
}

// effectLeft checks where and how often the effect of a call happens.
func (f *referee) effectLeft(q *request, rules *NodeRules) {
	f.check(q.arrived && !q.gone() && !q.working, EffectInPlace, "the node does not have it, or has not done its work")
	root := q.call
	for f.calls[root].parent != 0 {
		root = f.requests[f.calls[root].parent].call
	}
	if f.effects == nil {
		f.effects = make(map[uint32]int)
	}
	f.effects[root]++
	f.check(!rules.Once || f.effects[root] == 1, EffectOnce, "call %d has %d", root, f.effects[root])
}
