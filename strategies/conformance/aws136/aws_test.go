package aws136

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"retrystorm/sim"
	. "retrystorm/strategies/conformance"
)

const preset = "aws-sdk-go-v2@1.36.0"

// The version that a go.mod asks for is not the one that runs where it is replaced.
func TestVersion(t *testing.T) {
	if aws.SDKVersion != "1.36.0" {
		t.Errorf("the SDK that runs here is %s", aws.SDKVersion)
	}
}

// operation is one call: the middleware of the SDK around an attempt.
func operation(r aws.Retryer, attempt func() error) {
	retry.NewAttemptMiddleware(r, func(v any) any { return v }).HandleFinalize(context.Background(),
		middleware.FinalizeInput{Request: smithyhttp.NewStackRequest()},
		middleware.FinalizeHandlerFunc(func(context.Context, middleware.FinalizeInput) (middleware.FinalizeOutput, middleware.Metadata, error) {
			return middleware.FinalizeOutput{}, middleware.Metadata{}, attempt()
		}))
}

// timedOut is an answer that has not come.
type timedOut struct{ error }

func (timedOut) Timeout() bool { return true }

// failure is an answer as the SDK sees it; throttles have one of its error codes.
func failure(a Answer) error {
	switch a.Code {
	case http.StatusOK:
		return nil
	case 0:
		return &smithyhttp.RequestSendError{Err: io.ErrUnexpectedEOF}
	}
	h := http.Header{}
	if a.Retry > 0 {
		h.Set("X-Amz-Retry-After", strconv.Itoa(int(a.Retry.Milliseconds())))
	}
	err := errors.New("failed")
	if a.Code == http.StatusTooManyRequests {
		err = &smithy.GenericAPIError{Code: "ThrottlingException"}
	}
	return &smithyhttp.ResponseError{Err: err, Response: &smithyhttp.Response{Response: &http.Response{
		StatusCode: a.Code, Header: h, Body: io.NopCloser(strings.NewReader(""))}}}
}

func traces(t *testing.T, n int, script Script, make_ func() aws.Retryer) []Trace {
	return TheirsAnswer(t, n, script, func(attempt func() Answer) {
		operation(make_(), func() error { return failure(attempt()) })
	})
}

func TestStandard(t *testing.T) {
	standard := func() aws.Retryer { return retry.NewStandard() }
	for _, tt := range []struct {
		what    string
		script  Script
		retries int
	}{
		{"outage", Always(503), 2}, {"500", Always(500), 2}, {"gateway timeout", Always(504), 2}, {"reset", Always(0), 2}, {"throttled", Always(429), 2},
		{"a hint of 3 s", Hinted(503, 3*time.Second), 2}, {"not found", Always(404), 0}, {"conflict", Always(409), 0}, {"one failure", Then(1, 502), 1},
	} {
		Alike(t, tt.what, traces(t, Sample, tt.script, standard), Ours(t, Preset(t, preset), tt.script, Sample), tt.retries, 1)
	}
	Report(t, preset, "delays of 9 scripts: outcomes, throttles, hints that are ignored")
}

// What has no error code is final here: 429 is not a throttle by itself.
func TestBareCodes(t *testing.T) {
	for _, code := range []int{408, 429} {
		r := retry.NewStandard()
		if err := (&smithyhttp.ResponseError{Err: errors.New("failed"), Response: &smithyhttp.Response{Response: &http.Response{StatusCode: code}}}); r.IsErrorRetryable(err) {
			t.Errorf("%d is retried", code)
		}
	}
}

// From the fifth retry on, which takes more attempts than is usual, all wait 20 s.
func TestCurve(t *testing.T) {
	const n, retries = Sample / 4, 6
	p := Preset(t, preset)
	p.MaxAttempts, p.Budget = retries+1, nil
	theirs := traces(t, n, Always(503), func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts, o.RateLimiter = retries+1, ratelimit.None })
	})
	Alike(t, "curve", theirs, Ours(t, p, Always(503), n), retries, 1)
	Report(t, preset, "delays of so many retries that the cap is passed")
}

// From a full bucket of 500: 100 retries of failures, 50 of timeouts.
func TestQuota(t *testing.T) {
	for _, tt := range []struct {
		status sim.Status
		want   int
	}{{sim.Unavailable, 100}, {sim.TooMany, 100}, {sim.TimedOut, 50}} {
		theirs, ours := 0, 0
		synctest.Test(t, func(*testing.T) {
			r := retry.NewStandard()
			for i := range 100 {
				theirs += attempts(r, i, func(int, int) sim.Status { return tt.status }) - 1
			}
		})
		st := Preset(t, preset).New(sim.Scopes{Clients: 1, PerProcess: 1})
		for i := range 100 {
			ours += attemptsOf(st, i, func(int, int) sim.Status { return tt.status }) - 1
		}
		if theirs != tt.want || ours != tt.want {
			t.Errorf("%v: theirs made %d retries, ours %d, want %d", tt.status, theirs, ours, tt.want)
		}
	}
	Report(t, preset, "quota: 100 retries of failures and throttles, 50 of timeouts, from a full bucket")
}

// The quota through failures, timeouts and successes as they come.
func TestQuotaWalk(t *testing.T) {
	const calls = 5000
	var theirs []int
	synctest.Test(t, func(*testing.T) {
		r := retry.NewStandard()
		for i := range calls {
			theirs = append(theirs, attempts(r, i, mixed))
		}
	})
	st, short := Preset(t, preset).New(sim.Scopes{Clients: 1, PerProcess: 1}), 0
	for i := range calls {
		if ours := attemptsOf(st, i, mixed); ours != theirs[i] {
			t.Fatalf("call %d: theirs had %d attempts, ours %d", i, theirs[i], ours)
		}
		if theirs[i] < 3 && mixed(i, theirs[i]) != sim.OK {
			short++
		}
	}
	if short < 100 {
		t.Errorf("the quota stopped %d calls: the walk says nothing", short)
	}
	Report(t, preset, "quota: attempts of 5,000 calls through failures, timeouts, throttles and successes")
}

// mixed is a service that has bad and good times; attempts count from 1.
func mixed(call, attempt int) sim.Status {
	u := sim.Key(uint64(call), sim.ForService, uint64(attempt)) % 100
	bad := uint64(10)
	if call/300%2 == 0 {
		bad = 80
	}
	if u >= bad {
		return sim.OK
	}
	return []sim.Status{sim.Unavailable, sim.TooMany, sim.TimedOut}[u%3]
}

// attempts is how many a call of the SDK has.
func attempts(r aws.Retryer, call int, answer func(call, attempt int) sim.Status) (n int) {
	operation(r, func() error {
		n++
		switch answer(call, n) {
		case sim.OK:
			return nil
		case sim.TooMany:
			return failure(Answer{Code: 429})
		case sim.TimedOut:
			return &smithyhttp.RequestSendError{Err: timedOut{errors.New("timed out")}}
		}
		return failure(Answer{Code: 503})
	})
	return n
}

// attemptsOf is how many a call of a strategy has.
func attemptsOf(st sim.Strategy, call int, answer func(call, attempt int) sim.Status) int {
	c := sim.CallOf(1)
	for st.Before(0, 0, &c).Verb == sim.Go {
		c.Attempts++
		status := answer(call, int(c.Attempts))
		d := st.After(0, 0, &c, &sim.Outcome{Status: status, Attempt: c.Attempts, Decide: status != sim.OK})
		if status == sim.OK || d.Verb != sim.Go {
			break
		}
	}
	return int(c.Attempts)
}
