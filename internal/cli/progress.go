package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows how far a run is: a bar with the time left on a terminal, a plain
// line every few seconds elsewhere.
type progress struct {
	w     io.Writer
	quiet bool
	tty   bool
	start time.Time
	last  time.Time
	bars  *mpb.Progress
	bar   *mpb.Bar
}

// plainEvery is the distance of plain lines.
const plainEvery = 5 * time.Second

func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{w: w, quiet: quiet, start: time.Now()}
	p.last = p.start
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.tty = err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
	}
	return p
}

// step is told after each run.
func (p *progress) step(done, total int) {
	switch {
	case p.quiet:
	case p.tty:
		p.draw(done, total)
	case time.Since(p.last) >= plainEvery && done < total:
		p.last = time.Now()
		left := time.Duration(float64(time.Since(p.start)) / float64(done) * float64(total-done))
		fmt.Fprintf(p.w, "%d of %d runs, about %v left\n", done, total, left.Round(time.Second))
	}
}

func (p *progress) draw(done, total int) {
	if p.bar == nil {
		p.bars = mpb.New(mpb.WithOutput(p.w), mpb.WithWidth(60))
		p.bar = p.bars.New(int64(total), mpb.BarStyle(),
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.CountersNoUnit("%d of %d runs ")),
			mpb.AppendDecorators(decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 8}), "")))
	}
	p.bar.SetCurrent(int64(done))
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
