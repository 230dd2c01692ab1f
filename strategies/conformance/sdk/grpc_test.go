package sdk

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"retrystorm/sim"
	. "retrystorm/strategies/conformance"
)

// policyA6 is the example of gRFC A6.
const policyA6 = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s",
	"backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]%s}`

const throttling = `, "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}`

// grpcService is a server that answers by what it is told, and a client of it.
func grpcService(answer func(ctx context.Context) error, config string, more ...grpc.DialOption) (conn *grpc.ClientConn, stop func()) {
	l := bufconn.Listen(1 << 16)
	s := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		return answer(stream.Context())
	}))
	go s.Serve(l)
	conn, err := grpc.NewClient("passthrough:///service", append(more, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return l.Dial() }))...)
	if err != nil {
		panic(err)
	}
	return conn, func() { conn.Close(); s.Stop() }
}

func invoke(conn *grpc.ClientConn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/service/method")
	if err != nil {
		return
	}
	stream.CloseSend()
	stream.RecvMsg(&struct{}{})
}

// grpcAttempts is how many attempts each of n calls had, one after the other.
func grpcAttempts(t *testing.T, n int, answer func(call int) codes.Code) (attempts []int) {
	synctest.Test(t, func(*testing.T) {
		call, sent := 0, 0
		conn, stop := grpcService(func(context.Context) error {
			sent++
			return status.Error(answer(call), "scripted")
		}, configOf(throttling))
		defer stop()
		for call = range n {
			sent = 0
			invoke(conn)
			attempts = append(attempts, sent)
		}
	})
	return attempts
}

func configOf(more string) string {
	i := len(policyA6) - len("%s}")
	return policyA6[:i] + more + "}"
}

func TestGRPCThrottling(t *testing.T) {
	down := func(int) codes.Code { return codes.Unavailable }
	want := []int{4, 1, 1, 1, 1, 1, 1, 1}
	if got := grpcAttempts(t, 8, down); !slices.Equal(got, want) {
		t.Errorf("theirs: %v attempts, want %v", got, want)
	}
	st := Preset(t, "grpc-go@1.85.0").New(sim.Scopes{Clients: 1, PerProcess: 1})
	var ours []int
	for range 8 {
		ours = append(ours, attemptsOf(st, func(int) sim.Status { return sim.Unavailable }))
	}
	if !slices.Equal(ours, want) {
		t.Errorf("ours: %v attempts, want %v", ours, want)
	}
	for _, successes := range []int{60, 61} {
		answer := func(call int) codes.Code {
			if call >= 12 && call < 12+successes {
				return codes.OK
			}
			return codes.Unavailable
		}
		theirs := grpcAttempts(t, 13+successes, answer)
		st := Preset(t, "grpc-go@1.85.0").New(sim.Scopes{Clients: 1, PerProcess: 1})
		var ours []int
		for i := range 13 + successes {
			ours = append(ours, attemptsOf(st, func(int) sim.Status {
				if answer(i) == codes.OK {
					return sim.OK
				}
				return sim.Unavailable
			}))
		}
		if !slices.Equal(theirs, ours) || theirs[12+successes] != successes-59 {
			t.Errorf("after %d successes: theirs had %v attempts, ours %v", successes, theirs, ours)
		}
	}
	Report(t, "grpc-go@1.85.0", "retryThrottling: 4, 1, 1, ... attempts; after 60 successes none is retried, after 61 one")
}

// Calls one after the other that succeed, fail, fail with a code that is not retried, or
// are told not to come again: what each costs shows in how many attempts the next have.
func TestGRPCThrottlingWalk(t *testing.T) {
	const n = 10_000
	var theirs, ours []int
	synctest.Test(t, func(*testing.T) {
		call, sent := 0, 0
		conn, stop := grpcService(func(ctx context.Context) error {
			code, final := walked(call, sent)
			sent++
			if final {
				grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", "-1"))
			}
			return status.Error(code, "scripted")
		}, configOf(throttling))
		defer stop()
		for call = range n {
			sent = 0
			invoke(conn)
			theirs = append(theirs, sent)
		}
	})
	st := Preset(t, "grpc-go@1.85.0").New(sim.Scopes{Clients: 1, PerProcess: 1})
	counts := map[int]int{}
	for i := range n {
		ours = append(ours, attemptsTo(st, func(attempt int) sim.Outcome {
			code, final := walked(i, attempt-1)
			return sim.Outcome{Status: map[codes.Code]sim.Status{codes.OK: sim.OK, codes.Unavailable: sim.Unavailable, codes.Internal: sim.Internal}[code], Final: final}
		}))
		if theirs[i] != ours[i] {
			t.Fatalf("call %d: theirs had %d attempts, ours %d", i, theirs[i], ours[i])
		}
		if code, final := walked(i, 0); code == codes.Unavailable && !final {
			counts[theirs[i]]++
		}
	}
	if counts[1] < 100 || counts[2]+counts[3]+counts[4] < 100 {
		t.Errorf("calls whose first attempt failed, by attempts: %v: the walk says nothing", counts)
	}
	Report(t, "grpc-go@1.85.0", "retryThrottling: attempts of 10,000 calls through failures, codes not retried, negative pushbacks and successes")
}

