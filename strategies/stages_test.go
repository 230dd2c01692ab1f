package strategies

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// The windows are those that the libraries' sources and runs show; the first of two is
// reached with a draw of 0, the second never quite.
func TestStagesOfLibraries(t *testing.T) {
	const (
		s  = time.Second
		us = time.Microsecond
	)
	type w [2]time.Duration
	tests := []struct {
		library string
		stages  Stages
		want    []w
	}{
		{"stripe-go: less a quarter at most, never below 500 ms", Stages{Growth: GrowthList, List: []time.Duration{500 * ms, s, 2500 * ms, 5 * s}, From: 0.75, To: 1, Floor: 500 * ms},
			[]w{{500 * ms, 500 * ms}, {750 * ms, s}, {1875 * ms, 2500 * ms}, {3750 * ms, 5 * s}}},
		{"azcore: 1, 3, 7 times, cap after jitter", Stages{Growth: GrowthExpMinus1, Base: 800 * ms, From: 0.8, To: 1.3, Ceiling: time.Minute},
			[]w{{640 * ms, 1040 * ms}, {1920 * ms, 3120 * ms}, {4480 * ms, 7280 * ms}, {9600 * ms, 15600 * ms}, {19840 * ms, 32240 * ms}, {40320 * ms, 60 * s}, {60 * s, 60 * s}}},
		{"go-redis: an addition that doubles, above 10 ms", Stages{Base: 20 * ms, From: 0, To: 1, Offset: 10 * ms, Ceiling: s},
			[]w{{10 * ms, 30 * ms}, {10 * ms, 50 * ms}, {10 * ms, 90 * ms}}},
		{"kafka-go: squares up to a second", Stages{Growth: GrowthPower, Base: 100 * ms, Cap: s},
			[]w{{100 * ms, 100 * ms}, {400 * ms, 400 * ms}, {900 * ms, 900 * ms}, {s, s}}},
		{"nats.go: 2 s and up to 100 ms", Stages{Base: 2 * s, Multiplier: 1, Add: 100 * ms},
			[]w{{2 * s, 2100 * ms}, {2 * s, 2100 * ms}}},
		{"retry-go: an addition that stays as it is", Stages{Base: 100 * ms, Add: 100 * ms},
			[]w{{100 * ms, 200 * ms}, {200 * ms, 300 * ms}, {400 * ms, 500 * ms}, {800 * ms, 900 * ms}}},
		{"grpc-go reconnect: the first is exact", Stages{Base: s, Multiplier: 1.6, Cap: 120 * s, From: 0.8, To: 1.2, First: s},
			[]w{{s, s}, {1280 * ms, 1920 * ms}, {2048 * ms, 3072 * ms}, {3276800 * us, 4915200 * us}}},
		{"sethvargo/go-retry: Fibonacci from 1, 2", Stages{Growth: GrowthFibonacci, Base: s},
			[]w{{s, s}, {2 * s, 2 * s}, {3 * s, 3 * s}, {5 * s, 5 * s}, {8 * s, 8 * s}}},
		{"tokio-retry: the base is both unit and ratio", Stages{Growth: GrowthSelfPower, Base: 10 * ms},
			[]w{{10 * ms, 10 * ms}, {100 * ms, 100 * ms}, {s, s}}},
		{"Lambda: a list", Stages{Growth: GrowthList, List: []time.Duration{time.Minute, 2 * time.Minute}},
			[]w{{60 * s, 60 * s}, {120 * s, 120 * s}, {120 * s, 120 * s}}},
		{"aws-sdk-go-v2 before its new defaults: beyond the cap no jitter", Stages{Base: 2 * s, Cap: 20 * s, CapExact: true, From: 0, To: 1},
			[]w{{0, 2 * s}, {0, 4 * s}, {0, 8 * s}, {0, 16 * s}, {20 * s, 20 * s}, {20 * s, 20 * s}}},
		{"Envoy: whole milliseconds below the window", Stages{Base: 25 * ms, Cap: 250 * ms, From: 0, To: 1, Quantum: ms},
			[]w{{0, 24 * ms}, {0, 49 * ms}, {0, 99 * ms}, {0, 199 * ms}, {0, 249 * ms}}},
	}
	for _, tt := range tests {
		if err := tt.stages.Validate(); err != nil {
			t.Errorf("%s: %v", tt.library, err)
		}
		for k, want := range tt.want {
			low := tt.stages.Delay(after(uint16(k+1)), &sim.Outcome{})
			high := tt.stages.Delay(after(uint16(k+1)), &sim.Outcome{Uniform: almost})
			if low != want[0] || high != want[1] && high != want[1]-1 {
				t.Errorf("%s: retry %d: got %v to %v, want %v to %v", tt.library, k+1, low, high, want[0], want[1])
			}
		}
	}
}

func TestStagesDoNotOverflow(t *testing.T) {
	for _, g := range Growth("").Values() {
		b := Stages{Growth: Growth(g), Base: time.Hour, From: 0, To: 2, Add: math.MaxInt64, List: []time.Duration{math.MaxInt64}}
		for _, n := range []uint16{1, 2, 60, 100, 65535} {
			if d := b.Delay(after(n), &sim.Outcome{Uniform: almost}); d < time.Hour {
				t.Errorf("%s: attempt %d: got %v", g, n, d)
			}
		}
	}
}
