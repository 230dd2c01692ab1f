package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// AWSAdaptive is the client-side rate limiter of the AWS SDKs' adaptive mode: off until
// the first throttle, then a token bucket whose rate follows the CUBIC curve. It holds
// first attempts too. The arithmetic is that of botocore/retries and aws/ratelimit of
// aws-sdk-go-v2 v1.48.0, in float64; waits are rounded up to a nanosecond, where the
// SDK's are cut off and may be 0.
type AWSAdaptive struct {
	Wait  time.Duration `key:"wait" doc:"an attempt that would be held for longer, or to the deadline of its call, is refused at once; default 1m"`
	Scope Scope         `key:"scope" doc:"who shares a limiter: client (default), as each SDK client has its own, process or fleet"`
}

func newAWSAdaptive() Limiter { return &AWSAdaptive{Wait: defaultLine, Scope: PerClient} }

// Constants of the SDKs.
const (
	cubicBeta    = 0.7 // what a throttle leaves of the rate
	cubicScale   = 0.4
	cubicSmooth  = 0.8 // weight of the newest half second
	cubicMinFill = 0.5 // a second
	cubicBucket  = 0.5 // s over which the rate is measured
)

// Point says that it is asked for every attempt.
func (AWSAdaptive) Point() Point { return AtAttempt }

// New makes limiters that are off, of 88 bytes each.
func (l AWSAdaptive) New(s sim.Scopes) Gate {
	scope := l.Scope.of(s, PerClient)
	if l.Wait == 0 {
		l.Wait = defaultLine
	}
	return &awsGate{scope: scope, wait: l.Wait, state: make([]cubic, scope.slots(s.Clients))}
}

// Validate names the key that makes no sense.
func (l AWSAdaptive) Validate() error { return catalog.Join(wrongWait(l.Wait)) }

// cubic is one limiter. Times are seconds since the run began.
type cubic struct {
	enabled  bool
	fill     float64 // tokens a second
	capacity float64
	tokens   float64
	filled   float64 // when
	measured float64 // responses a second
	bucket   float64 // when the half second began that is being measured
	count    float64 // of its responses
	lastMax  float64 // rate at the last throttle
	throttle float64 // when
	window   float64 // s until the curve is at lastMax again
}

// awsGate is the state of an AWSAdaptive.
type awsGate struct {
	deaf
	scope scoped
	wait  time.Duration
	state []cubic
}

func (g *awsGate) Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	l := &g.state[g.scope.slot(who)]
	if !l.enabled {
		return sim.Decision{}
	}
	tokens := l.at(now.Seconds())
	if tokens >= 1 {
		return sim.Decision{}
	}
	wait := sim.Time(math.Ceil((1 - tokens) / l.fill * 1e9))
	return hold(now, now+max(wait, 1), c, g.wait)
}

// at is the tokens at t.
func (l *cubic) at(t float64) float64 {
	return math.Min(l.capacity, l.tokens+float64((t-l.filled)*l.fill))
}

func (g *awsGate) Take(now sim.Time, who uint32, _ *sim.Call) {
	if l := &g.state[g.scope.slot(who)]; l.enabled {
		t := now.Seconds()
		l.tokens, l.filled = l.at(t)-1, t
	}
}

// Ended follows every answer, throttled or not.
func (g *awsGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	if out.Status == sim.Cancelled || out.Status == sim.GateClosed || out.Status == sim.Unfinished {
		return
	}
	l, t := &g.state[g.scope.slot(who)], now.Seconds()
	l.measure(t)
	rate := 0.0
	if throttling.Has(out.Status) {
		use := l.measured
		if l.enabled {
			use = math.Min(use, l.fill)
		}
		l.lastMax, l.throttle = use, t
		l.window = sim.Pow(use*(1-cubicBeta)/cubicScale, 1.0/3)
		rate = use * cubicBeta
		l.enabled = true
	} else {
		x := t - l.throttle - l.window
		rate = float64(cubicScale*float64(x*float64(x*x))) + l.lastMax
	}
	l.set(t, math.Min(rate, 2*l.measured))
}

// measure smooths the rate of answers, by the half second.
func (l *cubic) measure(t float64) {
	bucket := math.Floor(t/cubicBucket) * cubicBucket
	l.count++
	if bucket > l.bucket {
		l.measured = float64(cubicSmooth*l.count/(bucket-l.bucket)) + float64((1-cubicSmooth)*l.measured)
		l.count, l.bucket = 0, bucket
	}
}

// set changes the rate of the bucket, which keeps what it has gained so far. It gains
// before the first throttle too, when nobody takes: so that is no sudden stop.
func (l *cubic) set(t, rate float64) {
	l.tokens, l.filled = l.at(t), t
	l.fill, l.capacity = math.Max(rate, cubicMinFill), math.Max(rate, 1)
	l.tokens = math.Min(l.tokens, l.capacity)
}
