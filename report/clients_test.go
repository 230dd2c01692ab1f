package report

import (
	"math"
	"testing"
)

func TestFairness(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		why           string
		ok            []uint32 // by client, of 10 calls each; 99 is a client that did not call
		jain, starved float64
	}{
		{"nobody called", nil, nan, nan},
		{"all alike", []uint32{3, 3, 3, 3}, 1, 0},
		{"one has all", []uint32{8, 0, 0, 0}, 0.25, 0.75},
		{"nothing succeeds", []uint32{0, 0}, nan, 1},
		{"who did not call does not count", []uint32{4, 99, 4, 99}, 1, 0},
		{"as 1, 2, 3", []uint32{1, 2, 3}, 36.0 / 42, 0},
	}
	for _, tt := range tests {
		var c clients
		for client, ok := range tt.ok {
			for i := uint32(0); i < 10 && ok < 99; i++ {
				c.count(uint32(client), sec, i < ok)
			}
		}
		var f Fairness
		f.add(&c)
		if got := f.Jain(); !same(got, tt.jain) {
			t.Errorf("%s: Jain: got %v, want %v", tt.why, got, tt.jain)
		}
		if got := f.StarvedShare(); !same(got, tt.starved) {
			t.Errorf("%s: starved: got %v, want %v", tt.why, got, tt.starved)
		}
	}
}

// Too many clients to tell apart: nothing is said, rather than something of some.
func TestFairnessOfTooManyClients(t *testing.T) {
	var c clients
	c.count(1, sec, true)
	c.count(mostClients, sec, true)
	var f Fairness
	f.add(&c)
	if got := f.Jain(); !math.IsNaN(got) {
		t.Errorf("Jain: got %v, want none", got)
	}
	if c.reset(); c.many {
		t.Error("reset keeps that there were many")
	}
}
