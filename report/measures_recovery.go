package report

import "math"

// recoveryMeasures are about what happens after a trigger, by the cohort rule of
// [Recovery] and the rules of [Decide].
var recoveryMeasures = []Measure{
	{"recovered", "share", "1 if the run recovered from its trigger before the horizon (cohort rule), else 0.", Higher, Flag, false, recovered},
	{"recovery_time_s", "s", "From the end of the trigger to the end of the last bad window of calls (cohort rule).", Lower, Number, false, recoveryTime},
	{"lost_calls", "calls", "Resilience loss: the sum of (base share - share) x calls over the bad windows born since the trigger began (cohort rule), " +
		"which is the integral of goodput below its base, without the noise.", Lower, Number, false,
		judged(func(r *Recovery) float64 { return r.Loss })},
	{"lowest_share", "share", "Share of the calls that succeed in the worst window born since the trigger began (cohort rule): how deep it went.", Higher, Number, false,
		judged(func(r *Recovery) float64 { return r.Lowest })},
	{"metastable", "share", "1 if the run is stuck and the same run without retries recovered, else 0.", Lower, Flag, false, metastable},
	{"verdict", "", "healthy, slow, stuck or undecided; empty if there is nothing to recover from.", Neither, Word, false,
		func(f *Facts) float64 { return float64(f.Finding.Verdict) }},
}

// judged is NaN where the cohort rule does not apply.
func judged(of func(*Recovery) float64) func(*Facts) float64 {
	return func(f *Facts) float64 {
		if !f.Recover.Judged {
			return math.NaN()
		}
		return of(&f.Recover)
	}
}

func recovered(f *Facts) float64 {
	return judged(func(r *Recovery) float64 { return oneIf(r.Recovered) })(f)
}

func recoveryTime(f *Facts) float64 {
	switch {
	case !f.Recover.Judged:
		return math.NaN()
	case !f.Recover.Recovered:
		return math.Inf(1)
	}
	return f.Recover.Time.Seconds()
}

func metastable(f *Facts) float64 {
	if f.Finding.Verdict == NotJudged {
		return math.NaN()
	}
	return oneIf(f.Finding.Metastable)
}
