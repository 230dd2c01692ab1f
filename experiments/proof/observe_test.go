package proof_test

import (
	"context"
	"testing"

	"retrystorm/experiments"
	"retrystorm/sim"
)

// tape keeps the records of some kinds.
type tape struct {
	kinds   sim.Kinds
	records []sim.Record
}

func (p *tape) Wants() sim.Kinds      { return p.kinds }
func (p *tape) Observe(r *sim.Record) { p.records = append(p.records, *r) }

// variantOf is the first cell of a variant.
func variantOf(t *testing.T, x *experiments.Experiment, name string) *experiments.Cell {
	t.Helper()
	for _, c := range x.Cells {
		if c.Variant == name {
			return c
		}
	}
	t.Fatalf("there is no variant %q", name)
	return nil
}

// records are what happens in a trial of a cell.
func records(t *testing.T, x *experiments.Experiment, c *experiments.Cell, trial int, kinds ...sim.Kind) []sim.Record {
	t.Helper()
	p := tape{kinds: sim.Of(kinds...)}
	if len(kinds) == 0 {
		p.kinds = sim.AllKinds
	}
	res, err := x.Observe(context.Background(), c, trial, &p)
	if err != nil || res.Limit != "" {
		t.Fatalf("%s, trial %d: error %v, limit %q", c.Variant, trial, err, res.Limit)
	}
	return p.records
}

// where are the records that pass a test.
func where(all []sim.Record, test func(r *sim.Record) bool) (some []sim.Record) {
	for i := range all {
		if test(&all[i]) {
			some = append(some, all[i])
		}
	}
	return some
}

// same compares two lists of records and tells the first difference.
func same(t *testing.T, what string, got, want []sim.Record) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s: there is nothing to compare", what)
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: record %d of %d differs:\n got %+v\nwant %+v", what, i, len(want), got[i], want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d records, want %d", what, len(got), len(want))
	}
}
