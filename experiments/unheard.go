package experiments

import "retrystorm/models"

// unheard notes a node that would drop abandoned work, but is never told of any.
func (p *Plan) unheard(node int, add func(string, ...any)) {
	q, ok := p.Config.Nodes[node].Model.(*models.Queue)
	if !ok || q.Abandoned == models.Serve {
		return
	}
	for _, l := range p.Config.Links {
		if int(l.To) == node && (l.Cancel || l.Propagate) {
			return
		}
	}
	add("%s: abandoned: %s has no effect, since no link to it says cancel: true or propagate-deadline: true", p.Config.Nodes[node].Name, q.Abandoned)
}
