package sim_test

import (
	"fmt"
	"strings"

	"retrystorm/sim"
)

// recorder keeps every record it wants.
type recorder struct {
	want sim.Kinds
	recs []sim.Record
}

func (r *recorder) Wants() sim.Kinds {
	if r.want == 0 {
		return sim.AllKinds
	}
	return r.want
}

func (r *recorder) Observe(rec *sim.Record) { r.recs = append(r.recs, *rec) }

func (r *recorder) String() string {
	var b strings.Builder
	for _, rec := range r.recs {
		fmt.Fprintln(&b, rec)
	}
	return b.String()
}
