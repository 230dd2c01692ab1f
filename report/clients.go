package report

import (
	"math"
	"slices"
	"time"
)

// clientCount is the calls of one client that have ended, those that succeeded, and
// how long these took in all.
type clientCount struct {
	Calls, OK uint32
	Took      time.Duration
}

// mostClients is how many clients of a fleet or group are told apart: 16 MiB. Nothing is
// said about fairness among more.
const mostClients = 1 << 20

// clients counts calls by client. It grows with the highest number seen. The zero
// value is empty.
type clients struct {
	counts []clientCount
	many   bool // there are more than are told apart
	tails  tails
}

// count counts a call of a client, and the time it took if it succeeded.
func (c *clients) count(client uint32, took time.Duration, ok bool) {
	if int(client) >= len(c.counts) && !c.grow(client) {
		return
	}
	n := &c.counts[client]
	n.Calls++
	if ok {
		n.OK++
		n.Took += took
		if client < mostTails {
			c.tails.add(client, took)
		}
	}
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
	c.tails.reset()
}

// Fairness is how evenly success is spread over the clients that called at all.
type Fairness struct {
	Clients, Starved uint64 // that called; of them without any success
	sum, squares     uint64 // of the successes by client
	many             bool
	means            []uint64 // mean nanoseconds of the successes, by client that had any
	worst            float64  // the largest of the clients' p99 latencies in seconds, or up to 1/32 more
	crowded          bool     // there are more clients than tails are kept of
}

// add takes in the clients of one fleet or group.
func (f *Fairness) add(c *clients) {
	f.many = f.many || c.many
	f.means = slices.Grow(f.means, len(c.counts))
	if len(c.counts) > mostTails {
		f.crowded = true
	} else {
		f.worst = max(f.worst, c.tails.worst(0.99, c.counts))
	}
	for _, n := range c.counts {
		if n.Calls == 0 {
			continue
		}
		f.Clients++
		if n.OK == 0 {
			f.Starved++
		} else {
			f.means = append(f.means, uint64(n.Took)/uint64(n.OK))
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

// Gini is Gini's coefficient of the clients' mean completion times, of those with a
// success: sum |x(i) - x(j)| over all pairs i, j in either order / (2 n^2 mean). 0 if all
// are as fast, (n - 1)/n if one takes all the time. NaN without a success.
// Source: Gini, Variabilita e mutabilita (1912), as the weighted sum over sorted values.
//
// Values are taken from both ends at once: no term is below 0, so that nothing cancels.
func (f *Fairness) Gini() float64 {
	n := len(f.means)
	if f.many || n == 0 {
		return math.NaN()
	}
	x := sortNumbers(f.means)
	var apart, sum float64
	for i, v := range x {
		sum += float64(v)
		if i < n/2 {
			apart += float64(float64(n-1-2*i) * float64(x[n-1-i]-v))
		}
	}
	return ratio(apart, float64(float64(n)*sum))
}

// WorstP99 is the largest of the clients' p99 latencies in seconds, or up to 1/32 more
// but not more than longest, that of all calls. +Inf if more than one in a hundred calls
// of some client failed. NaN without a call, or among more than 4,096 clients.
func (f *Fairness) WorstP99(longest time.Duration) float64 {
	switch {
	case f.crowded || f.Clients == 0:
		return math.NaN()
	case math.IsInf(f.worst, 1):
		return f.worst
	}
	return min(f.worst, longest.Seconds())
}

// sortNumbers sorts x byte by byte, in time that grows with its length alone: there may
// be a million clients. What is in x afterwards is not sorted.
func sortNumbers(x []uint64) []uint64 {
	if len(x) == 0 {
		return x
	}
	other := make([]uint64, len(x))
	for shift, most := 0, slices.Max(x); shift < 64 && most>>shift > 0; shift += 8 {
		var from [256]int
		for _, v := range x {
			from[byte(v>>shift)]++
		}
		at := 0
		for i, n := range from {
			from[i], at = at, at+n
		}
		for _, v := range x {
			digit := byte(v >> shift)
			other[from[digit]] = v
			from[digit]++
		}
		x, other = other, x
	}
	return x
}