// walked is how an attempt of the walk ends, in good times and bad.
func walked(call, attempt int) (code codes.Code, final bool) {
	u := sim.Key(uint64(call), sim.ForService, uint64(attempt)) % 100
	bad := uint64(2)
	if call%150 >= 120 {
		bad = 40
	}
	switch {
	case u < bad:
		return codes.Unavailable, u%4 == 0
	case u < bad+10:
		return codes.Internal, false
	}
	return codes.OK, false
}

// The cap, with more attempts than the service config allows unless told.
func TestGRPCCurve(t *testing.T) {
	const calls, attempts = 2000, 8
	config := strings.Replace(configOf(""), `"maxAttempts": 4`, `"maxAttempts": 8`, 1)
	traces := grpcTraces(t, calls, config, func(context.Context, int) {}, grpc.WithMaxCallAttempts(attempts))
	p := Preset(t, "grpc-go@1.85.0")
	p.MaxAttempts, p.Budget = attempts, nil
	AlikeWithin(t, "curve", traces, Ours(t, p, Always(503), calls), attempts-1)
	Report(t, "grpc-go@1.85.0", "delays of so many retries that the cap is passed: means, distributions")
}

// With a pushback at the second attempt the delay is what it says, and the next one is
// the first again.
func TestGRPCDelays(t *testing.T) {
	const calls = 2000
	for _, tt := range []struct {
		what string
		push int // the attempt whose answer has one, of 700 ms
	}{{"no pushback", 0}, {"pushback at the second", 2}} {
		traces := grpcTraces(t, calls, configOf(""), func(ctx context.Context, n int) {
			if n == tt.push {
				grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", "700"))
			}
		})
		p := Preset(t, "grpc-go@1.85.0")
		p.Budget = nil
		ours := Ours(t, p, func(n int) Answer {
			a := Answer{Code: 503}
			if n == tt.push {
				a.Retry = 700 * time.Millisecond
			}
			return a
		}, calls)
		AlikeWithin(t, tt.what, traces, ours, 3)
	}
	Report(t, "grpc-go@1.85.0", "delays of 3 retries, with and without a pushback: means, distributions")
}

// grpcTraces is calls at once that all fail; before is done before each answer, the first
// of a call being 1.
func grpcTraces(t *testing.T, calls int, config string, before func(ctx context.Context, n int), more ...grpc.DialOption) []Trace {
	traces := make([]Trace, calls)
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		var mu sync.Mutex
		conn, stop := grpcService(func(ctx context.Context) error {
			md, _ := metadata.FromIncomingContext(ctx)
			i, _ := strconv.Atoi(md.Get("call")[0])
			mu.Lock()
			tr := &traces[i]
			tr.Sent = append(tr.Sent, time.Since(start))
			n := len(tr.Sent)
			mu.Unlock()
			time.Sleep(Latency)
			before(ctx, n)
			return status.Error(codes.Unavailable, "scripted")
		}, config, more...)
		defer stop()
		var wait sync.WaitGroup
		for i := range calls {
			wait.Go(func() {
				ctx := metadata.AppendToOutgoingContext(context.Background(), "call", strconv.Itoa(i))
				stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/service/method")
				if err == nil {
					stream.CloseSend()
					stream.RecvMsg(&struct{}{})
				}
				traces[i].Over = time.Since(start)
			})
		}
		wait.Wait()
	})
	return traces
}

// While no connection can be made, the dials come 1 s exactly after the first, and then
// 1.6 times as long, up to two minutes, give or take a fifth.
func TestGRPCReconnect(t *testing.T) {
	const conns, dials = 300, 15
	traces := make([]Trace, conns)
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		for i := range traces {
			conn, err := grpc.NewClient("passthrough:///service", grpc.WithTransportCredentials(insecure.NewCredentials()),
				grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
					traces[i].Sent = append(traces[i].Sent, time.Since(start))
					time.Sleep(Latency)
					return nil, net.ErrClosed
				}))
			if err != nil {
				panic(err)
			}
			defer conn.Close()
			conn.Connect()
		}
		time.Sleep(time.Hour)
	})
	for i := range traces {
		if len(traces[i].Sent) < dials {
			t.Fatalf("%d dials in an hour: %v", len(traces[i].Sent), traces[i].Sent)
		}
		traces[i].Sent = traces[i].Sent[:dials]
	}
	p := Preset(t, "grpc-go-reconnect@1.85.0")
	p.MaxAttempts = dials
	p.RetryOn = append(p.RetryOn, 1<<sim.Unavailable)
	ours := Ours(t, p, Always(503), conns)
	for i := range ours {
		traces[i].Over, ours[i].Over = 0, 0
	}
	AlikeWithin(t, "reconnect", traces, ours, dials-1)
	Report(t, "grpc-go-reconnect@1.85.0", "waits before 14 dials, the first of 1 s exactly, the last at the cap: means, distributions")
}
