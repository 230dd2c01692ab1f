package conformance

import (
	"context"
	"io"
	"log"
	"math"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry5 "github.com/avast/retry-go/v5"
	v5 "github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"
)

// fleet is how many clients there are.
const fleet = 1000

// down is the script of a service that is out of order for so long from the beginning on.
func down(until time.Duration) func(time.Duration, int) Answer {
	return func(now time.Duration, _ int) Answer {
		if now < until {
			return Answer{Code: http.StatusServiceUnavailable}
		}
		return Answer{Code: http.StatusOK}
	}
}

// crowd is a fleet of clients with the real code in one bubble, before one service.
func crowd(t *testing.T, script func(time.Duration, int) Answer, client func(attempt func() Answer)) []Trace {
	traces := make([]Trace, fleet)
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		var wait sync.WaitGroup
		for i := range traces {
			wait.Go(func() {
				client(func() Answer {
					traces[i].Sent = append(traces[i].Sent, time.Since(start))
					time.Sleep(Latency)
					return script(time.Since(start), len(traces[i].Sent))
				})
				traces[i].Over = time.Since(start)
			})
		}
		wait.Wait()
	})
	return traces
}

// arrivals is the attempts in each window of time.
func arrivals(traces []Trace, window time.Duration) map[time.Duration]int {
	n := map[time.Duration]int{}
	for _, tr := range traces {
		for _, at := range tr.Sent {
			n[at.Truncate(window)]++
		}
	}
	return n
}

// A client has one attempt in a window at most, as windows are shorter than its shortest
// delay, so that a count varies no more than that of a Poisson process: two that differ
// by six standard deviations are not of one law.
func TestWholeFleets(t *testing.T) {
	const outage = 20 * time.Second
	script := down(outage)
	failed := func(a Answer) error {
		if a.Code != http.StatusOK {
			return ErrFailed
		}
		return nil
	}
	tests := []struct {
		preset string
		client func(attempt func() Answer)
	}{
		{"cenkalti-backoff@5.0.3", func(attempt func() Answer) {
			v5.Retry(context.Background(), func() (int, error) { return 0, failed(attempt()) })
		}},
		{"retry-go@5.1.1", func(attempt func() Answer) { retry5.New().Do(func() error { return failed(attempt()) }) }},
		{"go-retryablehttp@0.7.8", func(attempt func() Answer) {
			c := retryablehttp.NewClient()
			c.Logger = log.New(io.Discard, "", 0)
			c.HTTPClient = &http.Client{Transport: transport(func(req *http.Request) (*http.Response, error) { return attempt().response(req) })}
			if resp, err := c.Get("http://service/"); err == nil {
				resp.Body.Close()
			}
		}},
	}
	for _, tt := range tests {
		theirs, mine := crowd(t, script, tt.client), ours(t, Preset(t, tt.preset), script, fleet)
		const window = 100 * time.Millisecond
		a, b := arrivals(theirs, window), arrivals(mine, window)
		total := 0
		for at := time.Duration(0); at < 3*outage; at += window {
			x, y := float64(a[at]), float64(b[at])
			if z := (x - y) / math.Sqrt(max(x+y, 1)); math.Abs(z) > 6 {
				t.Errorf("%s: at %v: %v attempts of theirs, %v of ours", tt.preset, at, x, y)
			}
			total += a[at]
		}
		if total < 3*fleet {
			t.Errorf("%s: %d attempts in all: this says nothing", tt.preset, total)
		}
		Report(t, tt.preset, "1,000 clients in one outage of 20 s: arrivals by windows of 100 ms")
	}
}
