package models

import "math/bits"

// Balancer says how a replica is chosen for a request.
type Balancer string

// The ways to choose. Only replicas that are up are looked at, and only their number of
// requests in hand is known, not how fast they are: a replica that fails at once has the
// fewest, and draws the load of all to itself under the last two.
const (
	BalanceRandom           Balancer = "random"
	BalanceRoundRobin       Balancer = "round-robin"
	BalanceLeastOutstanding Balancer = "least-outstanding"
	BalancePowerOfTwo       Balancer = "power-of-two"
)

// Values lists them.
func (Balancer) Values() []string {
	return []string{string(BalanceRandom), string(BalanceRoundRobin), string(BalanceLeastOutstanding), string(BalancePowerOfTwo)}
}

// balance is a balancer at work. The zero value of its kind is random.
type balance struct {
	kind Balancer
	next int // where round robin goes on; replicas below it have had their turn
}

// pick returns the number of a replica that is up, -1 if none is. up and outstanding
// have one entry per replica. u is a random word, used by random and power-of-two alone:
//
//   - random: each with the same probability.
//   - round-robin: the first that is up after the one picked last, around the end.
//   - least-outstanding: the one with the fewest requests in hand; of several, the first
//     after the one picked last, so that an idle house shares out evenly.
//   - power-of-two: two different ones at random, of them the one with fewer in hand; at
//     a tie the first drawn. The only one, if there is one.
func (b *balance) pick(u uint64, up []bool, outstanding []int32) int {
	n := 0
	for _, ok := range up {
		if ok {
			n++
		}
	}
	if n == 0 {
		return -1
	}
	switch b.kind {
	case BalanceRoundRobin:
		return b.turn(up, nil)
	case BalanceLeastOutstanding:
		return b.turn(up, outstanding)
	case BalancePowerOfTwo:
		return lesser(u, n, up, outstanding)
	}
	first, _ := bits.Mul64(u, uint64(n))
	return nthUp(up, int(first))
}

// turn is the first of those that are up with the least of load, from b.next around.
// Without loads all are alike.
func (b *balance) turn(up []bool, load []int32) int {
	best := -1
	if b.next >= len(up) { // around the end, or there are fewer replicas than before
		b.next = 0
	}
	for k := range up {
		i := b.next + k
		if i >= len(up) {
			i -= len(up)
		}
		if !up[i] {
			continue
		}
		if best < 0 || load != nil && load[i] < load[best] {
			best = i
		}
		if load == nil {
			break
		}
	}
	b.next = best + 1
	return best
}

// lesser draws two of the n that are up, the second from what the first has left of u.
func lesser(u uint64, n int, up []bool, load []int32) int {
	first, rest := bits.Mul64(u, uint64(n))
	a := nthUp(up, int(first))
	if n == 1 {
		return a
	}
	second, _ := bits.Mul64(rest, uint64(n-1))
	if second >= first {
		second++
	}
	if b := nthUp(up, int(second)); load[b] < load[a] {
		return b
	}
	return a
}

// nthUp is the number of the n-th that is up, from 0.
func nthUp(up []bool, n int) int {
	for i, ok := range up {
		if ok {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}
