package trace

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

const ms = time.Millisecond

// gateway is a fleet that calls a gateway that calls a store; the names need quotes.
var gateway = &sim.Config{
	Nodes: []sim.Node{{Name: "gateway"}, {Name: `store, "big"`}},
	Links: []sim.Link{
		{Name: "fleet/gateway", From: -1, To: 0},
		{Name: `gateway/store, "big"`, From: 0, To: 1},
	},
}

// written is what a Writer makes of records.
func written(t *testing.T, recs ...sim.Record) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, gateway)
	for i := range recs {
		w.Observe(&recs[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// storyOf is the story of a call in a trace of records, by way of a file.
func storyOf(t *testing.T, call uint32, recs ...sim.Record) string {
	t.Helper()
	tr, err := Read(strings.NewReader(written(t, recs...)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Story(&b, tr, call); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
