package experiments

import (
	"strings"
	"testing"
)

// Without a share every request makes the nested call: calls: {db: {}} once meant
// none, and the second tier had no load.
func TestNestedCallsAreMadeUnlessAShareIsGiven(t *testing.T) {
	const text = `
name: tiers
question: How much reaches the second tier?
horizon: 1m
fleet: {clients: 10, workload: {kind: poisson, rate: 40/s}, calls: front}
services:
  front: {workers: 10, service-time: 10ms, queue: 10, calls: {back: %s}}
  back: {workers: 10, service-time: 10ms, queue: 10}
`
	for _, c := range []struct {
		why, call string
		want      float64
	}{
		{"nothing is said", "{}", 40},
		{"another key is given", "{parallel: true}", 40},
		{"a quarter", "{share: 25%}", 10},
		{"none, as a sweep may want it", "{share: 0%}", 0},
	} {
		f, err := Load("tiers", []byte(strings.Replace(text, "%s", c.call, 1)))
		if err != nil {
			t.Fatal(err)
		}
		x, err := f.Expand()
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		if got := x.Cells[0].Plan.Layout.Nodes[1].OfferedPerSec; got != c.want {
			t.Errorf("%s: %v calls per second reach the second tier, want %v", c.why, got, c.want)
		}
	}
}
