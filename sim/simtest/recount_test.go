package simtest_test

import (
	"fmt"
	"time"

	"retrystorm/sim"
)

// recount counts the records anew and compares with the counters of a result.
func recount(c scenario, recs []sim.Record, res sim.Result) (problems []string) {
	links := make([]sim.LinkCount, len(c.cfg.Links))
	nodes := make([]sim.NodeCount, len(c.cfg.Nodes))
	live := make(map[uint32]int)
	work := make(map[uint32]time.Duration) // of what is begun, by seq
	cut := make([]bool, len(nodes))        // work was stopped on the way
	running := make(map[uint32]bool)
	answered := make(map[uint32]bool)
	for _, r := range recs {
		l := &links[r.Link]
		to := c.cfg.Links[r.Link].To
		n := &nodes[to]
		switch r.Kind {
		case sim.CallBegan:
			l.Calls++
		case sim.AttemptSent:
			l.Attempts++
			switch {
			case r.Attempt == 1:
				l.First++
			case live[r.Call] > 0:
				l.Hedges++
			default:
				l.Retries++
			}
			live[r.Call]++
		case sim.RequestLost:
			l.LostRequests++
		case sim.RequestArrived:
			n.Arrived++
		case sim.RequestStarted:
			n.Started++
			n.Work += r.D
			work[r.Seq], running[r.Seq] = r.D, true
		case sim.RequestWoken:
			running[r.Seq] = false
		case sim.Replied:
			n.Replied++
			answered[r.Seq] = true
			if r.Status == sim.Shed {
				n.Shed++
			}
			if _, began := work[r.Seq]; !began && r.Status != sim.OK {
				n.Rejected++
			}
		case sim.Dropped:
			n.Dropped++
			cut[to] = cut[to] || running[r.Seq]
		case sim.ResponseLost:
			l.LostResponses++
		case sim.AttemptEnded:
			live[r.Call]--
			if r.Status == sim.TimedOut {
				l.TimedOut++
			}
		case sim.LateReply:
			l.Late++
		case sim.CancelSent:
			l.Cancelled++
		case sim.CallEnded:
			switch {
			case r.Status == sim.Unfinished:
				l.Unfinished++
			case r.Status == sim.OK:
				l.OK++
			case r.Attempt == 0:
				l.Refused++
			default:
				l.Failed++
			}
		}
	}
	return compare(c, res, links, nodes, cut)
}

// compare names the counters that differ.
func compare(c scenario, res sim.Result, links []sim.LinkCount, nodes []sim.NodeCount, cut []bool) (problems []string) {
	for i := range links {
		got := res.Links[i]
		want := links[i]
		want.Open = got.Calls - got.OK - got.Failed - got.Refused
		if a, b := columns(got), columns(want); a != b {
			problems = append(problems, fmt.Sprintf("link %d: counted %+v, the records say %+v", i, got, want))
		}
	}
	for i, got := range res.Nodes {
		want := nodes[i]
		want.Gauge, want.Wasted = got.Gauge, got.Wasted
		if cut[i] {
			want.Work = got.Work
		}
		if got != want {
			problems = append(problems, fmt.Sprintf("node %d: counted %+v, the records say %+v", i, got, want))
		}
	}
	return problems
}

// columns is what can be compared of a link's counters.
func columns(l sim.LinkCount) [14]uint64 {
	return [...]uint64{l.Calls, l.OK, l.Failed, l.Refused, l.Unfinished, l.Attempts, l.First, l.Retries, l.Hedges,
		l.TimedOut, l.Late, l.Cancelled, l.LostRequests, l.LostResponses}
}
