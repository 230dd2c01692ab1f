package models

import (
	"fmt"
	"reflect"
	"testing"

	"retrystorm/sim"
)

// mixture draws a queue each of whose settings is that of some row of the suite. ok is false
// if they do not go together.
func mixture(seed uint64) (row suiteRow, ok bool) {
	rows := suiteQueues()
	pick := func(i int) suiteRow {
		return rows[sim.Key(seed, sim.ForService, uint64(i))%uint64(len(rows))]
	}
	q := &Queue{}
	to := reflect.ValueOf(q).Elem()
	for i := range to.NumField() {
		to.Field(i).Set(reflect.ValueOf(pick(i).model).Elem().Field(i))
	}
	q.PerSec, q.Latency, q.Links = 0, nil, nil
	for range q.Calls {
		q.Links = append(q.Links, suiteStore)
	}
	name := fmt.Sprintf("mixture %d", seed)
	return suiteRow{name: name, model: q, web: pick(100).web, batch: pick(101).batch, ledger: pick(102).ledger}, q.Validate() == nil
}

// TestMixturesKeepTheRules runs the suite on settings mixed at random: parts of the stack
// that keep the rules by themselves must keep them together.
func TestMixturesKeepTheRules(t *testing.T) {
	s, reference := sim.New(), sim.NewReference()
	ran := 0
	for seed := range uint64(40) {
		if row, ok := mixture(seed); ok && !t.Failed() {
			ran++
			t.Run(row.name, func(t *testing.T) { conforms(t, s, reference, row, seed) })
		}
	}
	if ran < 15 {
		t.Errorf("only %d of 40 mixtures can be run", ran)
	}
}
