package experiments

import "retrystorm/models"

// effects says on which links calls leave an effect for certain, and refuses what the
// ledger cannot tell from a duplicate: calls that by themselves leave several.
func (b *builder) effects() {
	cfg := &b.plan.Config
	if !cfg.Ledger || len(b.errs) > 0 { // services may call one another in a circle
		return
	}
	for i := range cfg.Links {
		l := &cfg.Links[i]
		var at []string
		l.NoEffect = !b.writers(int(l.To), &at)
		if l.From < 0 && len(at) > 1 {
			b.bad("services."+at[1]+".writes", "a call over %s leaves effects at %s, and the ledger, which counts them per call, would take the second for a duplicate; let one of them write",
				l.Name, list(at))
			return
		}
	}
}

// writers lists the services that write when node is called. It reports whether one does
// for each call that succeeds.
func (b *builder) writers(node int, at *[]string) (always bool) {
	q, ok := b.plan.Config.Nodes[node].Model.(*models.Queue)
	if !ok {
		return false
	}
	if q.Writes {
		*at = append(*at, b.plan.Config.Nodes[node].Name)
		always = true
	}
	for i, c := range q.Calls {
		each := b.writers(int(b.plan.Config.Links[q.Links[i]].To), at)
		always = always || each && c.Value.Share >= 1 && c.Value.When == "always"
	}
	return always
}
