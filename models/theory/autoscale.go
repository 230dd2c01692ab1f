package theory

import "math"

// ScaleSteps returns how many decisions an autoscaler by utilisation needs from so
// many replicas to as many as the load wants. Utilisation says no more than 1, however
// large the overload: each step can ask for the replicas it has divided by the target,
// rounded up, and no more. At a lag of a minute, a target of 60 % and ten times the
// load, that is five minutes in which the graph shows 100 %. NaN unless all are above
// 0 and target is at most 1; +Inf if it never gets there.
func ScaleSteps(from, to int, target float64) float64 {
	if from < 1 || to < 1 || !positive(target) || target > 1 {
		return math.NaN()
	}
	for steps := 0; ; steps++ {
		if from >= to {
			return float64(steps)
		}
		next := math.Ceil(float64(from)/target - 1e-9)
		if int(next) == from {
			return math.Inf(1)
		}
		from = int(next)
	}
}
