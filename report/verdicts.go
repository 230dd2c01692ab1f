package report

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// The verdict line of a variant is made of clauses, joined by semicolons. Each clause
// is a table of rules; the first rule whose condition holds speaks, and a clause in
// which none does is left out.

// rule is one row: when it speaks, in words and in code, and what it says.
type rule struct {
	when  string
	holds func(c *Cell) bool
	says  func(c *Cell) string
}

// stateRules say how the trials came out of the trigger.
var stateRules = []rule{
	{"all trials healthy", func(c *Cell) bool { return c.all(Healthy) }, func(c *Cell) string { return "healthy" }},
	{"all trials undecided", func(c *Cell) bool { return c.all(Undecided) },
		func(c *Cell) string { return undecidedText(c, ": ") }},
	{"some trials judged", func(c *Cell) bool { return !c.all(NotJudged) }, mixedText},
}

// recoveryRules say how long recovery took.
var recoveryRules = []rule{
	{"no trial recovered, or none was judged", func(c *Cell) bool { s := c.total("recovery_time_s"); return s.Never == s.N }, silent},
	{"all recovered at once", func(c *Cell) bool { return c.total("recovery_time_s").Max == 0 }, saying("recovers at once")},
	{"all recovered", func(c *Cell) bool { return c.total("recovery_time_s").Never == 0 },
		func(c *Cell) string { return "recovers in " + c.Text(0, "recovery_time_s") }},
	{"at least half recovered", func(c *Cell) bool { return !math.IsInf(c.total("recovery_time_s").P50, 1) },
		func(c *Cell) string { return "half recover within " + Show(c.total("recovery_time_s").P50, 0, "s") }},
}

// loadRules say what the variant can ask of the service, where it is not healthy.
var loadRules = []rule{
	{"all trials healthy, or the rates are not known", func(c *Cell) bool { return c.all(Healthy) || !c.Prediction.ratesKnown() }, silent},
	{"overloaded without a retry", func(c *Cell) bool { p := c.Prediction; return p.OfferedPerSec >= p.CapacityPerSec },
		func(c *Cell) string {
			p := c.Prediction
			return fmt.Sprintf("%s offered against %s%s: overloaded without a single retry", perSec(p.OfferedPerSec), perSec(p.CapacityPerSec), p.where())
		}},
	{"attempts without a limit", func(c *Cell) bool { return math.IsInf(c.Prediction.MaxAttempts, 1) },
		func(c *Cell) string {
			p := c.Prediction
			return fmt.Sprintf("%s x unlimited attempts against %s%s", perSec(p.OfferedPerSec), perSec(p.CapacityPerSec), p.where())
		}},
	{"otherwise", func(c *Cell) bool { return c.Prediction.MaxAttempts > 1 },
		func(c *Cell) string {
			p := c.Prediction
			return fmt.Sprintf("%s x %s attempts = %s against %s%s", perSec(p.OfferedPerSec), plain(p.MaxAttempts),
				perSec(p.WorstLoadPerSec()), perSec(p.CapacityPerSec), p.where())
		}},
}

// safeRules say what would let it recover, where it is not healthy.
var safeRules = []rule{
	{"all trials healthy", func(c *Cell) bool { return c.all(Healthy) }, silent},
	{"budget and queue known", func(c *Cell) bool { return c.Prediction.SafeBudget > 0 && c.Prediction.SafeQueue > 0 },
		func(c *Cell) string { return safeBudget(c) + ", " + safeQueue(c) }},
	{"budget known", func(c *Cell) bool { return c.Prediction.SafeBudget > 0 }, safeBudget},
	{"queue known", func(c *Cell) bool { return c.Prediction.SafeQueue > 0 }, safeQueue},
}

// workRules say what a herd costs.
var workRules = []rule{
	{"any calls", func(c *Cell) bool { return c.total("attempts").N > 0 },
		func(c *Cell) string { return c.Text(0, "attempts") + " attempts" }},
}

// doneRules say when a herd is done.
var doneRules = []rule{
	{"no call succeeded", func(c *Cell) bool { return c.total("completion_s").N == 0 }, saying("no call succeeds")},
	{"otherwise", func(c *Cell) bool { return true },
		func(c *Cell) string { return "done after " + c.Text(0, "completion_s") }},
}

// steadyRules say how a variant fares where nothing goes wrong.
var steadyRules = []rule{
	{"the offered load is known", func(c *Cell) bool { return c.Prediction.OfferedPerSec > 0 },
		func(c *Cell) string {
			return fmt.Sprintf("goodput %s of %s offered", c.Text(0, "goodput_per_s"), perSec(c.Prediction.OfferedPerSec))
		}},
	{"otherwise", func(c *Cell) bool { return true },
		func(c *Cell) string { return "goodput " + c.Text(0, "goodput_per_s") }},
}

