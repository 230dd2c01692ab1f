package conformance

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Call is one call of a library: it tries attempt, which takes [Latency], as the library
// does. ErrFailed is the error of an attempt that it ought to retry.
type Call func(attempt func() error)

// ErrFailed is how an attempt of a library without HTTP fails.
var ErrFailed = errors.New("failed")

// Theirs lets a library make n calls at once, on a virtual clock. make is called once for
// each call, before it begins.
func Theirs(t *testing.T, n int, script Script, make_ func() Call) []Trace {
	t.Helper()
	var mu sync.Mutex
	return bubble(t, n, func(tr *Trace, start time.Time) {
		mu.Lock()
		call := make_()
		mu.Unlock()
		call(func() error {
			tr.Sent = append(tr.Sent, time.Since(start))
			time.Sleep(Latency)
			if script(len(tr.Sent)).Code == http.StatusOK {
				return nil
			}
			return ErrFailed
		})
	})
}

// TheirsHTTP is Theirs for a library that makes HTTP requests through a transport.
func TheirsHTTP(t *testing.T, n int, script Script, call func(http.RoundTripper)) []Trace {
	t.Helper()
	return bubble(t, n, func(tr *Trace, start time.Time) {
		call(transport(func(req *http.Request) (*http.Response, error) {
			tr.Sent = append(tr.Sent, time.Since(start))
			time.Sleep(Latency)
			if req.Body != nil {
				io.Copy(io.Discard, req.Body)
				req.Body.Close()
			}
			return script(len(tr.Sent)).response(req)
		}))
	})
}

// TheirsAnswer is Theirs for a library that sees answers in a form of its own.
func TheirsAnswer(t *testing.T, n int, script Script, call func(attempt func() Answer)) []Trace {
	t.Helper()
	return bubble(t, n, func(tr *Trace, start time.Time) {
		call(func() Answer {
			tr.Sent = append(tr.Sent, time.Since(start))
			time.Sleep(Latency)
			return script(len(tr.Sent))
		})
	})
}

func bubble(t *testing.T, n int, call func(tr *Trace, start time.Time)) []Trace {
	traces := make([]Trace, n)
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		var wait sync.WaitGroup
		for i := range traces {
			wait.Go(func() {
				call(&traces[i], start)
				traces[i].Over = time.Since(start)
			})
		}
		wait.Wait()
	})
	return traces
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Transport is a connection to a service of which only the answers are known.
func Transport(attempt func() Answer) http.RoundTripper {
	return transport(func(req *http.Request) (*http.Response, error) {
		if req.Body != nil {
			io.Copy(io.Discard, req.Body)
			req.Body.Close()
		}
		return attempt().response(req)
	})
}

// response is an answer as HTTP has it.
func (a Answer) response(req *http.Request) (*http.Response, error) {
	if a.Code == 0 {
		return nil, fmt.Errorf("conformance: the connection broke: %w", io.ErrUnexpectedEOF)
	}
	h := http.Header{"Content-Type": {"application/json"}}
	if a.Retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(a.Retry.Seconds())))
	}
	body := a.Body
	if body == "" {
		body = "{}"
	}
	return &http.Response{
		Status: http.StatusText(a.Code), StatusCode: a.Code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}, nil
}
