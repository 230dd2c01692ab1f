package experiments

import (
	"fmt"
	"slices"
	"strings"

	"retrystorm/experiments/document"
)

// File is a scenario file as written, together with what the command line changes.
type File struct {
	Name     string // of the file, or of the built-in experiment
	Text     []byte // as written, comments and all
	root     *document.Node
	variants []variant
	vary     []axis
	baseline string
	limits   []*document.Node // thresholds
	only     []string         // the variants asked for, none for all
	sets     []setting        // from the command line
}

// variant is a named list of what --set would set.
type variant struct {
	name string
	at   document.Pos
	sets []setting
}

type setting struct {
	path  document.Path
	value *document.Node
}

// axis is a path that takes several values.
type axis struct {
	path   document.Path
	values []*document.Node
}

// Load reads a scenario file. What the cells hold is decoded by [File.Expand].
func Load(name string, text []byte) (*File, error) {
	root, err := document.Parse(name, text)
	if err != nil {
		return nil, err
	}
	if root.Shape != document.Map {
		return nil, problem(root, "", "a scenario is a map of keys", "begin with name: and question:")
	}
	f := &File{Name: name, Text: text, root: root}
	var ps document.Problems
	ps = append(ps, f.takeVariants()...)
	ps = append(ps, f.takeVary()...)
	ps = append(ps, f.takeThresholds()...)
	if n := f.take("baseline"); n != nil {
		f.baseline = n.Text
		if !slices.Contains(f.names(), f.baseline) {
			ps = append(ps, problem(n, "baseline", fmt.Sprintf("there is no variant %q", f.baseline), "there are "+list(f.names()))...)
		}
	}
	return f, ps.Err()
}

// take removes a key from the document and returns its value, nil if it is not there.
func (f *File) take(key string) *document.Node {
	e := f.root.Entry(key)
	if e == nil {
		return nil
	}
	n := e.Value
	f.root.Delete(key)
	return n
}

func (f *File) names() (names []string) {
	for _, v := range f.variants {
		names = append(names, v.name)
	}
	return names
}

func (f *File) takeVariants() (ps document.Problems) {
	n := f.take("variants")
	if n == nil {
		f.variants = []variant{{name: "as-written", at: f.root.Pos}}
		return nil
	}
	if n.Shape != document.Map || len(n.Entries) == 0 {
		return problem(n, "variants", "want a map of variants by name", "write variants: {NAME: {PATH: VALUE}}")
	}
	for _, v := range n.Entries {
		own := variant{name: v.Key, at: v.KeyPos}
		if v.Value.Shape != document.Map {
			ps = append(ps, problem(v.Value, "variants."+v.Key, "want a map of paths", "write {PATH: VALUE}, or {} for the file as written")...)
			continue
		}
		for _, s := range v.Value.Entries {
			path, err := document.ParsePath(s.Key, s.KeyPos)
			ps = append(collect(ps, err), ofAll(path)...)
			own.sets = append(own.sets, setting{path, s.Value})
		}
		f.variants = append(f.variants, own)
	}
	return ps
}

func (f *File) takeVary() (ps document.Problems) {
	n := f.take("vary")
	if n == nil {
		return nil
	}
	if n.Shape != document.Map {
		return problem(n, "vary", "want a map of paths", "write vary: {PATH: [..]} or {PATH: 10..190:10}")
	}
	for _, v := range n.Entries {
		path, err := document.ParsePath(v.Key, v.KeyPos)
		ps = append(collect(ps, err), ofAll(path)...)
		vals, more := values(v.Key, v.Value)
		ps = append(ps, more...)
		f.vary = append(f.vary, axis{path, vals})
	}
	return ps
}

func (f *File) takeThresholds() document.Problems {
	n := f.take("thresholds")
	if n == nil {
		return nil
	}
	if n.Shape != document.List {
		return problem(n, "thresholds", "want a list", `write thresholds: ["VARIANT: recovery-time p95 < 30s"]`)
	}
	f.limits = n.Items
	return nil
}

// ofAll refuses to vary what all cells of an experiment share.
func ofAll(path document.Path) document.Problems {
	if len(path.Keys) == 0 {
		return nil
	}
	switch first := path.Keys[0]; first {
	case "version", "name", "question", "seed", "trials":
		return document.Problems{path.At.Problem(path.String(), first+" is the same for all variants and values", "set it once in the file, or by a flag")}
	}
	return nil
}

// collect adds the problems in err, if it has any.
func collect(ps document.Problems, err error) document.Problems {
	if more, ok := err.(document.Problems); ok {
		return append(ps, more...)
	}
	if err != nil {
		return append(ps, document.Problem{Message: err.Error()})
	}
	return ps
}

// Set changes every cell by the text PATH=VALUE of the flag --set: also one whose
// variant says otherwise, for the command line has the last word. A path that the
// file varies is no longer varied.
func (f *File) Set(text string) error {
	path, value, err := document.ParseSet("--set", text)
	if err != nil {
		return err
	}
	if err := f.reachable("--set", text, path); err != nil {
		return err
	}
	for _, a := range f.vary {
		if v, p := a.path.String(), path.String(); strings.HasPrefix(v, p+".") || strings.HasPrefix(p, v+".") {
			return document.Problems{path.At.Problem(p, "the file varies "+v+", so this would be overwritten", "use --vary "+v+"=[VALUE]")}
		}
	}
	f.vary = slices.DeleteFunc(f.vary, func(a axis) bool { return a.path.String() == path.String() })
	f.sets = append(f.sets, setting{path, value})
	return nil
}

// reachable refuses a path into what a cell does not hold.
func (f *File) reachable(flag, text string, path document.Path) error {
	switch first := path.Keys[0]; first {
	case "variants", "vary", "baseline", "thresholds":
		return document.Problems{path.At.Problem(path.String(), fmt.Sprintf("%s cannot be set by %s", first, flag), "use --variant and --vary, or edit the file")}
	}
	return nil
}

// Vary adds a varied path by the text PATH=RANGE of the flag --vary; one that the
// file varies already takes these values instead.
func (f *File) Vary(text string) error {
	path, value, err := document.ParseSet("--vary", text)
	if err != nil {
		return err
	}
	if err := f.reachable("--vary", text, path); err != nil {
		return err
	}
	vals, ps := values(path.String(), value)
	if len(ps) > 0 {
		return ps
	}
	for i := range f.vary {
		if f.vary[i].path.String() == path.String() {
			f.vary[i] = axis{path, vals}
			return nil
		}
	}
	f.vary = append(f.vary, axis{path, vals})
	return nil
}

// Only restricts the run to some variants; the file's order stays.
func (f *File) Only(names ...string) error {
	for _, n := range names {
		if !slices.Contains(f.names(), n) {
			return fmt.Errorf("there is no variant %q; there are %s", n, list(f.names()))
		}
	}
	f.only = names
	return nil
}
