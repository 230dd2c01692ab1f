package report

import "math"

// workMeasures are about nodes. In a phase they count what a node does in it.
var workMeasures = []Measure{
	{"wasted_share", "share", "Service time spent on what nobody waits for / service time.", Lower, Number, false,
		func(f *Facts) float64 { return ratio(f.Nodes.Wasted.Seconds(), f.Nodes.Work.Seconds()) }},
	{"utilisation", "share", "Workers held / workers there are, both summed over time. It is 1 in a good rush hour and in a storm: read it beside goodput.", Neither, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Held.Busy), float64(f.Held.Workers)) }},
	{"limited", "requests", "Requests that a limit of the service refused.", Lower, Count, true,
		atNodes(func(f *Facts) uint64 { return f.Nodes.Limited })},
	{"limited_share", "share", "limited / requests that arrived.", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Nodes.Limited), float64(f.Nodes.Arrived)) }},
	{"shed", "requests", "Requests that a full queue, a shedder or a concurrency limit refused.", Lower, Count, true,
		atNodes(func(f *Facts) uint64 { return f.Nodes.Shed })},
	{"shed_share", "share", "shed / requests that arrived.", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Nodes.Shed), float64(f.Nodes.Arrived)) }},
	{"hit_ratio", "share", "Requests that the cache answered / requests that asked it.", Higher, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Nodes.Hits), float64(f.Nodes.Hits+f.Nodes.Misses)) }},
	{"crashes", "crashes", "Replicas that crashed.", Lower, Count, true,
		atNodes(func(f *Facts) uint64 { return f.Nodes.Crashes })},
	{"ejections", "ejections", "Replicas that their balancer took out.", Neither, Count, true,
		atNodes(func(f *Facts) uint64 { return f.Nodes.Ejections })},
	{"connects", "connections", "Connections that callers opened.", Lower, Count, false,
		func(f *Facts) float64 { return float64(f.Calls.Connects) }},
}

// atNodes is a count of nodes, NaN for a part without any.
func atNodes(count func(*Facts) uint64) func(*Facts) float64 {
	return func(f *Facts) float64 {
		if len(f.Part.nodes) == 0 {
			return math.NaN()
		}
		return float64(count(f))
	}
}
