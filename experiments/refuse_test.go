package experiments_test

import (
	"strings"
	"testing"

	"retrystorm/experiments"
)

// TestRefused: what would be decoded but could not mean what it says.
func TestRefused(t *testing.T) {
	base := `
name: x
question: what?
fleet: {clients: 3, workload: {kind: poisson, rate: 10/s}}
service: {kind: scripted, answers: [200]}
horizon: 10s
`
	for _, row := range []struct{ why, more, want string }{
		{"a fault that the service would not notice", "faults: {f: {at: 1s, for: 1s, kind: refuse}}", "takes no faults of this kind"},
		{"a varied seed", "vary: {seed: [1, 2]}", "seed is the same for all variants and values"},
		{"a variant with trials of its own", "variants: {a: {trials: 3}}", "trials is the same for all variants and values"},
		{"a grid without end", "vary: {fleet.clients: 1..1000:1, link.timeout: 1s..1000s:1}", "1000000 cells, at most 10000"},
	} {
		f, err := experiments.Load("x.yaml", []byte(base+row.more))
		if err == nil {
			_, err = f.Expand()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want one with %q", row.why, err, row.want)
		}
	}
}

// TestRefusedOfServices: what a service could not be.
func TestRefusedOfServices(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"a fault on a replica that is not there", "service: {workers: 1, service-time: 1ms, replicas: 3}\nfaults: {f: {at: 1s, restart: 1s, replica: 4, kind: crash}}", "has no replica 4"},
		{"a capacity that whole workers cannot serve", "service: {capacity: 10/s, latency: {p50: 10ms, p99: 50ms}}", "whole ones would serve"},
		{"a call on a miss without a cache", "services: {a: {workers: 1, service-time: 1ms, calls: {b: {when: miss}}}, b: {workers: 1, service-time: 1ms}}", "when: miss needs a cache"},
	} {
		text := strings.Replace(base, "rate: 10/s}}", "rate: 10/s}, calls: a}", 1)
		if !strings.Contains(row.text, "services") {
			text = base
		}
		f, err := experiments.Load("x.yaml", []byte(text+row.text+"\n"))
		if err == nil {
			_, err = f.Expand()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want one with %q", row.why, err, row.want)
		}
	}
}

// TestTryCapacity: a capacity that whole workers cannot serve is refused, not rounded
// in silence.
func TestTryCapacity(t *testing.T) {
	try := experiments.Try{Rate: "12/s", Capacity: "15/s", P50: 70e6, P99: 460e6, Timeout: 1e9, Fault: "stall:5s"}
	if _, err := try.Text(); err == nil || !strings.Contains(err.Error(), "1.5 workers") {
		t.Errorf("error %v, want one about 1.5 workers", err)
	}
	try.Rate, try.Capacity = "800/s", "1000/s"
	if _, err := try.Text(); err != nil {
		t.Errorf("1000/s: %v", err)
	}
}
