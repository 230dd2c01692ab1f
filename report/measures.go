package report

import (
	"math"
	"slices"

	"retrystorm/sim"
)

// Facts is what one run, or one phase of it, says of one part; measures are functions
// of it.
type Facts struct {
	Part    Part
	Calls   sim.LinkCount // of its links, after the warm-up
	Nodes   sim.NodeCount // of its nodes, after the warm-up
	Held    Held          // workers of its nodes
	Clients uint64        // calls of all fleets
	Seconds float64       // to the horizon; of a herd: to the last success
	Last    float64       // seconds to the last success at the client, NaN without one
	Latency *Latencies
	Recover Recovery
	Finding Finding

	Window         sim.LinkCount // what happened on its links in the time it is about, whenever the calls began
	WindowSeconds  float64       // that time
	CapacityPerSec float64       // requests, 0 if not known
	Peak           Peak
	Bunching       Bunching
	Fairness       Fairness
}

// Better says which way a measure is better.
type Better int8

// The ways.
const (
	Neither Better = 0
	Lower   Better = -1
	Higher  Better = 1
)

// Shape is how the values of a measure are to be read.
type Shape uint8

// The shapes.
const (
	Number Shape = iota
	Count        // a whole number of calls or attempts
	Flag         // 1 or 0; its mean is the share of trials
	Word         // the code of a verdict
)

// Measure is one row of the catalogue.
type Measure struct {
	Name   string // in tables, files and thresholds
	Unit   string // s, 1/s, share, calls, attempts, attempts/call, requests, ratio, ...; "" of a word
	Doc    string // what it is, with its formula
	Better Better
	Shape  Shape
	Phased bool                   // it can be taken of a phase of a run, see [Phase]
	Of     func(f *Facts) float64 // NaN if it does not apply, +Inf if it never happens
}

// Measures is the catalogue of measures, in the order of the columns of the files.
var Measures = slices.Concat(callMeasures, rateMeasures, latencyMeasures, workMeasures, retryMeasures, effectMeasures, fairMeasures, recoveryMeasures)

// ratio is a/b, NaN if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// MeasureIndex is the place of a measure in the catalogue, -1 if there is none.
func MeasureIndex(name string) int {
	for i := range Measures {
		if Measures[i].Name == name {
			return i
		}
	}
	return -1
}

// seconds is the time that rates are taken over.
func (c *Collector) seconds(res *sim.Result) float64 {
	if c.layout.Herd() {
		end := res.LastOK
		if end == 0 {
			end = res.End
		}
		return end.Sub(c.layout.start()).Seconds()
	}
	return c.layout.horizon(res).Seconds()
}
