package report

// Prediction is what theory says of a cell, as plain numbers. Zero values mean that
// nothing is known.
type Prediction struct {
	Node           string  // the node it is about, "" if there is only one
	OfferedPerSec  float64 // first attempts at that node
	CapacityPerSec float64 // requests it can serve; +Inf if it takes no time
	MaxAttempts    float64 // of a call, all layers multiplied; +Inf if there is no limit
	HerdPerSec     float64 // attempts of a herd without a limit, when all fail and all backoffs have reached their cap: N / (T + f cap)
	SafeBudget     float64 // share: retry budgets below it let the system recover
	SafeQueue      float64 // requests: queues below it let the system recover
	Measures       []Expected
	Notes          []string // assumptions that do not hold here, each a sentence
}

// Expected is the predicted value of a measure of the total.
type Expected struct {
	Measure string
	Value   float64
	Source  string // the formula, in words
}

// WorstLoadPerSec is what the node would be asked if every attempt failed.
func (p Prediction) WorstLoadPerSec() float64 { return p.OfferedPerSec * p.MaxAttempts }

func (p Prediction) ratesKnown() bool { return p.OfferedPerSec > 0 && p.CapacityPerSec > 0 }

// where names the node in a sentence, if there are several.
func (p Prediction) where() string {
	if p.Node == "" {
		return ""
	}
	return " at " + p.Node
}
