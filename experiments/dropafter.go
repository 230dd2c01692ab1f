package experiments

import (
	"time"

	"retrystorm/models"
)

// dropAfter works out how long a request may wait at a service that says so as a share
// of its callers' timeout. They must all have the same.
func (b *builder) dropAfter() {
	for i, n := range b.plan.Config.Nodes {
		q, ok := n.Model.(*models.Queue)
		if !ok {
			continue
		}
		var timeout time.Duration
		same := true
		for _, l := range b.plan.Config.Links {
			if int(l.To) == i {
				same = same && (timeout == 0 || timeout == l.Timeout) && l.Timeout > 0
				timeout = l.Timeout
			}
		}
		if !same {
			timeout = 0
		}
		d, err := q.Waiting.DropAfter.Resolve(timeout)
		if err != nil {
			b.bad("services."+n.Name+".queue.drop-after", "the callers have no timeout, or different ones; give all links to %s the same timeout, or write a duration", n.Name)
		}
		q.DropAfter = d
	}
}
