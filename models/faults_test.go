package models

import (
	"testing"

	"retrystorm/sim"
)

// TestLoseShares: a share of 0 % that is given is no loss; nothing given is all
// requests.
func TestLoseShares(t *testing.T) {
	for _, row := range []struct {
		why               string
		f                 Lose
		request, response sim.Share
	}{
		{"nothing given", Lose{}, 1, 0},
		{"0 % given, the start of a sweep", Lose{Request: LossOf(0)}, 0, 0},
		{"responses alone", Lose{Response: LossOf(0.25)}, 0, 0.25},
		{"both", Lose{Request: LossOf(0.5), Response: LossOf(0.125)}, 0.5, 0.125},
	} {
		if got := row.f.Fault(); got.Request != row.request || got.Response != row.response {
			t.Errorf("%s: loses %v and %v, want %v and %v", row.why, got.Request, got.Response, row.request, row.response)
		}
	}
}
