package experiments

import (
	"retrystorm/experiments/document"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// written is a scenario file as people write it, singular forms included; the schema
// is made from it.
type written struct {
	Scenario
	Fleet      *Fleet                                   `key:"fleet" doc:"the clients, if there is one fleet"`
	Service    sim.Model                                `key:"service" doc:"the service, if there is one"`
	Link       *Link                                    `key:"link" doc:"what callers do; the defaults of all links if there are several"`
	Baseline   string                                   `key:"baseline" doc:"the variant that others are compared with; the first if not given"`
	Variants   catalog.Map[catalog.Map[*document.Node]] `key:"variants" doc:"named lists of what --set would set: {NAME: {PATH: VALUE}}"`
	Vary       catalog.Map[*document.Node]              `key:"vary" doc:"paths that take several values: a list, 10..190:10 or 1..64:x2"`
	Thresholds []string                                 `key:"thresholds" doc:"[VARIANT:] MEASURE [STATISTIC] OP VALUE"`
}

// Schema returns the JSON schema of scenario files.
func Schema() ([]byte, error) {
	w := written{Scenario: defaults()}
	return document.Schema(&w, Kinds(), "retrystorm scenario"), nil
}
