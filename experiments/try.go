package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"retrystorm/experiments/document"
	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
	"retrystorm/strategies"
)

// Try is a question in a few numbers, as asked on the command line.
type Try struct {
	Rate, Capacity string // such as 800/s
	P50, P99       time.Duration
	Timeout        time.Duration
	Policies       []string // words, or policies in the form of a file; none: a choice to compare
	Fault          string   // KIND:DURATION
	Queue          string   // "" is twice capacity x timeout
}

// Text writes the question as a scenario file.
func (t *Try) Text() (string, error) {
	rate, capacity, err := t.rates()
	if err != nil {
		return "", err
	}
	if !(t.P50 > 0 && t.P99 > t.P50) || t.Timeout <= 0 {
		return "", fmt.Errorf("--p50 %v, --p99 %v, --timeout %v: want 0 < p50 < p99 and a timeout above 0", t.P50, t.P99, t.Timeout)
	}
	kind, lasts, err := t.fault()
	if err != nil {
		return "", err
	}
	variants, err := t.variants()
	if err != nil {
		return "", err
	}
	mean := models.NewLognormal(t.P50, t.P99).Mean()
	workers := max(1, int(math.Round(float64(capacity)*mean.Seconds())))
	if real := float64(workers) / mean.Seconds(); math.Abs(real/float64(capacity)-1) > 0.05 {
		return "", fmt.Errorf("--capacity %s: with a mean service time of %v that is %.1f workers, and whole ones serve %.3g/s; name a shorter --p50 and --p99, or a capacity nearer to that",
			t.Capacity, mean.Round(time.Millisecond/10), float64(capacity)*mean.Seconds(), real)
	}
	queue := t.Queue
	if queue == "" {
		queue = fmt.Sprint(int(math.Ceil(2 * float64(capacity) * t.Timeout.Seconds())))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "name: try\nquestion: %s for %s at %.0f %% load. Who recovers?\n", kind, lasts, 100*float64(rate/capacity))
	b.WriteString("trials: 10\nhorizon: 5m # long enough after the fault to judge most\n")
	fmt.Fprintf(&b, "fleet: {clients: 1000, workload: {kind: poisson, rate: %s}}\n", t.Rate)
	fmt.Fprintf(&b, "service: # capacity: %d workers / %v mean service time = %.0f/s\n", workers, mean.Round(time.Millisecond/10), float64(workers)/mean.Seconds())
	fmt.Fprintf(&b, "  workers: %d\n  service-time: {kind: lognormal, p50: %v, p99: %v}\n  queue: %s\n", workers, t.P50, t.P99, queue)
	fmt.Fprintf(&b, "link: {network: lan, timeout: %v}\n", t.Timeout)
	fmt.Fprintf(&b, "faults: {outage: {at: 30s, for: %s, kind: %s}}\nvariants:\n", lasts, kind)
	for _, v := range variants {
		fmt.Fprintf(&b, "  %s: {link.policy: %s}\n", v[0], v[1])
	}
	return b.String(), nil
}

func (t *Try) rates() (rate, capacity sim.Rate, err error) {
	for _, r := range []struct {
		flag, text string
		to         *sim.Rate
	}{{"--rate", t.Rate, &rate}, {"--capacity", t.Capacity, &capacity}} {
		var v struct {
			R sim.Rate `key:"r"`
		}
		n := document.NewMap()
		n.Put("r", document.Pos{}, document.NewScalar(r.text))
		if ps := document.Decode(n, &v, document.NewKinds()); len(ps) > 0 || !(v.R > 0) {
			return 0, 0, fmt.Errorf("%s %q: want a rate above 0 with its unit, such as 800/s", r.flag, r.text)
		}
		*r.to = v.R
	}
	return rate, capacity, nil
}

// fault parts the kind of fault from how long it lasts.
func (t *Try) fault() (kind, lasts string, err error) {
	kind, lasts, _ = strings.Cut(t.Fault, ":")
	if d, err := document.ParseDuration(lasts); err != nil || d <= 0 {
		return "", "", fmt.Errorf("--fault %q: want KIND:DURATION, such as stall:5s", t.Fault)
	}
	if _, ok := catalog.Find(faultKinds(), kind); ok {
		return kind, lasts, nil
	}
	if kind == "down" {
		return "", "", fmt.Errorf("--fault %q: %s", t.Fault, models.NoDown)
	}
	return "", "", fmt.Errorf("--fault %q: there is no fault %q; there are %s", t.Fault, kind, list(names(faultKinds())))
}

// variants are name and policy: no retries first, to compare with.
func (t *Try) variants() ([][2]string, error) {
	const jittered = "{backoff: {kind: full-jitter, base: 100ms, cap: 10s}, max-attempts: 4%s}"
	out := [][2]string{{"no-retry", "none"}}
	if len(t.Policies) == 0 {
		return append(out,
			[2]string{"immediate", "{backoff: immediate, max-attempts: 4}"},
			[2]string{"full-jitter", fmt.Sprintf(jittered, "")},
			[2]string{"full-jitter+budget", fmt.Sprintf(jittered, ", budget: 10%")}), nil
	}
	for i, p := range t.Policies {
		_, known := catalog.Find(strategies.Backoffs(), p)
		switch {
		case slices.Index(t.Policies, p) < i:
			return nil, fmt.Errorf("--policy %q is given twice", p)
		case strings.HasPrefix(p, "{"):
			out = append(out, [2]string{fmt.Sprintf("policy-%d", i+1), p})
		case p == "none":
		case known:
			out = append(out, [2]string{p, policyOf(p)})
		default:
			return nil, fmt.Errorf("--policy %q: want none, a backoff (%s), or a policy in braces, such as '{backoff: 1s, max-attempts: 3}'",
				p, list(names(strategies.Backoffs())))
		}
	}
	return out, nil
}

func names[T any](rows []catalog.Row[T]) (names []string) {
	for _, r := range rows {
		names = append(names, r.Name)
	}
	return names
}

// policyOf is 4 attempts with a backoff known by name; with a base and a cap where
// the kind has no default for them.
func policyOf(backoff string) string {
	row, _ := catalog.Find(strategies.Backoffs(), backoff)
	keys := "kind: " + backoff
	for _, f := range document.Describe(row, Kinds()) {
		switch f.Key {
		case "base":
			keys += ", base: 100ms"
		case "cap":
			keys += ", cap: 10s"
		case "wait":
			keys += ", wait: 1s"
		}
	}
	return fmt.Sprintf("{backoff: {%s}, max-attempts: 4}", keys)
}
