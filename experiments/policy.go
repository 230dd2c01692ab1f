package experiments

import (
	"fmt"

	"retrystorm/sim"
)

// SetPolicy gives a link of one variant a policy that is written in Go, in place of
// that of the file, at every choice of varied values. link is CALLER/CALLEE:
// fleet/service where the file has one of each. The verdicts compare with the same run
// without retries, as ever; what the worst load is they cannot know.
func (x *Experiment) SetPolicy(variant, link string, p sim.Policy) error {
	var variants, links []string
	found := false
	for _, c := range x.Cells {
		variants = append(variants, c.Variant)
		if c.Variant != variant {
			continue
		}
		for i := range c.Plan.Config.Links {
			l := &c.Plan.Config.Links[i]
			links = append(links, l.Name)
			if l.Name == link {
				l.Policy, found = p, true
			}
		}
	}
	switch {
	case found:
		return nil
	case links == nil:
		return fmt.Errorf("there is no variant %q; there are %s", variant, list(variants))
	}
	return fmt.Errorf("there is no link %q; there are %s", link, list(links))
}
