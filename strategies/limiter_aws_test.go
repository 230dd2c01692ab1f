package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// Ten answers a second for ten seconds, then a throttle: the bucket has filled until
// then, so that what comes next may leave at once. Its rate is 0.7 of what was measured,
// all but 10 a second: 6 leave, a seventh within a microsecond, and the eighth waits a
// seventh of a second.
func TestAWSAdaptiveFillsBeforeTheFirstThrottle(t *testing.T) {
	g := AWSAdaptive{}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	c := sim.CallOf(1)
	now := sim.Time(0)
	for range 101 {
		now = now.Add(100 * time.Millisecond)
		g.Ended(now, 0, &c, &sim.Outcome{Status: sim.OK})
	}
	g.Ended(now, 0, &c, &sim.Outcome{Status: sim.TooMany})
	for i := range 7 {
		if i == 6 {
			now = now.Add(time.Microsecond)
		}
		if d := g.Ask(now, 0, &c); d.Verb != sim.Go {
			t.Fatalf("attempt %d after the throttle: %+v", i+1, d)
		}
		g.Take(now, 0, &c)
	}
	if d := g.Ask(now, 0, &c); d.Verb != sim.Hold || (d.Delay-time.Second/7).Abs() > time.Millisecond {
		t.Errorf("the eighth: %+v, want a wait of a seventh of a second", d)
	}
}
