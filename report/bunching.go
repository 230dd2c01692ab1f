package report

import "time"

// Bunching is how far retries come together: their numbers in equal windows of time,
// from the first window with a retry to the last one. What lies outside says how rare
// retries are, not how they come. First attempts are left out: a herd's would drown
// all else. Memory does not grow with retries. The zero value is empty.
type Bunching struct {
	open         uint64 // retries in the window that is not over
	ended        uint64 // windows that are, empty ones too
	fine, coarse counts // by window and by period, which is ten windows
	echo         echo
	at           uint64                   // the last period with a retry
	period       [windowsPerPeriod]uint64 // retries in its windows, until it has been counted
	pairs        pairs
}

// windowsPerPeriod makes a period one timeout, unless windows had to be made narrower.
const windowsPerPeriod = 10

// end ends a window. Most are empty, and cost next to nothing.
func (b *Bunching) end() {
	if b.open > 0 {
		b.count(b.ended, b.open)
		b.open = 0
	}
	b.ended++
}

// count counts n retries in a window, which is later than those before.
func (b *Bunching) count(window, n uint64) {
	if at := window / windowsPerPeriod; at != b.at {
		b.endPeriod()
		b.at = at
	}
	b.echo.count(&b.fine, window, n)
	b.fine.count(window, n)
	b.period[window%windowsPerPeriod] = n
}

// endPeriod counts the last period with a retry; once it has, there is nothing in it.
func (b *Bunching) endPeriod() {
	var sum uint64
	for _, n := range b.period {
		sum += n
	}
	if sum > 0 {
		b.coarse.count(b.at, sum)
		b.pairs.count(&b.period)
		b.period = [windowsPerPeriod]uint64{}
	}
}

// finish counts the last period if it is over. One that the end of the run cuts short
// is left out.
func (b *Bunching) finish() {
	if b.ended >= (b.at+1)*windowsPerPeriod {
		b.endPeriod()
	}
}

// PeakToMean is the most retries in a window / their mean over windows; NaN without
// a retry.
func (b *Bunching) PeakToMean() float64 {
	return ratio(float64(b.fine.most)*float64(b.fine.windows()), float64(b.fine.sum))
}

// Dispersion is the index of dispersion for counts, variance / mean over windows: 1
// for a Poisson process, more if retries come together. NaN without a retry.
// Source: Cox and Lewis, The Statistical Analysis of Series of Events (1966).
func (b *Bunching) Dispersion() float64 { return b.fine.dispersion() }

// CoarseDispersion is the same over periods. Two points of the curve over the width
// of the window: as large as Dispersion if windows have nothing to do with one another,
// up to ten times that if a period is all of one kind, less if windows make up for each
// other. NaN without a retry in a whole period.
func (b *Bunching) CoarseDispersion() float64 {
	b.finish()
	return b.coarse.dispersion()
}

// counts are the numbers in windows, from the first that is not empty to the last.
type counts struct {
	first, last  uint64 // of these windows
	most         uint64 // in one window
	sum, squares uint64 // of the numbers
}

// count counts n, which is not 0, in a window later than those before.
func (c *counts) count(window, n uint64) {
	if c.sum == 0 {
		c.first = window
	}
	c.last = window
	c.sum += n
	c.squares += n * n
	c.most = max(c.most, n)
}

func (c *counts) windows() uint64 {
	if c.sum == 0 {
		return 0
	}
	return c.last - c.first + 1
}

func (c *counts) dispersion() float64 {
	mean := ratio(float64(c.sum), float64(c.windows()))
	return ratio(float64(c.squares), float64(c.sum)) - mean
}

const (
	noTimeoutWindow = 8 * time.Millisecond // the AWS article draws its attempts by 10 ms
	mostWindows     = 40_000               // to the horizon: each is a sample
)

// bunchWindow is the width of the windows in which retries are counted: a tenth of the
// longest attempt timeout of the fleets or a little less, 8 ms without a timeout, and
// about 40,000 at most to the horizon. It divides the bins of the series, whose first width
// is bin, or is a power of two of it, so that one grid of samples serves both.
func (l *Layout) bunchWindow(bin time.Duration) time.Duration {
	w := noTimeoutWindow
	if t := l.Timeout(); t > 0 {
		w = t / windowsPerPeriod
	}
	w = max(w, (l.WarmUp+l.Horizon)/mostWindows, time.Millisecond)
	if w >= bin {
		for bin*2 <= w {
			bin *= 2
		}
		return bin
	}
	parts := (bin + w - 1) / w
	for bin%parts != 0 {
		parts++
	}
	return bin / parts
}
