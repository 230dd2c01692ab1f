package models

import (
	"fmt"
	"math"
	"time"

	"retrystorm/sim"
)

// distRow is a distribution with what is known of it in closed form: written anew
// from textbooks, with the standard library's functions, in nanoseconds.
type distRow struct {
	why      string
	dist     checkedDist
	mean, sd float64
	cdf      func(x float64) float64
	unlike   bool // At does not rise with the word
}

type checkedDist interface {
	sim.Dist
	Validate() error
}

const ms = float64(time.Millisecond)

func distRows() []distRow {
	var rows []distRow
	for _, part := range [][]distRow{simpleRows(), normalRows(), stretchedRows(), paretoRows(), composedRows()} {
		rows = append(rows, part...)
	}
	return rows
}

func simpleRows() []distRow {
	return []distRow{
		{why: "a constant", dist: &Constant{Value: 100 * time.Millisecond},
			mean: 100 * ms, cdf: step(100 * ms)},
		{why: "no time at all", dist: &Constant{}, cdf: step(0)},
		{why: "uniform", dist: &Uniform{Min: 5 * time.Millisecond, Max: 15 * time.Millisecond},
			mean: 10 * ms, sd: 10 * ms / math.Sqrt(12), cdf: func(x float64) float64 { return clamp((x - 5*ms) / (10 * ms)) }},
		{why: "uniform on one value", dist: &Uniform{Min: 3, Max: 3}, mean: 3, cdf: step(3)},
		{why: "uniform on few values", dist: &Uniform{Min: 1, Max: 3}, mean: 2, sd: math.Sqrt(2.0 / 3),
			cdf: func(x float64) float64 { return clamp((x - 0.5) / 3) }},
		{why: "exponential", dist: &Exponential{MeanTime: 100 * time.Millisecond},
			mean: 100 * ms, sd: 100 * ms, cdf: func(x float64) float64 { return -math.Expm1(-max(x, 0) / (100 * ms)) }},
	}
}

func step(at float64) func(float64) float64 {
	return func(x float64) float64 {
		if x < at {
			return 0
		}
		return 1
	}
}

func clamp(p float64) float64 { return min(max(p, 0), 1) }

// phi and below are density and distribution function of the standard normal.
func phi(z float64) float64   { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }
func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

func normalRows() []distRow {
	return []distRow{
		truncated("the negative part is negligible", 10, 2),
		truncated("a third of it is negative", 5, 10),
		truncated("half of it is negative", 0, 10),
		folded("as the AWS simulator has it", 10, 2),
		folded("a third is folded over", 5, 10),
		{why: "no spread", dist: &Normal{Mu: 7, Negative: Truncate}, mean: 7, cdf: step(7)},
	}
}

func truncated(why string, mu, sd time.Duration) distRow {
	a := float64(mu) / float64(sd)
	hazard := phi(a) / below(a)
	return distRow{
		why: "normal, " + why, dist: NewNormal(mu*time.Millisecond, sd*time.Millisecond),
		mean: (float64(mu) + float64(sd)*hazard) * ms,
		sd:   float64(sd) * ms * math.Sqrt(1-a*hazard-hazard*hazard),
		cdf: func(x float64) float64 {
			return clamp(1 - below((float64(mu)*ms-x)/(float64(sd)*ms))/below(a))
		},
	}
}

func folded(why string, mu, sd time.Duration) distRow {
	m, s := float64(mu)*ms, float64(sd)*ms
	mean := m*(1-2*below(-m/s)) + s*math.Sqrt(2/math.Pi)*math.Exp(-m*m/(2*s*s))
	return distRow{
		why:  "absolute normal, " + why,
		dist: prepared(&Normal{Mu: mu * time.Millisecond, SD: sd * time.Millisecond, Negative: Absolute}),
		mean: mean, sd: math.Sqrt(m*m + s*s - mean*mean), unlike: true,
		cdf: func(x float64) float64 { return max(below((x-m)/s)-below((-x-m)/s), 0) },
	}
}

func stretchedRows() []distRow {
	return []distRow{
		lognormal("by percentiles", NewLognormal(70*time.Millisecond, 460*time.Millisecond), math.Log(460.0/70)/2.3263478740408408),
		lognormal("by sigma", prepared(&Lognormal{P50: 70 * time.Millisecond, Sigma: 0.5}), 0.5),
		erlang(1), erlang(2), erlang(5), erlang(100),
		weibull("by mean, with a heavy tail", NewWeibull(100*time.Millisecond, 0.7), 100*ms/math.Gamma(1+1/0.7)),
		weibull("by scale, near its mean", prepared(&Weibull{Scale: 100 * time.Millisecond, Shape: 3}), 100*ms),
	}
}

func lognormal(why string, d *Lognormal, sigma float64) distRow {
	return distRow{
		why: "lognormal, " + why, dist: d,
		mean: 70 * ms * math.Exp(sigma*sigma/2),
		sd:   70 * ms * math.Exp(sigma*sigma/2) * math.Sqrt(math.Expm1(sigma*sigma)),
		cdf:  func(x float64) float64 { return below(math.Log(max(x, 0)/(70*ms)) / sigma) },
	}
}

func erlang(stages int) distRow {
	return distRow{
		why: fmt.Sprintf("erlang of %d stages", stages), dist: NewErlang(100*time.Millisecond, stages),
		mean: 100 * ms, sd: 100 * ms / math.Sqrt(float64(stages)),
		cdf: func(x float64) float64 {
			y := max(x, 0) * float64(stages) / (100 * ms)
			sum := 0.0
			for n := range stages {
				factorial, _ := math.Lgamma(float64(n + 1))
				sum += math.Exp(float64(n)*math.Log(y) - y - factorial)
			}
			if y == 0 {
				return 0
			}
			return clamp(1 - sum)
		},
	}
}

func weibull(why string, d *Weibull, scale float64) distRow {
	first, second := math.Gamma(1+1/d.Shape), math.Gamma(1+2/d.Shape)
	return distRow{
		why: "weibull, " + why, dist: d,
		mean: scale * first, sd: scale * math.Sqrt(second-first*first),
		cdf: func(x float64) float64 { return -math.Expm1(-math.Pow(max(x, 0)/scale, d.Shape)) },
	}
}

func paretoRows() []distRow {
	return []distRow{
		pareto("without a cap", 6, 0),
		pareto("no mean but for the cap", 0.9, 1000),
		pareto("shape 1 exactly", 1, 1000),
		pareto("no variance but for the cap", 1.5, 1000),
		pareto("shape 2 and a cap", 2.000001, 100),
	}
}

// pareto has min 10 ms; the k-th moment is min^k + k min^a (cap^(k-a) - min^(k-a)) / (k-a).
func pareto(why string, shape, capMs float64) distRow {
	least := 10 * ms
	most := capMs * ms
	if capMs == 0 {
		most = math.Inf(1)
	}
	moment := func(k float64) float64 {
		if k == shape {
			return math.Pow(least, k) * (1 + k*math.Log(most/least))
		}
		return math.Pow(least, k) * (1 + k/(k-shape)*(math.Pow(most/least, k-shape)-1))
	}
	return distRow{
		why:  "pareto, " + why,
		dist: &Pareto{Min: time.Duration(least), Shape: shape, Cap: time.Duration(capMs * ms)},
		mean: moment(1), sd: math.Sqrt(moment(2) - moment(1)*moment(1)),
		cdf: func(x float64) float64 {
			if x >= most {
				return 1
			}
			return clamp(1 - math.Pow(max(x, least)/least, -shape))
		},
	}
}
