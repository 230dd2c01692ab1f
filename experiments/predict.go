package experiments

import (
	"fmt"
	"math"
	"slices"

	"retrystorm/models"
	"retrystorm/models/theory"
	"retrystorm/report"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// bounds remembers safe bounds, which many cells share and which take a while.
type bounds map[theory.Retrying]float64

// mostRoom is the size up to which the exact bound is worth its time.
const mostRoom = 2500

// safeQueue is the most places for waiting requests at which no storm can last. With
// exponential service times it is exact under the assumptions of the fixed point
// (retries as good as Poisson); otherwise it is that of a fluid, which is a little
// too high: it forgets that half of the requests at the bound are late.
func (b bounds) safeQueue(c *Cell, node int, timeout float64, p report.Prediction) float64 {
	q, ok := c.Plan.Config.Nodes[node].Model.(*models.Queue)
	if !ok || q.Special() != "" {
		return 0
	}
	mean := q.ServiceTime.Mean().Seconds()
	exponential := false
	if _, ok := q.ServiceTime.(*models.Exponential); ok {
		exponential = true
	}
	if !exponential || p.CapacityPerSec*timeout > mostRoom || math.IsInf(p.MaxAttempts, 1) {
		return math.Floor(theory.SafeWaiting(p.CapacityPerSec, timeout, mean))
	}
	r := theory.Retrying{Lambda: p.OfferedPerSec, Mu: 1 / mean, Workers: q.Workers, Timeout: timeout, Retries: int(math.Ceil(p.MaxAttempts)) - 1}
	room, known := b[r]
	if !known {
		room = r.SafeRoom()
		b[r] = room
	}
	if math.IsInf(room, 0) || math.IsNaN(room) {
		return 0
	}
	return max(0, room-float64(q.Workers))
}

// predict says what theory knows of the cell: of the node that is closest to its
// capacity.
func (b bounds) predict(c *Cell) report.Prediction {
	worst, most := -1, 0.0
	layout := &c.Plan.Layout
	for i, n := range layout.Nodes {
		if n.CapacityPerSec > 0 && n.OfferedPerSec/n.CapacityPerSec > most {
			worst, most = i, n.OfferedPerSec/n.CapacityPerSec
		}
	}
	if worst < 0 {
		return report.Prediction{MaxAttempts: c.attemptsAt(0), CapacityPerSec: layout.Nodes[0].CapacityPerSec,
			HerdPerSec: c.herdLoad(), Measures: c.expect()}
	}
	n := layout.Nodes[worst]
	p := report.Prediction{OfferedPerSec: n.OfferedPerSec, CapacityPerSec: n.CapacityPerSec, MaxAttempts: n.WorstPerSec / n.OfferedPerSec, Measures: c.expect()}
	if len(layout.Nodes) > 1 {
		p.Node = n.Name
	}
	if math.IsInf(n.CapacityPerSec, 1) {
		return p
	}
	q, ok := c.Plan.Config.Nodes[worst].Model.(*models.Queue)
	if n.ColdPerSec > n.OfferedPerSec { // what counts after a flush is what comes then
		p.OfferedPerSec, p.MaxAttempts = n.ColdPerSec, n.WorstPerSec/n.ColdPerSec
		p.Notes = append(p.Notes, fmt.Sprintf("the load of %s is that of empty caches; with warm ones it is %s", n.Name, perSec(n.OfferedPerSec)))
		return p
	}
	if !ok || q.Contention == nil && q.Crash == nil && !c.losesWorkers(worst) {
		if s := theory.SafeBudget(n.OfferedPerSec, n.CapacityPerSec); s < 1 { // a budget is at most 100 %
			p.SafeBudget = s
		}
	}
	if t := c.timeoutAt(worst); t > 0 {
		p.SafeQueue = b.safeQueue(c, worst, t, p)
	}
	switch {
	case ok && q.Special() != "":
		p.Notes = append(p.Notes, fmt.Sprintf("the bound of the queue is not known with %s", q.Special()))
	case ok && q.Abandoned != models.Serve:
		p.Notes = append(p.Notes, "the bounds assume that abandoned work is served")
	}
	return p
}

// losesWorkers reports whether a fault takes capacity away from a node.
func (c *Cell) losesWorkers(node int) bool {
	return slices.ContainsFunc(c.Plan.Config.Faults, func(f sim.Target) bool {
		return f.On == node && (f.Kind == sim.Crash && f.Replica > 0 || f.Kind == sim.Capacity)
	})
}

// attemptsAt is the most attempts at a node of one call of a fleet: those of the
// links on the way, multiplied. +Inf if there is no limit.
func (c *Cell) attemptsAt(node int) float64 {
	most := 0.0
	for i := range c.Plan.Config.Links {
		l := &c.Plan.Config.Links[i]
		if int(l.To) != node {
			continue
		}
		own := c.own(i)
		if l.From >= 0 {
			own *= c.attemptsAt(l.From)
		}
		most = max(most, own)
	}
	return most
}

// own is the most attempts of one call over link number i, +Inf if there is no limit.
func (c *Cell) own(i int) float64 {
	if p, ok := c.Plan.Config.Links[i].Policy.(strategies.Policy); ok && p.MostAttempts() > 0 {
		return float64(p.MostAttempts())
	}
	return math.Inf(1)
}

// timeoutAt is the longest attempt timeout of the node's callers in seconds, 0 if one
// waits for ever.
func (c *Cell) timeoutAt(node int) float64 {
	longest := 0.0
	for _, l := range c.Plan.Config.Links {
		if int(l.To) != node {
			continue
		}
		if l.Timeout == 0 {
			return 0
		}
		longest = max(longest, l.Timeout.Seconds())
	}
	return longest
}
