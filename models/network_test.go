package models

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// TestNetworkProfiles holds the numbers of the profiles: a change of one is a change of
// every scenario that names it.
func TestNetworkProfiles(t *testing.T) {
	want := []string{
		"wire: no delay, lose 0% 0%, up unlimited, down unlimited, 0 handshakes, no outages",
		"lan: 250µs to 1ms, lose 0% 0%, up unlimited, down unlimited, 0 handshakes, no outages",
		"wan: 20ms to 40ms, lose 0% 0%, up unlimited, down unlimited, 0 handshakes, no outages",
		"wifi: 10.5ms to 135ms, lose 0.1% 0.1%, up 45Mbit/s, down 85Mbit/s, 2 handshakes, no outages",
		"mobile: 20ms to 250ms, lose 0.5% 0.5%, up 11Mbit/s, down 36Mbit/s, 2 handshakes, every 10m0s for 5s to 1m0s",
		"satellite: 240ms and 74ms to 200ms, lose 0.2% 0.2%, up 2.8Mbit/s, down 22Mbit/s, 2 handshakes, every 6h0m0s for 1m0s",
	}
	var got []string
	for _, r := range Networks() {
		w := r.New().Wire()
		if err := w.Validate(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		up, _ := w.Up.MarshalText()
		down, _ := w.Down.MarshalText()
		got = append(got, fmt.Sprintf("%s: %s, lose %g%% %g%%, up %s, down %s, %d handshakes, %s", r.Name, timesOf(w.There()),
			100*w.RequestLoss, 100*w.ResponseLoss, up, down, w.Handshakes, outagesOf(w.Outages)))
		if r.Source == "" || r.Name != "wire" && !strings.Contains(r.Source, "assumed") {
			t.Errorf("%s: its source does not say what is assumed: %q", r.Name, r.Source)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("profiles are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func timesOf(d sim.Dist) string {
	switch d := d.(type) {
	case nil:
		return "no delay"
	case *Lognormal:
		return fmt.Sprintf("%v to %v", d.P50, d.P99)
	case *Shifted:
		return fmt.Sprintf("%v and %s", d.By, timesOf(d.Time))
	default:
		return d.Mean().String()
	}
}

func outagesOf(o *Outages) string {
	if o == nil {
		return "no outages"
	}
	return fmt.Sprintf("every %s for %s", timesOf(o.Every), timesOf(o.For))
}

// TestSatelliteIsNoFasterThanLight: no delay is below the 239.6 ms that light takes up
// and down (RFC 2488), and quantiles are those that its row tells.
func TestSatelliteIsNoFasterThanLight(t *testing.T) {
	d := satellite().Wire().Delay
	for _, row := range []struct {
		u    float64
		want time.Duration
	}{{0, 239600 * time.Microsecond}, {0.5, 314 * time.Millisecond}, {0.99, 440 * time.Millisecond}} {
		got := d.At(uint64(row.u * (1 << 63) * 2))
		if off := (got - row.want).Abs(); row.u > 0 && off > time.Millisecond || got < row.want-time.Millisecond {
			t.Errorf("quantile %v is %v, want %v", row.u, got, row.want)
		}
	}
	if got := d.At(0); got < 239600*time.Microsecond {
		t.Errorf("the shortest delay is %v, less than light takes", got)
	}
}

// TestWireAddsBytes follows the delay of a request and its response by hand.
func TestWireAddsBytes(t *testing.T) {
	const ms, half = time.Millisecond, uint64(1) << 63
	delay := &Constant{Value: 10 * ms}
	for _, row := range []struct {
		why                   string
		wire                  Wire
		up, down              int // bytes
		wantThere, wantBack   time.Duration
		noneThere, noDelayAny bool
	}{
		{"no delay, no bandwidth", Wire{}, 1e6, 1e6, 0, 0, true, true},
		{"no limit: bytes cost nothing", Wire{Delay: delay}, 1e6, 1e6, 10 * ms, 10 * ms, false, false},
		{"a plain sum", Wire{Delay: delay, Up: 1e6, Down: 8e6}, 1000, 1000, 18 * ms, 11 * ms, false, false},
		{"bandwidth without a delay", Wire{Up: 1e6, Down: 8e6}, 1000, 1000, 8 * ms, 1 * ms, false, false},
		{"no bytes", Wire{Delay: delay, Up: 1e6}, 0, 0, 10 * ms, 10 * ms, false, false},
		{"each direction its own delay", Wire{Delay: delay, Request: &Constant{Value: 30 * ms}, Up: 1e6}, 1000, 1000, 38 * ms, 10 * ms, false, false},
	} {
		there, back := row.wire.ThereWith(row.up), row.wire.BackWith(row.down)
		if (there == nil) != row.noneThere || (back == nil) != row.noDelayAny {
			t.Errorf("%s: delays are %v and %v", row.why, there, back)
			continue
		}
		if there == nil {
			continue
		}
		if there.At(half) != row.wantThere || back.At(half) != row.wantBack || there.Mean() != row.wantThere || back.Mean() != row.wantBack {
			t.Errorf("%s: %v there and %v back, want %v and %v", row.why, there.At(half), back.At(half), row.wantThere, row.wantBack)
		}
	}
}

// TestBandwidthText reads and writes bandwidths.
func TestBandwidthText(t *testing.T) {
	for _, row := range []struct {
		text, long string // "" is an error
		bits       Bandwidth
	}{
		{"20Mbit/s", "20Mbit/s", 20e6},
		{"20 Mbit/s", "20Mbit/s", 20e6},
		{"20Mbps", "20Mbit/s", 20e6},
		{"1500kbit/s", "1.5Mbit/s", 1.5e6},
		{"0.0015Gbit/s", "1.5Mbit/s", 1.5e6},
		{"56kbit/s", "56kbit/s", 56e3},
		{"9600bit/s", "9.6kbit/s", 9600},
		{"1234567bit/s", "1.234567Mbit/s", 1234567},
		{"100Gbit/s", "100Gbit/s", 100e9},
		{"unlimited", "unlimited", 0},
		{"0Mbit/s", "", 0},
		{"20", "", 0},
		{"20MB/s", "", 0},
		{"20mbit/s", "", 0},
		{"-1Mbit/s", "", 0},
		{"1e3Mbit/s", "", 0},
		{"99999999Gbit/s", "", 0},
		{"", "", 0},
	} {
		var b Bandwidth
		err := b.UnmarshalText([]byte(row.text))
		if (err != nil) != (row.long == "") || b != row.bits {
			t.Errorf("%q is %d, %v, want %d", row.text, b, err, row.bits)
			continue
		}
		if long, _ := b.MarshalText(); err == nil && string(long) != row.long {
			t.Errorf("%q is written %q, want %q", row.text, long, row.long)
		}
	}
}

// FuzzBandwidth: what is read is written so that it is read as the same.
func FuzzBandwidth(f *testing.F) {
	for _, seed := range []string{"20Mbit/s", "unlimited", "0.333333333Gbit/s", "1bps", "Mbit/s", "1.Mbit/s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b, again Bandwidth
		if b.UnmarshalText([]byte(text)) != nil {
			return
		}
		long, _ := b.MarshalText()
		if err := again.UnmarshalText(long); err != nil || again != b || b < 0 {
			t.Errorf("%q is %d, written %q, read again %d, %v", text, b, long, again, err)
		}
	})
}

// TestBandwidthTime rounds up and never overflows.
func TestBandwidthTime(t *testing.T) {
	for _, row := range []struct {
		b     Bandwidth
		bytes int
		want  time.Duration
	}{
		{0, 1 << 30, 0},
		{8, 1, time.Second},
		{3e9, 1, 3}, // 2.67 ns
		{1, math.MaxInt, math.MaxInt64},
		{1e15, math.MaxInt, 9007199255}, // the most bytes, 2^50
		{1, 1 << 28, 1 << 31 * time.Second},
	} {
		if got := row.b.Time(row.bytes); got != row.want {
			t.Errorf("%d bytes at %d bit/s take %v, want %v", row.bytes, row.b, got, row.want)
		}
	}
}

// TestWireSettingsThatAreRefused lists the keys that errors name.
func TestWireSettingsThatAreRefused(t *testing.T) {
	for _, row := range []struct {
		why  string
		err  error
		want []string
	}{
		{"nothing given", (&Wire{}).Validate(), nil},
		{"all wrong", (&Wire{RequestLoss: -1, ResponseLoss: 2, Up: -1, Down: -1, Handshakes: 11}).Validate(),
			[]string{"request-loss", "response-loss", "up", "down", "handshakes"}},
		{"not a number", (&Wire{RequestLoss: sim.Share(math.NaN())}).Validate(), []string{"request-loss"}},
		{"outages without time", (&Outages{Every: &Constant{}, For: &Constant{}}).Validate(), []string{"every", "for"}},
		{"outages", (&Outages{Every: &Constant{Value: 1}, For: &Constant{Value: 1}}).Validate(), nil},
	} {
		if got := keysOf(row.err); !slices.Equal(got, row.want) {
			t.Errorf("%s: the error names %q, want %q", row.why, got, row.want)
		}
	}
}

// TestShiftedStaysFinite: the longest time and a nanosecond are the longest time.
func TestShiftedStaysFinite(t *testing.T) {
	d := &Shifted{By: 1, Time: &Constant{Value: math.MaxInt64}}
	if d.At(0) != math.MaxInt64 || d.Mean() != math.MaxInt64 {
		t.Errorf("it is %v, mean %v", d.At(0), d.Mean())
	}
}
