package report

import "time"

// Bunching is how far retries come together: their numbers in equal windows of time,
// from the first window with a retry to the last one. What lies outside says how rare
// retries are, not how they come. First attempts are left out: a herd's would drown
// all else. The zero value is empty.
type Bunching struct {
	Windows      uint64
	Most         uint64 // retries in one window
	Sum, squares uint64 // of the retries by window
	quiet        uint64 // windows since the last with a retry
	open         uint64 // retries in the window that is not over
}

// end ends a window.
func (b *Bunching) end() {
	n := b.open
	b.open = 0
	switch {
	case n > 0:
		b.Windows += b.quiet + 1
		b.quiet = 0
		b.Sum += n
		b.squares += n * n
		b.Most = max(b.Most, n)
	case b.Sum > 0:
		b.quiet++
	}
}

// PeakToMean is the most retries in a window / their mean over windows; NaN without
// a retry.
func (b *Bunching) PeakToMean() float64 {
	return ratio(float64(b.Most)*float64(b.Windows), float64(b.Sum))
}

// Dispersion is the index of dispersion for counts, variance / mean over windows: 1
// for a Poisson process, more if retries come together. NaN without a retry.
func (b *Bunching) Dispersion() float64 {
	mean := ratio(float64(b.Sum), float64(b.Windows))
	return ratio(float64(b.squares), float64(b.Sum)) - mean
}

const (
	windowsPerTimeout = 10
	noTimeoutWindow   = 8 * time.Millisecond // the AWS article draws its attempts by 10 ms
	mostWindows       = 40_000               // to the horizon: each is a sample
)

// bunchWindow is the width of the windows in which retries are counted: a tenth of the
// longest attempt timeout of the fleets or a little less, 8 ms without a timeout, and
// about 40,000 at most to the horizon. It divides the bins of the series, whose first width
// is bin, or is a power of two of it, so that one grid of samples serves both.
func (l *Layout) bunchWindow(bin time.Duration) time.Duration {
	w := noTimeoutWindow
	if t := l.Timeout(); t > 0 {
		w = t / windowsPerTimeout
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
