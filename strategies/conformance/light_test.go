package conformance

import (
	"context"
	"io"
	"log"
	"net/http"
	"testing"
	"time"

	"github.com/avast/retry-go/v4"
	retry5 "github.com/avast/retry-go/v5"
	v4 "github.com/cenkalti/backoff/v4"
	v5 "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-resty/resty/v2"
	"github.com/googleapis/gax-go/v2"
	"github.com/hashicorp/go-retryablehttp"
	jpillora "github.com/jpillora/backoff"
	sethvargo "github.com/sethvargo/go-retry"

	"retrystorm/strategies"
)

// web is the scripts of libraries that make HTTP requests.
var web = []struct {
	what   string
	script Script
}{
	{"outage", Always(503)}, {"reset", Always(0)}, {"two failures", Then(2, 500)}, {"bad gateway", Always(502)},
	{"too many", Always(429)}, {"not found", Always(404)}, {"bad request", Always(400)}, {"request timeout", Always(408)}, {"conflict", Always(409)},
	{"gateway timeout", Always(504)}, {"hint", Hinted(503, 7*time.Second)}, {"hint on 429", Hinted(429, 7*time.Second)}, {"hint on 500", Hinted(500, 7*time.Second)},
	{"hint of a day", Hinted(503, 24*time.Hour)},
}

func TestGoRetryableHTTP(t *testing.T) {
	call := func(rt http.RoundTripper) {
		c := retryablehttp.NewClient()
		c.Logger = log.New(io.Discard, "", 0)
		c.HTTPClient = &http.Client{Transport: rt}
		if resp, err := c.Get("http://service/"); err == nil {
			resp.Body.Close()
		}
	}
	p := Preset(t, "go-retryablehttp@0.7.8")
	for _, tt := range web {
		Same(t, tt.what, TheirsHTTP(t, 3, tt.script, call), Ours(t, p, tt.script, 3))
	}
	Report(t, "go-retryablehttp", "exact instants of 14 scripts: outcomes, hints, a hint of a day")
}

func TestFailsafeHTTP(t *testing.T) {
	call := func(rt http.RoundTripper) {
		c := http.Client{Transport: failsafehttp.NewRoundTripper(rt, failsafehttp.NewRetryPolicyBuilder().Build())}
		if resp, err := c.Get("http://service/"); err == nil {
			resp.Body.Close()
		}
	}
	p := Preset(t, "failsafe-go-http@0.9.8")
	for _, tt := range web {
		Same(t, tt.what, TheirsHTTP(t, 3, tt.script, call), Ours(t, p, tt.script, 3))
	}
	Report(t, "failsafe-go-http", "exact instants of 14 scripts: outcomes, hints, a hint of a day")
}

func TestFailsafe(t *testing.T) {
	make_ := func() Call {
		policy := retrypolicy.NewBuilder[any]().Build()
		return func(attempt func() error) { failsafe.With(policy).Run(attempt) }
	}
	p := Preset(t, "failsafe-go@0.9.8")
	for _, script := range []Script{Always(503), Then(1, 503), Then(2, 503)} {
		Same(t, "failsafe-go", Theirs(t, 3, script, make_), Ours(t, p, script, 3))
	}
	Report(t, "failsafe-go", "exact instants: outage, one and two failures")
}

func TestCenkaltiBackoff(t *testing.T) {
	makes := map[string]func() Call{
		"cenkalti-backoff@5.0.3": func() Call {
			return func(attempt func() error) {
				v5.Retry(context.Background(), func() (int, error) { return 0, attempt() }, v5.WithMaxTries(6))
			}
		},
		"cenkalti-backoff@4.3.0": func() Call {
			return func(attempt func() error) { v4.Retry(attempt, v4.WithMaxRetries(v4.NewExponentialBackOff(), 5)) }
		},
	}
	for _, name := range []string{"cenkalti-backoff@5.0.3", "cenkalti-backoff@4.3.0"} {
		p := Preset(t, name)
		p.MaxAttempts = 6
		Alike(t, name, Theirs(t, Sample, Always(503), makes[name]), Ours(t, p, Always(503), Sample), 5, 1)
		Report(t, name, "delays of 5 retries: ends, means, distributions")
	}
}

// Left to itself it gives up before the next attempt would leave later than 15 minutes.
func TestCenkaltiBackoffGivesUp(t *testing.T) {
	const calls = 2000
	theirs := Theirs(t, calls, Always(503), func() Call {
		return func(attempt func() error) {
			v5.Retry(context.Background(), func() (int, error) { return 0, attempt() })
		}
	})
	ours := Ours(t, Preset(t, "cenkalti-backoff@5.0.3"), Always(503), calls)
	for _, traces := range [][]Trace{theirs, ours} {
		for _, tr := range traces {
			if tr.Over > 15*time.Minute || tr.Over < 13*time.Minute {
				t.Fatalf("it gives up after %v", tr.Over)
			}
		}
	}
	if err := spread(overs(theirs), overs(ours), 1); err != nil {
		t.Errorf("when it gives up: %v", err)
	}
	Report(t, "cenkalti-backoff@5.0.3", "when it gives up: between 13 and 15 minutes, same distribution")
}

func TestCenkaltiRetryAfter(t *testing.T) {
	theirs := Theirs(t, Sample, Always(503), func() Call {
		return func(attempt func() error) {
			n := 0
			v5.Retry(context.Background(), func() (int, error) {
				err := attempt()
				if n++; n == 3 {
					return 0, v5.RetryAfter(7)
				}
				return 0, err
			}, v5.WithMaxTries(5))
		}
	})
	p := Preset(t, "cenkalti-backoff@5.0.3")
	p.MaxAttempts = 5
	ours := Ours(t, p, func(n int) Answer {
		if n == 3 {
			return Answer{Code: 503, Retry: 7 * time.Second}
		}
		return Answer{Code: 503}
	}, Sample)
	Alike(t, "RetryAfter", theirs, ours, 4, 1)
	Report(t, "cenkalti-backoff@5.0.3", "RetryAfter: exactly the hint, and the next delay is the first again")
}