var amplificationRules = []rule{
	{"any calls", func(c *Cell) bool { return c.total("amplification").N > 0 },
		func(c *Cell) string { return c.Text(0, "amplification") + " attempts per call" }},
}

// herdRules say whether a herd that tries for ever lets its backlog drain.
var herdRules = []rule{
	{"no such herd", func(c *Cell) bool {
		return c.Prediction.HerdPerSec == 0 || !(c.Prediction.CapacityPerSec > 0) || math.IsInf(c.Prediction.CapacityPerSec, 1)
	}, silent},
	{"below the capacity", func(c *Cell) bool { return c.Prediction.HerdPerSec < c.Prediction.CapacityPerSec },
		func(c *Cell) string {
			return herdLoad(c) + " < capacity " + perSec(c.Prediction.CapacityPerSec) + ": the backlog drains"
		}},
	{"above", func(c *Cell) bool { return true },
		func(c *Cell) string {
			return herdLoad(c) + " > capacity " + perSec(c.Prediction.CapacityPerSec) + ": the backlog stays"
		}},
}

func herdLoad(c *Cell) string { return "N/(T + f cap) = " + perSec(c.Prediction.HerdPerSec) }

var failureRules = []rule{
	{"some calls fail", (*Cell).losesCalls,
		func(c *Cell) string {
			return "only " + c.Text(0, "ok") + " of " + c.Text(0, "calls") + " calls succeed"
		}},
}

var limitRules = []rule{
	{"a limit ended a trial", func(c *Cell) bool { return c.limit() != "" },
		func(c *Cell) string { return "ended early: " + c.limit() }},
}

// clauses are those of a line, by setting.
var clauses = map[setting][][]rule{
	herd:    {workRules, doneRules, failureRules, herdRules, limitRules},
	steady:  {steadyRules, amplificationRules, failureRules, herdRules, limitRules},
	trigger: {stateRules, recoveryRules, loadRules, safeRules, limitRules},
}

// verdict is the line of one cell, without its variant.
func (c *Cell) verdict(s setting) string {
	var said []string
	for _, rules := range clauses[s] {
		for _, r := range rules {
			if r.holds(c) {
				if text := r.says(c); text != "" {
					said = append(said, text)
				}
				break
			}
		}
	}
	return strings.Join(said, "; ")
}

func silent(*Cell) string { return "" }

func saying(text string) func(*Cell) string { return func(*Cell) string { return text } }

// all reports whether every trial has the verdict v.
func (c *Cell) all(v Verdict) bool {
	n := c.verdicts()
	return n[v] == len(c.Trials) && len(c.Trials) > 0
}

// undecidedText names the horizon that would decide, after a separator.
func undecidedText(c *Cell, separator string) string {
	return fmt.Sprintf("undecided%sa horizon of %s would decide", separator, Show(c.decides().Seconds(), 0, "s"))
}

// decides is the longest horizon that an undecided trial asks for, 0 if none does.
func (c *Cell) decides() time.Duration {
	var most time.Duration
	for i := range c.Trials {
		most = max(most, c.Trials[i].Decides)
	}
	return most
}

// mixedText counts the trials by verdict, the worst first.
func mixedText(c *Cell) string {
	n := c.verdicts()
	var said []string
	for _, v := range []Verdict{Stuck, Undecided, Slow, Healthy} {
		switch {
		case n[v] == 0:
			continue
		case len(said) == 0:
			said = append(said, fmt.Sprintf("%s in %d of %d trials", v, n[v], len(c.Trials)))
		default:
			said = append(said, fmt.Sprintf("%s in %d", v, n[v]))
		}
		if meta := count(c.Of(0, MeasureIndex("metastable")), 1); v == Stuck && meta == n[v] {
			said[len(said)-1] += " (metastable)"
		} else if v == Stuck && meta > 0 {
			said[len(said)-1] += fmt.Sprintf(" (%d metastable)", meta)
		}
	}
	return strings.Join(said, ", ")
}

func safeBudget(c *Cell) string  { return "safe budget < " + Show(c.Prediction.SafeBudget, 0, "share") }
func safeQueue(c *Cell) string   { return "safe queue < " + plain(c.Prediction.SafeQueue) }
func perSec(rate float64) string { return Show(rate, 0, "1/s") }

// losesCalls reports whether in some trial not every call succeeded.
func (c *Cell) losesCalls() bool {
	calls, ok := c.Of(0, MeasureIndex("calls")), c.Of(0, MeasureIndex("ok"))
	for i := range calls {
		if ok[i] < calls[i] {
			return true
		}
	}
	return false
}

// limit is the first limit that ended a trial, "" if none did.
func (c *Cell) limit() string {
	for i := range c.Trials {
		if l := c.Trials[i].Limit; l != "" {
			return l
		}
	}
	return ""
}
