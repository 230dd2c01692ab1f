package report

import "time"

// Verdict is how a run came out of its trigger.
type Verdict uint8

// The verdicts. A run is judged at the end of the trigger plus [Patience].
const (
	NotJudged Verdict = iota // nothing to recover from
	Healthy                  // recovered by then
	Slow                     // not back by then, but the backlog falls
	Stuck                    // not back, and nothing falls
	Undecided                // the horizon comes before the judgement
)

var verdictNames = [...]string{"", "healthy", "slow", "stuck", "undecided"}

func (v Verdict) String() string { return verdictNames[v] }

const (
	patienceFactor   = 10
	patienceTimeouts = 20
	leastPatience    = 10 * time.Second
	mostPatience     = time.Hour
)

// Patience is how long after the end of the trigger a run is judged: 10 times what
// the same run without retries (same seed, its twin) needs to recover, at least 20
// attempt timeouts and 10 s, at most an hour. It is an hour if the twin has not
// recovered before its horizon either, for then nobody knows how long that takes.
func Patience(twin Recovery, timeout time.Duration) time.Duration {
	if !twin.Recovered {
		return mostPatience
	}
	j := max(patienceFactor*twin.Time, patienceTimeouts*timeout, leastPatience)
	return min(j, mostPatience)
}

// Evidence is what a verdict is made from.
type Evidence struct {
	Recovery   Recovery
	Twin       Recovery // of the same run without retries; of itself if it has none
	Timeout    time.Duration
	TriggerEnd time.Duration
	Horizon    time.Duration // or when a limit ended the run
	Trend      Trend
}

// Finding is a verdict and what goes with it.
type Finding struct {
	Verdict    Verdict
	Metastable bool          // stuck, and the twin recovered: the retries alone keep it there
	Decides    time.Duration // of an undecided run: the horizon that would decide
}

// Decide judges one run:
//
//	recovered within the patience               healthy
//	recovered later                             slow
//	not recovered, horizon before the judgement undecided
//	not recovered, Trend.Stuck                  stuck
//	not recovered otherwise                     slow
func Decide(e Evidence) Finding {
	judged := e.TriggerEnd + Patience(e.Twin, e.Timeout)
	switch r := e.Recovery; {
	case r.Recovered && e.TriggerEnd+r.Time <= judged:
		return Finding{Verdict: Healthy}
	case r.Recovered:
		return Finding{Verdict: Slow}
	case e.Horizon < judged:
		return Finding{Verdict: Undecided, Decides: judged}
	case e.Trend.Stuck():
		return Finding{Verdict: Stuck, Metastable: e.Twin.Recovered}
	}
	return Finding{Verdict: Slow}
}
