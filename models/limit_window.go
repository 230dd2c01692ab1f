package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Windowed is the quota of limits that count by windows: Rate x Window requests.
type Windowed struct {
	Rate   sim.Rate      `key:"rate,required" doc:"requests per second on average; times the window it must be a whole number"`
	Window time.Duration `key:"window" doc:"length of the window, 1ms to 366d; default 1s. Windows of the clock begin at the beginning of the run, warm-up included"`
}

// Validate reports a quota that is no number of requests.
func (w *Windowed) Validate() error {
	x := w.requests()
	n := math.Round(x)
	return catalog.Join(
		wrongRate(w.Rate),
		catalog.Problem(w.Window < time.Millisecond || w.Window > 366*24*time.Hour, "window", "must lie between 1ms and 366d"),
		catalog.Problem(isRate(w.Rate) && (n < 1 || n > maxBurst || math.Abs(x-n) > n*1e-9), "rate",
			"times the window must be a whole number of requests, 1 to 1000000000; for 100 in a minute write rate: 100/min and window: 1m"))
}

func (w *Windowed) requests() float64 { return float64(w.Rate) * w.Window.Seconds() }

// quota is how many requests there are in a window.
func (w *Windowed) quota() uint32 { return uint32(math.Round(w.requests())) }

// window is which window of the clock now lies in, and how long it has run.
func window(now, length sim.Time) (nth int64, gone sim.Time) {
	return int64(now / length), now % length
}
