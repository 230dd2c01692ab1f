package strategies

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// Windows of libraries beside their defaults, which preset_test.go holds: the least delay
// and the bound of the largest before the first retries.
func TestWindowsBesideDefaults(t *testing.T) {
	const s = time.Second
	type w [2]time.Duration
	tests := []struct {
		library string
		backoff Backoff
		want    []w
	}{
		{"axios-retry, exponentialDelay: the first is 200 ms, a fifth is added at most", &ScaledJitter{Window: Window{Base: 200 * ms, Cap: time.Hour, Multiplier: 2}, From: 1, To: 1.2},
			[]w{{200 * ms, 240 * ms}, {400 * ms, 480 * ms}, {800 * ms, 960 * ms}}},
		{"retry-go, FullJitterBackoffDelay: the first window is twice the base", &FullJitter{Base: 100 * ms, Cap: time.Hour, First: GrownFirst},
			[]w{{0, 200 * ms}, {0, 400 * ms}, {0, 800 * ms}, {0, 1600 * ms}}},
		{"AWS SDK for Go after a throttle", preset(t, "aws-sdk-go-v2").Throttled, []w{{0, s}, {0, 2 * s}}},
		{"AWS SDK for Java after a throttle", preset(t, "aws-sdk-java-v2").Throttled, []w{{0, s}, {0, 2 * s}}},
		{"urllib3 with a factor of 1 s", &Stages{Growth: GrowthList, List: []time.Duration{0, 2 * s, 4 * s, 8 * s}, Ceiling: 120 * s, From: 1, To: 1},
			[]w{{0, 0}, {2 * s, 2 * s}, {4 * s, 4 * s}, {8 * s, 8 * s}}},
		{"Polly with jitter, constant", &ScaledJitter{Window: window(2*s, 2*s), From: 0.75, To: 1.25}, []w{{1500 * ms, 2500 * ms}, {1500 * ms, 2500 * ms}}},
		{"DynamoDB of botocore legacy, without jitter or cap", &Stages{Base: 50 * ms, Multiplier: 2, From: 1, To: 1},
			[]w{{50 * ms, 50 * ms}, {100 * ms, 100 * ms}, {200 * ms, 200 * ms}}},
	}
	for _, tt := range tests {
		for k, want := range tt.want {
			low := tt.backoff.Delay(after(uint16(k+1)), &sim.Outcome{})
			high := tt.backoff.Delay(after(uint16(k+1)), &sim.Outcome{Uniform: almost})
			if low != want[0] || high != want[1] && high != want[1]-1 {
				t.Errorf("%s: retry %d: got %v to %v, want %v to %v", tt.library, k+1, low, high, want[0], want[1])
			}
		}
	}
}

// The classes of Lettuce have each other's formula: FullJitterDelay is t/2 + U(0, t/2),
// which others call equal jitter, EqualJitterDelay U(0, t), which they call full.
func TestQuirkLettuceSwapsItsJitters(t *testing.T) {
	formula := map[PresetName]func(u float64, window time.Duration) time.Duration{
		"lettuce-full-jitter":  func(u float64, w time.Duration) time.Duration { return w/2 + time.Duration(u*float64(w/2)) },
		"lettuce-equal-jitter": func(u float64, w time.Duration) time.Duration { return time.Duration(u * float64(w)) },
	}
	for name, f := range formula {
		b := preset(t, name).Backoff
		for k, window := range []time.Duration{64 * ms, 128 * ms, 256 * ms} {
			for _, u := range []float64{0, 0.25, 0.5, 0.75} {
				if got, want := b.Delay(after(uint16(k+7)), &sim.Outcome{Uniform: u}), f(u, window); got != want {
					t.Errorf("%s: retry %d, draw %v: got %v, want %v", name, k+7, u, got, want)
				}
			}
		}
	}
}

// In Kafka's client about half of the late delays are the cap exactly: the window is
// capped, and what jitter adds above it is cut off.
func TestQuirkHalfOfKafkasDelaysAreTheCap(t *testing.T) {
	if got := atTheCap(preset(t, "kafka-java").Backoff, 9, time.Second); math.Abs(got-0.5) > 0.001 {
		t.Errorf("got %.4f, want half", got)
	}
}
