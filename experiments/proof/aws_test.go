package proof_test

import (
	"fmt"
	"math"
	"testing"
)

// policies are those of the article.
var policies = []string{"none", "exponential", "equal-jitter", "full-jitter", "decorrelated-jitter"}

// awsRuns runs one cell of the built-in experiment aws. Each cell takes a seed of its
// own, so that the scores of a table are independent: variants, and numbers of
// clients, would meet the same network otherwise.
func awsRuns(t *testing.T, policy string, clients, trials, seed int) (calls, completion []float64) {
	t.Helper()
	f := builtin(t, "aws", fmt.Sprintf("trials=%d", trials), fmt.Sprintf("seed=%d", seed))
	vary(t, only(t, f, policy), fmt.Sprintf("fleet.clients=[%d]", clients))
	c := results(t, f).Cells[0]
	completion = of(c, "completion_s")
	for i := range completion {
		completion[i] *= 1000
	}
	return of(c, "attempts"), completion
}

// The published model is one row under optimistic concurrency. Its program and ours
// share no line and no random number, so the two must agree in law: the means of 95
// cells in two measures, and whole distributions in ten of them. What is a little off
// everywhere, such as a completion taken at the row instead of the client, passes
// cell by cell: the scores of a policy are pooled.
func TestAWSMeans(t *testing.T) {
	scores := [2]table{{what: "calls"}, {what: "completion"}}
	pooled := [2]map[string][]float64{{}, {}}
	compared := 0
	for i, c := range awsCells(t) {
		var ours [2][]float64
		ours[0], ours[1] = awsRuns(t, c.policy, c.clients, 100, i+1)
		for m := range scores {
			s := sampleOf(ours[m])
			z := apart(s, c.measures[m])
			scores[m].add(z)
			pooled[m][c.policy] = append(pooled[m][c.policy], z)
			if math.Abs(z) > farthest {
				t.Errorf("%s, %d clients: %s %.5g, reference %.5g: %.1f standard errors", c.policy, c.clients, scores[m].what, s.mean, c.measures[m].mean, z)
			}
			if c.clients != 20 && c.clients != 100 {
				continue
			}
			compared++
			theirs := awsReference(t, c.policy, c.clients, m)
			if got, most := gap(ours[m], theirs), gapBound(len(ours[m]), len(theirs), 1e-6); got > most {
				t.Errorf("%s, %d clients: the distributions of %s lie %.3f apart, want at most %.3f", c.policy, c.clients, scores[m].what, got, most)
			}
		}
	}
	if compared != 20 {
		t.Errorf("compared %d distributions, want two in ten cells", compared)
	}
	for m := range scores {
		scores[m].judge(t)
		for _, policy := range policies {
			x := pooled[m][policy]
			z := sum(x) / math.Sqrt(float64(len(x)))
			t.Logf("%s of %s: pooled z %+.2f of %d cells", scores[m].what, policy, z, len(x))
			if math.Abs(z) > farthest || len(x) != 19 {
				t.Errorf("%s of %s: pooled z %.1f of %d cells, want at most 4 of 19", scores[m].what, policy, z, len(x))
			}
		}
	}
}

// The article's order at 100 clients, and where it ends: with 190 clients equal jitter
// makes no more calls than full jitter, and decorrelated jitter takes longer. Each
// list has the least first.
func TestAWSOrder(t *testing.T) {
	awsOrder(t, 100,
		[]string{"full-jitter", "equal-jitter", "decorrelated-jitter", "exponential", "none"},
		[]string{"none", "decorrelated-jitter", "full-jitter", "equal-jitter", "exponential"})
	awsOrder(t, 190,
		[]string{"equal-jitter", "full-jitter", "decorrelated-jitter"},
		[]string{"full-jitter", "decorrelated-jitter", "equal-jitter"})
}

// awsOrder runs each policy 400 times, since decorrelated and full jitter at 100
// clients are 3 standard errors apart after the article's 100 runs, and wants each
// step of both orders to be beyond doubt.
func awsOrder(t *testing.T, clients int, calls, completion []string) {
	samples := [2]map[string]sample{{}, {}}
	for i, policy := range calls {
		made, done := awsRuns(t, policy, clients, 400, i+1)
		samples[0][policy], samples[1][policy] = sampleOf(made), sampleOf(done)
	}
	for m, order := range [][]string{calls, completion} {
		what := []string{"calls", "completion"}[m]
		for i := range order[1:] {
			less, more := samples[m][order[i]], samples[m][order[i+1]]
			z := apart(more, less)
			t.Logf("%d clients, %s: %s %.5g, then %s %.5g, z %+.1f", clients, what, order[i], less.mean, order[i+1], more.mean, z)
			if !(z > farthest) {
				t.Errorf("%d clients, %s: %s %.5g, then %s %.5g, z %.1f, want more than 4", clients, what, order[i], less.mean, order[i+1], more.mean, z)
			}
		}
	}
}
