package aws136

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"retrystorm/sim"
	"retrystorm/strategies"
)

const preset = "aws-sdk-go-v2@1.36.0"

func policy(t *testing.T) strategies.Policy {
	t.Helper()
	p, err := strategies.FindPreset(preset)
	if err != nil {
		t.Fatal(err)
	}
	return p.Policy
}

// timedOut is an answer that has not come.
type timedOut struct{ error }

func (timedOut) Timeout() bool { return true }

func failure(st sim.Status) error {
	if st == sim.TimedOut {
		return &smithyhttp.RequestSendError{Err: timedOut{errors.New("timed out")}}
	}
	return &smithyhttp.ResponseError{Err: errors.New("failed"), Response: &smithyhttp.Response{Response: &http.Response{
		StatusCode: 503, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(""))}}}
}

// call is one operation that fails; it returns when its attempts left.
func call(r *retry.Standard, st sim.Status) (sent []time.Duration) {
	start := time.Now()
	retry.NewAttemptMiddleware(r, func(v any) any { return v }).HandleFinalize(context.Background(),
		middleware.FinalizeInput{Request: smithyhttp.NewStackRequest()},
		middleware.FinalizeHandlerFunc(func(context.Context, middleware.FinalizeInput) (middleware.FinalizeOutput, middleware.Metadata, error) {
			sent = append(sent, time.Since(start))
			return middleware.FinalizeOutput{}, middleware.Metadata{}, failure(st)
		}))
	return sent
}

// The windows are [0, 2 s) and [0, 4 s): a draw from one is as likely below as above its
// middle, and 20,000 of them come to within a thousandth of its ends.
func TestDelays(t *testing.T) {
	const n = 20_000
	var delays [2][]time.Duration
	synctest.Test(t, func(*testing.T) {
		for range n {
			sent := call(retry.NewStandard(), sim.Unavailable)
			if len(sent) != 3 {
				t.Fatalf("%d attempts", len(sent))
			}
			delays[0] = append(delays[0], sent[1])
			delays[1] = append(delays[1], sent[2]-sent[1])
		}
	})
	for k, ds := range delays {
		slices.Sort(ds)
		c := &sim.Call{Attempts: uint16(k + 1)}
		for _, q := range []float64{0, 0.1, 0.25, 0.5, 0.75, 0.9, 1} {
			ours := policy(t).Backoff.Delay(c, &sim.Outcome{Uniform: q})
			theirs := ds[min(n-1, int(q*n))]
			width := policy(t).Backoff.Delay(c, &sim.Outcome{Uniform: 1})
			if d := (ours - theirs).Abs(); d > width/50 {
				t.Errorf("retry %d, quantile %v: theirs %v, ours %v", k+1, q, theirs, ours)
			}
		}
	}
	note(t, "delays of 2 retries: quantiles of 20,000")
}

// From a full bucket of 500: 100 retries of failures, 50 of timeouts.
func TestQuota(t *testing.T) {
	for st, want := range map[sim.Status]int{sim.Unavailable: 100, sim.TimedOut: 50} {
		theirs, ours := 0, 0
		synctest.Test(t, func(*testing.T) {
			r := retry.NewStandard()
			for range 100 {
				theirs += len(call(r, st)) - 1
			}
		})
		s := policy(t).New(sim.Scopes{Clients: 1, PerProcess: 1})
		for range 100 {
			c := sim.CallOf(1)
			for s.Before(0, 0, &c).Verb == sim.Go {
				c.Attempts++
				if s.After(0, 0, &c, &sim.Outcome{Status: st, Attempt: c.Attempts, Decide: true}).Verb != sim.Go {
					break
				}
				ours++
			}
		}
		if theirs != want || ours != want {
			t.Errorf("%v: theirs made %d retries, ours %d, want %d", st, theirs, ours, want)
		}
	}
	note(t, "quota: 100 retries of failures, 50 of timeouts, from a full bucket")
}

// note adds a row to the table.
func note(t *testing.T, what string) {
	path := os.Getenv("CONFORMANCE_TABLE")
	if t.Failed() || path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "| aws-sdk-go-v2 | 1.36.0 | %s | agrees |\n", what)
}
