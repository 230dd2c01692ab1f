package experiments

import (
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Scenario is one cell of a scenario file in its long form: variants and varied
// values have been written into the document, singular forms are maps by name, and
// every link stands for itself.
type Scenario struct {
	Version  int           `key:"version" doc:"of this language; 1 is the only one"`
	Name     string        `key:"name,required" doc:"short, for tables and files"`
	Question string        `key:"question,required" doc:"what the experiment is to find out"`
	Seed     uint64        `key:"seed" doc:"of the experiment; each trial takes one derived from it"`
	Trials   int           `key:"trials" doc:"runs of each cell, with different seeds"`
	WarmUp   time.Duration `key:"warm-up" doc:"start of the run that is not counted; all other times count from its end"`
	Horizon  time.Duration `key:"horizon" doc:"arrivals stop, then what is in flight drains; 0s if the workload ends by itself"`
	Drain    time.Duration `key:"drain" doc:"limit of the drain"`

	Fleets   catalog.Map[Fleet]        `key:"fleets" doc:"the clients: fleets by name; fleet if there is one"`
	Services catalog.Map[sim.Model]    `key:"services" doc:"services by name; service if there is one"`
	Links    catalog.Map[Link]         `key:"links" doc:"what callers do, by caller/callee; link holds the defaults of all"`
	Faults   catalog.Map[models.Fault] `key:"faults" doc:"what goes wrong, by name"`
}

// Fleet is clients of one kind.
type Fleet struct {
	Clients   int                `key:"clients,required" doc:"how many"`
	Processes int                `key:"processes" doc:"processes the clients are spread over, for gates with scope process; 0: each client is its own"`
	Workload  sim.Workload       `key:"workload,required" doc:"when they call"`
	Calls     string             `key:"calls" doc:"the service they call; may be left out if there is one"`
	Groups    catalog.Map[Group] `key:"groups" doc:"parts of the fleet that differ in what their link does"`
}

// Group is a part of a fleet.
type Group struct {
	Share GroupShare `key:"share,required" doc:"of the clients, or rest"`
	Link  *Link      `key:"link" doc:"keys of the link that differ for this group"`
}

// Validate reports a fleet of nobody.
func (f *Fleet) Validate() error {
	return catalog.Join(
		catalog.Problem(f.Clients < 1, "clients", "must be at least 1"),
		catalog.Problem(f.Clients > sim.MostClients, "clients", "must be at most 268,435,455"),
		catalog.Problem(f.Processes < 0 || f.Processes > f.Clients, "processes", "must lie between 1 and the number of clients"))
}

// Defaults of a scenario.
func defaults() Scenario {
	return Scenario{Version: 1, Seed: 1, Trials: 30, Drain: sim.DefaultDrain}
}

// Validate reports numbers that cannot be run.
func (s *Scenario) Validate() error {
	return catalog.Join(
		catalog.Problem(s.Version != 1, "version", "must be 1"),
		catalog.Problem(s.Trials < 1, "trials", "must be at least 1"),
		catalog.Problem(s.WarmUp < 0, "warm-up", "must not be negative"),
		catalog.Problem(s.Horizon < 0, "horizon", "must not be negative"),
		catalog.Problem(s.Drain <= 0, "drain", "must be above 0s"))
}
