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

// count counts the records of a kind on a link.
func (r *recorder) count(k sim.Kind, link uint8) (n int) {
	for i := range r.recs {
		if r.recs[i].Kind == k && r.recs[i].Link == link {
			n++
		}
	}
	return n
}
