package experiments

import (
	"retrystorm/experiments/document"
	"retrystorm/models"
	"retrystorm/strategies"
)

// Kinds are the catalogues of all that a scenario file can name.
func Kinds() *document.Kinds {
	k := document.NewKinds()
	document.Add(k, models.Dists(), "")
	document.Add(k, models.Workloads(), "")
	document.Add(k, models.Services(), "queue")
	document.Add(k, models.Networks(), "wire")
	document.Add(k, models.Disciplines(), "")
	document.Add(k, models.Limits(), "")
	document.Add(k, models.Shedders(), "")
	document.Add(k, models.ConcurrencyLimits(), "static")
	document.Add(k, models.Contentions(), "")
	document.Add(k, models.Caches(), "zipf")
	document.Add(k, models.Shapes(), "")
	document.Add(k, faultKinds(), "")
	document.Explain[models.Fault](k, map[string]string{"down": models.NoDown})
	document.Add(k, strategies.Backoffs(), "")
	document.Add(k, strategies.Budgets(), "ratio")
	document.Add(k, strategies.Breakers(), "consecutive")
	document.Add(k, strategies.Hedges(), "fixed")
	document.Add(k, strategies.Limiters(), "")
	return k
}