func TestRetryGo(t *testing.T) {
	makes := map[string]func() Call{
		"retry-go@4.7.0": func() Call { return func(attempt func() error) { retry.Do(attempt) } },
		"retry-go@5.1.1": func() Call { return func(attempt func() error) { retry5.New().Do(attempt) } },
	}
	for _, name := range []string{"retry-go@4.7.0", "retry-go@5.1.1"} {
		p := Preset(t, name)
		Alike(t, name, Theirs(t, Sample, Always(503), makes[name]), Ours(t, p, Always(503), Sample), 9, 1)
		Report(t, name, "delays of 9 retries: ends, means, distributions; 10 attempts")
	}
}

func TestRetryGoFullJitter(t *testing.T) {
	theirs := Theirs(t, Sample, Always(503), func() Call {
		return func(attempt func() error) {
			retry5.New(retry5.DelayType(retry5.FullJitterBackoffDelay), retry5.Attempts(5)).Do(attempt)
		}
	})
	p := Preset(t, "retry-go@5.1.1")
	p.MaxAttempts = 5
	p.Backoff = &strategies.FullJitter{Base: 100 * time.Millisecond, Cap: time.Hour, First: strategies.GrownFirst}
	Alike(t, "FullJitterBackoffDelay", theirs, Ours(t, p, Always(503), Sample), 4, 1)
	Report(t, "retry-go@5.1.1", "FullJitterBackoffDelay: the first window is twice the base")
}

func TestSethvargo(t *testing.T) {
	type maker func() sethvargo.Backoff
	p := Preset(t, "sethvargo-go-retry@0.5.0")
	p.MaxAttempts = 9
	calls := func(b maker) []Trace {
		return Theirs(t, 3, Always(503), func() Call {
			back := sethvargo.WithMaxRetries(8, b())
			return func(attempt func() error) {
				sethvargo.Do(context.Background(), back, func(context.Context) error { return sethvargo.RetryableError(attempt()) })
			}
		})
	}
	Same(t, "Fibonacci", calls(func() sethvargo.Backoff { return sethvargo.NewFibonacci(time.Second) }), Ours(t, p, Always(503), 3))
	p.Backoff = &strategies.Exponential{Base: time.Second, Cap: 20 * time.Second}
	Same(t, "Exponential", calls(func() sethvargo.Backoff {
		return sethvargo.WithCappedDuration(20*time.Second, sethvargo.NewExponential(time.Second))
	}), Ours(t, p, Always(503), 3))
	p.MaxElapsed, p.Elapsed = 100*time.Second, strategies.ElapsedShorten
	Same(t, "WithMaxDuration", calls(func() sethvargo.Backoff {
		return sethvargo.WithMaxDuration(100*time.Second, sethvargo.WithCappedDuration(20*time.Second, sethvargo.NewExponential(time.Second)))
	}), Ours(t, p, Always(503), 3))
	Report(t, "sethvargo-go-retry", "exact instants: Fibonacci, capped exponential, and a last delay that is shortened")
}

func TestResty(t *testing.T) {
	p := Preset(t, "go-resty@2.17.2")
	call := func(rt http.RoundTripper) {
		resty.New().SetTransport(rt).SetRetryCount(3).SetLogger(quiet{}).R().Get("http://service/")
	}
	Alike(t, "resets", TheirsHTTP(t, Sample, Always(0), call), Ours(t, p, Always(0), Sample), 3, 1)
	for _, tt := range web[:1] {
		Same(t, tt.what, TheirsHTTP(t, 3, tt.script, call), Ours(t, p, tt.script, 3))
	}
	Report(t, "go-resty@2.17.2", "delays of 3 retries: ends, means, distributions; no answer is retried")
}

type quiet struct{}

func (quiet) Errorf(string, ...any) {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Debugf(string, ...any) {}

func TestJpillora(t *testing.T) {
	calls := func(b *jpillora.Backoff) func() Call {
		return func() Call {
			return func(attempt func() error) {
				own := &jpillora.Backoff{Jitter: b.Jitter}
				for range 10 {
					if attempt() == nil {
						return
					}
					time.Sleep(own.Duration())
				}
				attempt()
			}
		}
	}
	p := Preset(t, "jpillora-backoff@1.1.0")
	p.MaxAttempts = 11
	Same(t, "no jitter", Theirs(t, 3, Always(503), calls(&jpillora.Backoff{})), Ours(t, p, Always(503), 3))
	Report(t, "jpillora-backoff", "exact instants of 10 retries")
}

func TestGax(t *testing.T) {
	theirs := Theirs(t, Sample, Always(503), func() Call {
		return func(attempt func() error) {
			var b gax.Backoff
			for range 6 {
				attempt()
				time.Sleep(b.Pause())
			}
			attempt()
		}
	})
	p := Preset(t, "gax-go@2.27.0")
	p.MaxAttempts = 7
	Alike(t, "gax", theirs, Ours(t, p, Always(503), Sample), 6, 1)
	Report(t, "gax-go", "delays of 6 pauses: ends, means, distributions")
}

// overs is when calls were over, in order.
func overs(traces []Trace) (ds []time.Duration) {
	for _, tr := range traces {
		ds = append(ds, tr.Over)
	}
	return sorted(ds)
}
