package experiments

import (
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Rollout is clients that go over to other link keys by and by, the same clients in
// every variant: not a fault, but often the cause of one.
type Rollout struct {
	models.When
	Stages []sim.Share `key:"stages" doc:"shares of the clients that have moved, at equal distances from at to the end of for; not given: one percent after the other"`
	Link   *Link       `key:"link,required" doc:"keys of the link that differ for those who have moved"`
}

// Fault implements [models.Fault]; it is no fault of the kernel's.
func (r *Rollout) Fault() sim.Fault { return sim.Fault{} }

// Validate reports stages that do not rise.
func (r *Rollout) Validate() error {
	rising, last := true, sim.Share(0)
	for _, s := range r.Stages {
		rising = rising && s > last && s <= 1
		last = s
	}
	return catalog.Join(
		catalog.Problem(r.At < 0, "at", "must not be negative"),
		catalog.Problem(r.For <= 0, "for", "must be above 0s"),
		catalog.Problem(!rising, "stages", "must rise, up to 100% at most"))
}

// steps are the stages in the time of the run.
func (r *Rollout) steps(warmUp time.Duration) (steps []sim.MoveStep) {
	stages := r.Stages
	if len(stages) == 0 {
		for i := range 100 {
			stages = append(stages, sim.Share(float64(i+1)/100))
		}
	}
	for i, share := range stages {
		at := r.At
		if n := len(stages) - 1; n > 0 {
			at += time.Duration(float64(r.For) * float64(i) / float64(n))
		}
		steps = append(steps, sim.MoveStep{At: sim.Time(warmUp + at), Share: share})
	}
	return steps
}

// faultKinds lists everything that can stand under faults.
func faultKinds() []catalog.Row[models.Fault] {
	return append(models.Faults(), catalog.Row[models.Fault]{
		Name: "rollout", Doc: "The clients go over to other link keys, stage by stage.", Source: "a staged release",
		New: func() models.Fault { return &Rollout{} }})
}

// rollout gives the fleets that it hits a second link, and says who calls over it when.
func (b *builder) rollout(name string, r *Rollout) {
	cfg, hit := &b.plan.Config, false
	for i := range cfg.Fleets {
		f := &cfg.Fleets[i]
		own := b.plan.Layout.Links[f.Link]
		if r.On != "" && r.On != f.Name && r.On != own.Fleet {
			continue
		}
		hit = true
		layout := own
		layout.Group = name
		if own.Group == "" {
			b.plan.Layout.Links[f.Link].Group = "rest"
		} else {
			layout.Group = own.Group + "." + name
		}
		f.Moves = append(f.Moves, sim.Move{Link: uint8(len(cfg.Links)), Steps: r.steps(b.s.WarmUp)})
		b.addLink(f.Name+"."+name, -1, own.Node, r.Link, layout)
	}
	if !hit {
		b.bad("faults."+name+".on", "there is no fleet %q; there are %s", r.On, list(b.s.Fleets.Names()))
	}
}
