package sdk

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stripe/stripe-go/v83"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// A server that accepts connections and never answers: an attempt is given up after the
// timeout that the preset states, and tried again. The timeouts are of the HTTP clients
// that the SDKs make, so these are used, with another way to connect.
func TestAttemptTimeouts(t *testing.T) {
	const url = "http://service/"
	for _, tt := range []struct {
		preset      string
		least, most time.Duration // of the first delay
		call        func()
	}{
		{"openai-go@3.99.0", 375 * time.Millisecond, 500 * time.Millisecond, func() {
			c := openai.NewClient(option.WithAPIKey("none"), option.WithBaseURL(url))
			c.Models.List(context.Background())
		}},
		{"anthropic-sdk-go@1.84.0", 375 * time.Millisecond, 500 * time.Millisecond, func() {
			c := anthropic.NewClient(anthropicoption.WithAPIKey("none"), anthropicoption.WithBaseURL(url))
			c.Models.List(context.Background(), anthropic.ModelListParams{})
		}},
		{"stripe-go@83.2.1", 500 * time.Millisecond, 500 * time.Millisecond, func() {
			c := stripe.NewClient("sk_test", stripe.WithBackends(stripe.NewBackendsWithConfig(&stripe.BackendConfig{
				URL: stripe.String(url), LeveledLogger: &stripe.LeveledLogger{}})))
			c.V1Customers.Retrieve(context.Background(), "cus", nil)
		}},
	} {
		sent := hung(t, tt.call)
		p, err := strategies.FindPreset(strategies.PresetName(tt.preset))
		if err != nil {
			t.Fatal(err)
		}
		if len(sent) != int(p.Policy.MaxAttempts) {
			t.Errorf("%s: %d attempts, want %d", tt.preset, len(sent), p.Policy.MaxAttempts)
			continue
		}
		if d := sent[1] - sent[0] - p.Timeouts.Attempt; d < tt.least || d > tt.most {
			t.Errorf("%s: the second attempt leaves %v after a timeout of %v, want %v to %v", tt.preset, d, p.Timeouts.Attempt, tt.least, tt.most)
		}
		Report(t, tt.preset, "a server that never answers: timeout of an attempt, and another one")
	}
}

// hung is when the connections of a call are made, none of which ever answers.
func hung(t *testing.T, call func()) (sent []time.Duration) {
	before := http.DefaultTransport
	defer func() { http.DefaultTransport = before }()
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		http.DefaultTransport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			sent = append(sent, time.Since(start))
			client, server := net.Pipe()
			go func() {
				io.Copy(io.Discard, server)
				server.Close()
			}()
			return client, nil
		}}
		call()
	})
	return sent
}
