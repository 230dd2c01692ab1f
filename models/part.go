package models

import "retrystorm/sim"

// Part is the share of an open workload that a group of its fleet brings. Closed
// workloads belong to each client and stay as they are.
func Part(w sim.Workload, share float64) sim.Workload {
	switch w := w.(type) {
	case *Poisson:
		return &Poisson{PerSec: sim.Rate(float64(w.PerSec) * share)}
	case *Steady:
		return &Steady{PerSec: sim.Rate(float64(w.PerSec) * share)}
	case *Batch:
		return &Batch{Size: max(1, int(float64(w.Size)*share+0.5)), Every: w.Every}
	}
	return w
}
