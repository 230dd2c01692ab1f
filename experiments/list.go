package experiments

import (
	"fmt"
	"slices"
	"strings"

	"retrystorm/experiments/document"
	"retrystorm/models"
	"retrystorm/report"
	"retrystorm/sim/catalog"
	"retrystorm/strategies"
)

// Entry is a line of a list.
type Entry struct{ Name, Doc string }

// section is a list of things by name, and how to describe one in full.
type section struct {
	name     string
	entries  func() []Entry
	describe func(name string) string
}

func sections() []section {
	return []section{
		{"experiments", experimentEntries, describeExperiment},
		{"blocks", blockEntries, describeBlock},
		kinds("backoffs", strategies.Backoffs()),
		kinds("budgets", strategies.Budgets()),
		kinds("breakers", strategies.Breakers()),
		kinds("hedges", strategies.Hedges()),
		kinds("workloads", models.Workloads()),
		kinds("networks", models.Networks()),
		kinds("services", models.Services()),
		kinds("distributions", models.Dists()),
		kinds("disciplines", models.Disciplines()),
		kinds("limits", models.Limits()),
		kinds("limiters", strategies.Limiters()),
		kinds("concurrency-limits", models.ConcurrencyLimits()),
		kinds("shedders", models.Shedders()),
		kinds("contentions", models.Contentions()),
		kinds("caches", models.Caches()),
		kinds("shapes", models.Shapes()),
		kinds("faults", faultKinds()),
		{"presets", presetEntries, describePreset},
		{"outcomes", outcomeEntries, describeOutcome},
		{"measures", measureEntries, describeMeasure},
	}
}

// Sections lists what [List] can list.
func Sections() (names []string) {
	for _, s := range sections() {
		names = append(names, s.name)
	}
	return names
}

// List lists one section.
func List(name string) ([]Entry, error) {
	for _, s := range sections() {
		if s.name == name {
			return s.entries(), nil
		}
	}
	return nil, fmt.Errorf("there is no list of %q; there are %s", name, strings.Join(Sections(), ", "))
}

// Describe explains everything called name.
func Describe(name string) (string, error) {
	var found []string
	var all []string
	for _, s := range sections() {
		for _, e := range s.entries() {
			all = append(all, e.Name)
			if e.Name == name {
				found = append(found, s.describe(name))
			}
		}
	}
	if p, err := strategies.FindPreset(strategies.PresetName(name)); err == nil && len(found) == 0 {
		found = append(found, describePreset(string(p.Full()))) // without its version, or by another name
	}
	if len(found) == 0 {
		all = append(all, strategies.PresetName("").Values()...)
		hint := "see retrystorm list, and retrystorm list " + strings.Join(Sections()[1:], "|")
		if near := document.Nearest(name, all); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return "", fmt.Errorf("nothing is called %q; %s", name, hint)
	}
	return strings.Join(found, "\n"), nil
}

func experimentEntries() (entries []Entry) {
	for _, name := range BuiltIn() {
		text, err := Text(name)
		if err != nil {
			continue
		}
		root, err := document.Parse(name, text)
		if err != nil {
			continue
		}
		entries = append(entries, Entry{name, strings.TrimSpace(root.Entry("question").Value.Text)})
	}
	return entries
}

func describeExperiment(name string) string {
	text, err := Text(name)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// kinds is the section of a catalogue.
func kinds[T any](name string, rows []catalog.Row[T]) section {
	return section{
		name: name,
		entries: func() (entries []Entry) {
			for _, r := range rows {
				entries = append(entries, Entry{r.Name, r.Doc})
			}
			return entries
		},
		describe: func(kind string) string {
			r, _ := catalog.Find(rows, kind)
			return describeKind(name, r)
		},
	}
}

func describeKind[T any](section string, r catalog.Row[T]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n%s\nSource: %s.\n", r.Name, section, r.Doc, strings.TrimSuffix(r.Source, "."))
	if r.Short != "" {
		fmt.Fprintf(&b, "A bare value stands for %s.\n", r.Short)
	}
	b.WriteString(settings(document.Describe(r, Kinds())))
	return b.String()
}

// settings writes keys with what may be said of each.
func settings(keys []document.Setting) string {
	var b strings.Builder
	for _, s := range keys {
		fmt.Fprintf(&b, "\n  %s: %s", s.Key, s.Type)
		switch s.Default {
		case "", "none", `""`: // the type says that it may be left out
		case "required":
			b.WriteString(", required")
		default:
			fmt.Fprintf(&b, ", default %s", s.Default)
		}
		fmt.Fprintf(&b, "\n      %s\n", s.Doc)
	}
	return b.String()
}

func measureEntries() (entries []Entry) {
	for _, m := range report.Measures {
		entries = append(entries, Entry{m.Name, m.Doc})
	}
	return entries
}

func describeMeasure(name string) string {
	i := slices.IndexFunc(report.Measures[:], func(m report.Measure) bool { return m.Name == name })
	m := report.Measures[i]
	unit := m.Unit
	if unit == "" {
		unit = "none"
	}
	return fmt.Sprintf("%s (measures)\n%s\nUnit: %s.\n", m.Name, m.Doc, unit)
}
