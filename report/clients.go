package report

import "math"

// clientCount is the calls of one client that have ended, and those that succeeded.
type clientCount struct{ Calls, OK uint32 }

// mostClients is how many clients of a fleet or group are told apart: 8 MiB. Nothing is
// said about fairness among more.
const mostClients = 1 << 20

// clients counts calls by client. It grows with the highest number seen. The zero
// value is empty.
type clients struct {
	counts []clientCount
	many   bool // there are more than are told apart
}

// count counts a call of a client.
func (c *clients) count(client uint32, ok bool) {
	if int(client) >= len(c.counts) && !c.grow(client) {
		return
	}
	n := &c.counts[client]
	n.Calls++
	n.OK += one(ok)
}

// one is 1 or 0, without a branch.
func one(ok bool) uint32 {
	if ok {
		return 1
	}
	return 0
}

func (c *clients) grow(client uint32) bool {
	if client >= mostClients {
		c.many = true
		return false
	}
	c.counts = append(c.counts, make([]clientCount, int(client)+1-len(c.counts))...)
	return true
}

func (c *clients) reset() {
	clear(c.counts)
	c.counts, c.many = c.counts[:0], false
}

// Fairness is how evenly success is spread over the clients that called at all.
type Fairness struct {
	Clients, Starved uint64 // that called; of them without any success
	sum, squares     uint64 // of the successes by client
	many             bool
}

// add takes in the clients of one fleet or group.
func (f *Fairness) add(c *clients) {
	f.many = f.many || c.many
	for _, n := range c.counts {
		if n.Calls == 0 {
			continue
		}
		f.Clients++
		if n.OK == 0 {
			f.Starved++
		}
		f.sum += uint64(n.OK)
		f.squares += uint64(n.OK) * uint64(n.OK)
	}
}

// Jain is (sum x)^2 / (n sum x^2) over the successes x of n clients: 1 if all have the
// same, 1/n if one has all. NaN without a success.
// Source: Jain, Chiu, Hawe, DEC-TR-301 (1984).
func (f *Fairness) Jain() float64 {
	if f.many {
		return math.NaN()
	}
	return ratio(float64(f.sum)*float64(f.sum), float64(f.Clients)*float64(f.squares))
}

// StarvedShare is clients without any success / clients that called.
func (f *Fairness) StarvedShare() float64 {
	if f.many {
		return math.NaN()
	}
	return ratio(float64(f.Starved), float64(f.Clients))
}
