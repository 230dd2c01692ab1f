package report

import "time"

// Cohort is the calls born in one window of time: how many, and how many of them
// succeeded.
type Cohort struct{ Born, OK uint32 }

// Cohorts counts calls by when they were born, in equal windows since the end of the
// warm-up. The zero value counts nothing.
type Cohorts struct {
	Width time.Duration
	Bins  []Cohort
}

const mostCohorts = 4000

// cohortWindows are the windows in which calls are counted: a nice width, and at most
// 4,000 until the horizon. A run without a trigger or a horizon has none, as nothing
// is to recover from.
func (l *Layout) cohortWindows() (width time.Duration, n int) {
	if _, _, ok := l.Trigger(); !ok {
		return 0, 0
	}
	w := niceWidth(l.Horizon / mostCohorts)
	for l.Horizon/w >= mostCohorts {
		w = nextWidth(w)
	}
	return w, int((l.Horizon + w - 1) / w)
}

// nextWidth is the nice width after w.
func nextWidth(w time.Duration) time.Duration {
	for d := w * 2; ; d += w / 2 {
		if n := niceWidth(d); n > w {
			return n
		}
	}
}

// reset empties c for n windows of width w.
func (c *Cohorts) reset(w time.Duration, n int) {
	if n > len(c.Bins) {
		c.Bins = make([]Cohort, n)
	}
	c.Width, c.Bins = w, c.Bins[:n]
	clear(c.Bins)
}

// count counts a call born at t, and whether it succeeded.
func (c *Cohorts) count(t time.Duration, ok bool) {
	if c.Width == 0 || t < 0 {
		return
	}
	i := min(int(t/c.Width), len(c.Bins)-1)
	c.Bins[i].Born++
	if ok {
		c.Bins[i].OK++
	}
}

// merge adds the counts of d, which has the same windows.
func (c *Cohorts) merge(d *Cohorts) {
	for i, n := range d.Bins {
		c.Bins[i].Born += n.Born
		c.Bins[i].OK += n.OK
	}
}
