package sdk

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
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"retrystorm/sim"
	. "retrystorm/strategies/conformance"
)

// awsCall is one operation: the middleware of the SDK around an attempt.
func awsCall(r aws.Retryer, attempt func() error) {
	m := retry.NewAttemptMiddleware(r, func(v any) any { return v })
	m.HandleFinalize(context.Background(), middleware.FinalizeInput{Request: smithyhttp.NewStackRequest()},
		middleware.FinalizeHandlerFunc(func(context.Context, middleware.FinalizeInput) (middleware.FinalizeOutput, middleware.Metadata, error) {
			return middleware.FinalizeOutput{}, middleware.Metadata{}, attempt()
		}))
}

// awsError is an answer as the SDK sees it.
func awsError(a Answer) error {
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
	return &smithyhttp.ResponseError{Err: errors.New("failed"), Response: &smithyhttp.Response{Response: &http.Response{
		StatusCode: a.Code, Header: h, Body: io.NopCloser(strings.NewReader(""))}}}
}

func awsTraces(t *testing.T, n int, script Script, make_ func() aws.Retryer) []Trace {
	return TheirsAnswer(t, n, script, func(attempt func() Answer) {
		awsCall(make_(), func() error { return awsError(attempt()) })
	})
}

func standard() aws.Retryer { return retry.NewStandard() }

func TestAWSStandard(t *testing.T) {
	p := Preset(t, "aws-sdk-go-v2@1.48.0")
	for _, tt := range []struct {
		what    string
		script  Script
		retries int
	}{
		{"outage", Always(503), 2}, {"500", Always(500), 2}, {"gateway timeout", Always(504), 2}, {"reset", Always(0), 2}, {"throttled", Always(429), 2},
		{"a hint of 3 s", Hinted(503, 3*time.Second), 2}, {"a hint of a minute", Hinted(503, time.Minute), 2}, {"not found", Always(404), 0}, {"conflict", Always(409), 0},
	} {
		Alike(t, tt.what, awsTraces(t, Sample, tt.script, standard), Ours(t, p, tt.script, Sample), tt.retries, 1)
	}
	Report(t, "aws-sdk-go-v2@1.48.0", "delays of 9 scripts: outcomes, throttles, hints inside and outside their bounds")
}

// A throttle is known by 429 alone; a request that timed out is not known by 408.
func TestAWSBareCodes(t *testing.T) {
	for code, want := range map[int]bool{408: false, 429: true} {
		if got := retry.NewStandard().IsErrorRetryable(awsError(Answer{Code: code})); got != want {
			t.Errorf("%d: retried %v, want %v", code, got, want)
		}
	}
}

// The quota of a client that meets nothing but failures.
func TestAWSQuota(t *testing.T) {
	for _, tt := range []struct {
		code, retries int
	}{{503, 35}, {429, 100}} {
		theirs := 0
		synctest.Test(t, func(*testing.T) {
			r := retry.NewStandard()
			for range 100 {
				n := 0
				awsCall(r, func() error { n++; return awsError(Answer{Code: tt.code}) })
				theirs += n - 1
			}
		})
		ours := retriesOf(Preset(t, "aws-sdk-go-v2@1.48.0").New(sim.Scopes{Clients: 1, PerProcess: 1}), Answer{Code: tt.code}.Status())
		if theirs != tt.retries || ours != tt.retries {
			t.Errorf("%d: theirs made %d retries, ours %d, want %d", tt.code, theirs, ours, tt.retries)
		}
	}
	Report(t, "aws-sdk-go-v2@1.48.0", "quota: 35 retries of failures, 100 of throttles, from a full bucket")
}

// The quota through failures and successes as they come: a call is told by how many
// attempts it has.
func TestAWSQuotaWalk(t *testing.T) {
	var theirs, ours []int
	synctest.Test(t, func(*testing.T) {
		r := retry.NewStandard()
		for i := range 3000 {
			n := 0
			awsCall(r, func() error { n++; return awsError(mixed(i, n)) })
			theirs = append(theirs, n)
		}
	})
	st := Preset(t, "aws-sdk-go-v2@1.48.0").New(sim.Scopes{Clients: 1, PerProcess: 1})
	for i := range 3000 {
		ours = append(ours, attemptsOf(st, func(n int) sim.Status { return mixed(i, n).Status() }))
	}
	short := 0
	for i := range theirs {
		if theirs[i] != ours[i] {
			t.Fatalf("call %d: theirs had %d attempts, ours %d", i, theirs[i], ours[i])
		}
		if theirs[i] < 3 && mixed(i, theirs[i]).Code != 200 {
			short++
		}
	}
	if short < 100 {
		t.Errorf("the quota stopped %d calls: the walk says nothing", short)
	}
	Report(t, "aws-sdk-go-v2@1.48.0", "quota: attempts of 3,000 calls through failures, throttles and successes")
}

// mixed is a service that has bad and good times.
func mixed(call, attempt int) Answer {
	u := sim.Key(uint64(call), sim.ForService, uint64(attempt)) % 100
	bad := uint64(20)
	if call/300%2 == 0 {
		bad = 80
	}
	switch {
	case u >= bad:
		return Answer{Code: 200}
	case u%3 == 0:
		return Answer{Code: 429}
	}
	return Answer{Code: 503}
}

// retriesOf is how many retries a strategy makes in 100 calls that all fail.
func retriesOf(st sim.Strategy, status sim.Status) (n int) {
	for range 100 {
		n += attemptsOf(st, func(int) sim.Status { return status }) - 1
	}
	return n
}

// attemptsOf lets a strategy make a call at once.
func attemptsOf(st sim.Strategy, answer func(attempt int) sim.Status) int {
	return attemptsTo(st, func(attempt int) sim.Outcome { return sim.Outcome{Status: answer(attempt)} })
}

// attemptsTo is attemptsOf for answers that say more than a status.
func attemptsTo(st sim.Strategy, answer func(attempt int) sim.Outcome) int {
	c := sim.CallOf(1)
	for st.Before(0, 0, &c).Verb == sim.Go {
		c.Attempts++
		out := answer(int(c.Attempts))
		out.Attempt, out.Decide = c.Attempts, out.Status != sim.OK
		d := st.After(0, 0, &c, &out)
		if out.Status == sim.OK || d.Verb != sim.Go {
			if k, ok := st.(sim.Concluder); ok && k.Concludes() {
				k.Over(0, 0, &c, out.Status)
			}
			break
		}
	}
	return int(c.Attempts)
}
