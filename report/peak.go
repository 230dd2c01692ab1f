package report

import (
	"math"
	"time"
)

// Peak is the highest load in a bin of the series, and the mean load before the
// trigger, both in attempts per second; NaN if there is none.
type Peak struct{ PerSec, BasePerSec float64 }

// peak finds them in the series of a part, up to the horizon. The first bins of a herd
// are not told apart from a peak: it has none.
func (c *Collector) peak(s *Series) Peak {
	p := Peak{math.NaN(), math.NaN()}
	l := c.layout
	if l.Herd() {
		return p
	}
	per := s.Width.Seconds()
	for _, b := range s.between(l.WarmUp, l.WarmUp+l.Horizon) {
		if x := float64(b.Load) / per; !(x <= p.PerSec) {
			p.PerSec = x
		}
	}
	from, _, ok := l.Trigger()
	if !ok {
		return p
	}
	var n, attempts uint64
	for _, b := range s.between(l.WarmUp, l.WarmUp+from) {
		n++
		attempts += b.Load
	}
	p.BasePerSec = ratio(float64(attempts), float64(time.Duration(n)*s.Width)/float64(time.Second))
	return p
}

// capacity is what is known of the requests per second that part p can serve: that of
// its node, or of the only node of the run; 0 if it is not known.
func (l *Layout) capacity(p *Part) float64 {
	if len(p.nodes) == 1 {
		return l.Nodes[p.nodes[0]].CapacityPerSec
	}
	return 0
}
