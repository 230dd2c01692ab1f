package experiments

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"retrystorm/experiments/document"
	"retrystorm/report"
	"retrystorm/sim/catalog"
)

// mostCells bounds a grid.
const mostCells = 10_000

// Experiment is a file with every cell decoded and built.
type Experiment struct {
	File       *File
	Name       string
	Question   string
	Seed       uint64
	Trials     int
	Vary       []string // paths
	Baseline   string
	Cells      []*Cell // by varied values, then by variant
	Thresholds []report.Threshold
}

// Cell is one grid point, ready to run.
type Cell struct {
	Variant  string
	Values   []string // of Experiment.Vary, as written
	Scenario *Scenario
	Plan     *Plan
	Long     *document.Node
}

// Expand writes variants and varied values into the document, decodes and builds
// every cell, and reports all that is wrong with any of them.
func (f *File) Expand() (*Experiment, error) {
	x := &Experiment{File: f, Baseline: f.baseline}
	cells := len(f.variants)
	for _, a := range f.vary {
		cells *= len(a.values)
	}
	if cells > mostCells {
		return nil, fmt.Errorf("%s: %d cells, at most %d: vary less", f.Name, cells, mostCells)
	}
	for _, a := range f.vary {
		x.Vary = append(x.Vary, a.path.String())
	}
	var ps document.Problems
	f.grid(nil, func(point []*document.Node) {
		for i := range f.variants {
			if v := &f.variants[i]; len(f.only) == 0 || slices.Contains(f.only, v.name) {
				c, more := f.cell(v, point)
				ps = append(ps, more...)
				x.Cells = append(x.Cells, c)
			}
		}
	})
	if err := ps.Err(); err != nil {
		return nil, err
	}
	first := x.Cells[0].Scenario
	x.Name, x.Question, x.Seed, x.Trials = first.Name, strings.TrimSpace(first.Question), first.Seed, first.Trials
	if !slices.Contains(f.only, x.Baseline) && len(f.only) > 0 {
		x.Baseline = ""
	}
	return x, x.thresholds()
}

// grid calls each for every combination of varied values, the first axis outermost.
func (f *File) grid(point []*document.Node, each func([]*document.Node)) {
	if len(point) == len(f.vary) {
		each(point)
		return
	}
	for _, v := range f.vary[len(point)].values {
		f.grid(append(point[:len(point):len(point)], v), each)
	}
}

func (f *File) cell(v *variant, point []*document.Node) (*Cell, document.Problems) {
	c := &Cell{Variant: v.name}
	root := f.root.Clone()
	var ps document.Problems
	for _, s := range v.sets {
		ps = collect(ps, root.Set(s.path, s.value))
	}
	for _, s := range f.sets {
		ps = collect(ps, v.blame(root.Set(s.path, s.value)))
	}
	for i, value := range point {
		ps = collect(ps, v.blame(root.Set(f.vary[i].path, value)))
		c.Values = append(c.Values, value.Text)
	}
	ps = append(ps, long(root)...)
	if len(ps) > 0 {
		return c, ps
	}
	s := defaults()
	if ps = document.Decode(root, &s, Kinds()); len(ps) > 0 {
		return c, shorten(ps)
	}
	if err := f.replays(&s); err != nil {
		return c, shorten(place(root, err))
	}
	plan, err := s.Build()
	if err != nil {
		return c, shorten(place(root, err))
	}
	c.Scenario, c.Plan, c.Long = &s, plan, root
	return c, nil
}

// blame adds to what is wrong with a path that it is so in this variant.
func (v *variant) blame(err error) error {
	ps, ok := err.(document.Problems)
	if !ok || len(v.sets) == 0 {
		return err
	}
	for i := range ps {
		ps[i].Hint += fmt.Sprintf("; it is so in the variant %s, --variant chooses others", v.name)
	}
	return ps
}

// place finds where in the document the errors of Build belong.
func place(root *document.Node, err error) (ps document.Problems) {
	var many interface{ Unwrap() []error }
	if errors.As(err, &many) {
		for _, e := range many.Unwrap() {
			ps = append(ps, place(root, e)...)
		}
		return ps
	}
	var key *catalog.KeyError
	if !errors.As(err, &key) {
		return document.Problems{root.Pos.Problem("", err.Error(), "")}
	}
	n := root
	for k := range strings.SplitSeq(key.Key, ".") {
		if e := n.Entry(k); e != nil && e.Value != nil {
			n = e.Value
		}
	}
	message, hint, _ := strings.Cut(key.Message, "; ")
	return document.Problems{n.Pos.Problem(key.Key, message, hint)}
}

// shorten names singular things as their file does.
func shorten(ps document.Problems) document.Problems {
	for i := range ps {
		for _, w := range [][2]string{{"fleets.fleet", "fleet"}, {"services.service", "service"}, {"links.fleet/service", "link"}} {
			if rest, ok := strings.CutPrefix(ps[i].Path, w[0]); ok && (rest == "" || rest[0] == '.') {
				ps[i].Path = w[1] + rest
			}
		}
	}
	return ps
}

func (x *Experiment) thresholds() error {
	var ps document.Problems
	names := report.Names{Variants: x.File.names()}
	for _, c := range x.Cells {
		names.Add(&c.Plan.Layout)
		for _, f := range c.Scenario.Fleets {
			for _, g := range f.Value.Groups { // also one that has no clients here: its thresholds are not judged
				names.Parts = append(names.Parts, report.Part{Kind: report.GroupPart, Name: g.Name})
			}
		}
	}
	for _, n := range x.File.limits {
		t, err := report.ParseThreshold(n.Text, names)
		if err != nil {
			ps = append(ps, problem(n, "thresholds", err.Error(), "")...)
			continue
		}
		x.Thresholds = append(x.Thresholds, t)
	}
	for _, c := range x.Cells {
		c.Plan.Layout.Phases = report.PhasesOf(x.Thresholds)
	}
	return ps.Err()
}
