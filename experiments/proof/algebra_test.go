package proof_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"retrystorm/models/theory"
	"retrystorm/sim"
)

// layersOf is so many services one below the other, each calling the next, over a store
// that fails a share of its requests. All retry.
func layersOf(layers, attempts int, failures string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: layers\nquestion: What do layers of retries multiply to?\ntrials: 1\nhorizon: 100s\n")
	fmt.Fprintf(&b, "fleet: {clients: 100, workload: {kind: poisson, rate: 100/s}, calls: s1}\nservices:\n")
	for i := 1; i < layers; i++ {
		fmt.Fprintf(&b, "  s%d: {workers: 100000, service-time: 0s, queue: 0, calls: {s%d: {}}}\n", i, i+1)
	}
	fmt.Fprintf(&b, "  s%d: {kind: delay, service-time: 1ms, failures: %s}\n", layers, failures)
	fmt.Fprintf(&b, "link: {policy: {backoff: immediate, max-attempts: %d}}\n", attempts)
	return b.String()
}

// Retries of layers multiply: 4^3 = 64 (Google SRE book, chapter 22), 3^5 = 243
// (Amazon Builders' Library), exactly, when everything fails. Where half fails, what a
// layer sees is what the one below could not mend.
func TestLayersMultiply(t *testing.T) {
	for _, row := range []struct {
		layers, attempts int
		fail             float64
	}{
		{3, 4, 1},
		{5, 3, 1},
		{2, 3, .5},
		{3, 2, .5},
	} {
		text := layersOf(row.layers, row.attempts, fmt.Sprintf("%v%%", 100*row.fail))
		x := expand(t, scenario(t, "layers", text))
		res, err := x.Observe(t.Context(), x.Cells[0], 1, nothing{})
		if err != nil {
			t.Fatal(err)
		}
		want, fail := 1.0, row.fail
		for range row.layers {
			want *= theory.AttemptsPerCall(fail, row.attempts-1)
			fail = theory.FinalFailure(fail, row.attempts-1)
		}
		var calls, bottom uint64
		for i, l := range x.Cells[0].Plan.Config.Links {
			if l.From < 0 {
				calls = res.Links[i].Calls
			}
			if int(l.To) == row.layers-1 {
				bottom = res.Links[i].Attempts
			}
		}
		got := float64(bottom) / float64(calls)
		t.Logf("%d layers of %d attempts, %v fail: %.4f at the bottom for a call, want %.4f", row.layers, row.attempts, row.fail, got, want)
		if row.fail == 1 && (got != want || want != theory.Layers(row.attempts-1, row.layers)) {
			t.Errorf("%d layers of %d attempts: %v at the bottom for a call, want exactly %v", row.layers, row.attempts, got, want)
		}
		if z := math.Abs(got-want) / (want / math.Sqrt(float64(calls))); z > farthest { // one call's attempts vary by less than their mean
			t.Errorf("%d layers of %d attempts, %v fail: %.4f at the bottom for a call, want %.4f", row.layers, row.attempts, row.fail, got, want)
		}
	}
}

type nothing struct{}

func (nothing) Wants() sim.Kinds    { return 0 }
func (nothing) Observe(*sim.Record) {}

// A herd that comes back after the same delay, of which k are served in each wave and
// the rest are refused: N (N+1) / 2 attempts if one is served.
func TestHerdWaves(t *testing.T) {
	for _, k := range []int{1, 10, 25} {
		x := expand(t, scenario(t, "herd", fmt.Sprintf(`
name: herd
question: How many attempts does a herd make?
trials: 1
fleet: {clients: 100, workload: herd}
service: {workers: %d, service-time: 500ms, queue: 0}
link: {policy: {backoff: 1s, max-attempts: unlimited}}
`, k)))
		res, err := x.Observe(t.Context(), x.Cells[0], 1, nothing{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := float64(res.Links[0].Attempts), theory.HerdCalls(100, k); got != want || res.Links[0].OK != 100 {
			t.Errorf("%d served in each wave: %v attempts, want %v", k, got, want)
		}
	}
}
