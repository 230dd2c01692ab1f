package proof_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"retrystorm/strategies"
)

// backoffs has one of each kind in the catalogue, as in a file.
var backoffs = []string{
	"{kind: immediate}",
	"{kind: fixed, wait: 200ms}",
	"{kind: linear, base: 100ms, cap: 2s}",
	"{kind: exponential, base: 100ms, cap: 2s}",
	"{kind: equal-jitter, base: 100ms, cap: 2s}",
	"{kind: full-jitter, base: 100ms, cap: 2s}",
	"{kind: scaled-jitter, base: 100ms, cap: 2s, from: 0.8, to: 1.2}",
	"{kind: decorrelated-jitter, base: 100ms, cap: 2s}",
	"{kind: polly-jitter, base: 100ms, cap: 2s}",
	"{kind: compounding, base: 100ms, cap: 2s, from: 1.6, to: 2.4}",
	"{kind: stages, base: 100ms, cap: 2s, from: 0.5, to: 1, add: 20ms}",
}

// everyBackoff writes a variant for each, called after its kind, with so many
// attempts; none, without retries, comes first.
func everyBackoff(t *testing.T, attempts int) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "variants:\n  none: {link.policy: none}")
	for _, row := range strategies.Backoffs() {
		i := slices.IndexFunc(backoffs, func(text string) bool { return strings.HasPrefix(text+",", "{kind: "+row.Name) })
		if i < 0 {
			t.Fatalf("there is no example of the backoff %q: add one to the list", row.Name)
		}
		fmt.Fprintf(&b, "  %s: {link.policy: {backoff: %s, max-attempts: %d}}\n", row.Name, backoffs[i], attempts)
	}
	return b.String()
}
