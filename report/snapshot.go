package report

import "retrystorm/sim"

// snapshot is the counters of a run at one instant.
type snapshot struct {
	at    sim.Time
	links []sim.LinkCount
	nodes []sim.NodeCount
	held  []Held
}

// Held is worker-microseconds at a node: those that were busy, and those there were.
type Held struct{ Busy, Workers uint64 }

func (s *snapshot) reset(l *Layout) {
	s.at = 0
	s.links = resize(s.links, len(l.Links))
	s.nodes = resize(s.nodes, len(l.Nodes))
	s.held = resize(s.held, len(l.Nodes))
	clear(s.links)
	clear(s.nodes)
	clear(s.held)
}

func (s *snapshot) take(at sim.Time, t *sim.Tally, h []Held) {
	s.at = at
	copy(s.links, t.Links)
	copy(s.nodes, t.Nodes)
	copy(s.held, h)
}

// linksSince sums up what was counted on the links of p from b on.
func (s *snapshot) linksSince(b *snapshot, p *Part) (sum sim.LinkCount) {
	for _, i := range p.links {
		addLinks(&sum, &s.links[i], &b.links[i])
	}
	return sum
}

// nodesSince sums up what was counted at the nodes of p from b on.
func (s *snapshot) nodesSince(b *snapshot, p *Part) (sum sim.NodeCount, h Held) {
	for _, i := range p.nodes {
		addNodes(&sum, &s.nodes[i], &b.nodes[i])
		h.Busy += s.held[i].Busy - b.held[i].Busy
		h.Workers += s.held[i].Workers - b.held[i].Workers
	}
	return sum, h
}

func addNodes(sum, n, b *sim.NodeCount) {
	sum.Arrived += n.Arrived - b.Arrived
	sum.Started += n.Started - b.Started
	sum.Replied += n.Replied - b.Replied
	sum.Dropped += n.Dropped - b.Dropped
	sum.Rejected += n.Rejected - b.Rejected
	sum.Work += n.Work - b.Work
	sum.Wasted += n.Wasted - b.Wasted
	sum.Limited += n.Limited - b.Limited
	sum.Shed += n.Shed - b.Shed
	sum.Hits += n.Hits - b.Hits
	sum.Misses += n.Misses - b.Misses
	sum.Crashes += n.Crashes - b.Crashes
	sum.Ejections += n.Ejections - b.Ejections
}

func addLinks(sum, n, b *sim.LinkCount) {
	sum.Calls += n.Calls - b.Calls
	sum.OK += n.OK - b.OK
	sum.Failed += n.Failed - b.Failed
	sum.Refused += n.Refused - b.Refused
	sum.Unfinished += n.Unfinished - b.Unfinished
	sum.Attempts += n.Attempts - b.Attempts
	sum.First += n.First - b.First
	sum.Retries += n.Retries - b.Retries
	sum.Hedges += n.Hedges - b.Hedges
	sum.TimedOut += n.TimedOut - b.TimedOut
	sum.Late += n.Late - b.Late
	sum.Cancelled += n.Cancelled - b.Cancelled
	sum.LostRequests += n.LostRequests - b.LostRequests
	sum.LostResponses += n.LostResponses - b.LostResponses
	sum.Replayed += n.Replayed - b.Replayed
	sum.Connects += n.Connects - b.Connects
	sum.Effects += n.Effects - b.Effects
	sum.Duplicates += n.Duplicates - b.Duplicates
	sum.ToldFailedButDone += n.ToldFailedButDone - b.ToldFailedButDone
	sum.ToldOKButUndone += n.ToldOKButUndone - b.ToldOKButUndone
	for st := range sum.Ended {
		sum.Ended[st] += n.Ended[st] - b.Ended[st]
	}
}
