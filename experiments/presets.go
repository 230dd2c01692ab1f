package experiments

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"retrystorm/experiments/document"
	"retrystorm/strategies"
)

// presetEntries lists presets by language, those of a language as they stand.
func presetEntries() (entries []Entry) {
	ps := strategies.Presets()
	slices.SortStableFunc(ps, func(p, q strategies.Preset) int { return strings.Compare(p.Language, q.Language) })
	for _, p := range ps {
		doc := p.Language + "; " + p.Source
		if len(p.Aliases) > 0 {
			doc += "; also " + strings.Join(p.Aliases, ", ")
		}
		entries = append(entries, Entry{string(p.Full()), doc})
	}
	return entries
}

// describePreset writes a preset out: where it is from, its first windows, its policy in
// the long form, and what it leaves out.
func describePreset(name string) string {
	p, err := strategies.FindPreset(strategies.PresetName(name))
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (presets)\n%s. Source: %s.\n", p.Full(), p.Language, p.Source)
	if len(p.Aliases) > 0 {
		fmt.Fprintf(&b, "Also called %s.\n", strings.Join(p.Aliases, ", "))
	}
	if p.Policy.Backoff != nil {
		fmt.Fprintf(&b, "First windows: %s.\n", windows(&p.Policy))
	}
	for _, t := range []struct {
		what string
		d    time.Duration
	}{{"to connect", p.Timeouts.Connect}, {"of an attempt", p.Timeouts.Attempt}, {"of a call", p.Timeouts.Call}} {
		switch {
		case t.d > 0:
			fmt.Fprintf(&b, "Its own timeout %s is %v; a link states its own.\n", t.what, t.d)
		case t.d == strategies.NoTimeout:
			fmt.Fprintf(&b, "It has no timeout %s.\n", t.what)
		case t.d == strategies.UnknownTimeout:
			fmt.Fprintf(&b, "Unknown: its timeout %s.\n", t.what)
		}
	}
	for _, n := range p.Unknown {
		fmt.Fprintf(&b, "Unknown: %s.\n", n)
	}
	for _, n := range p.NotModelled {
		fmt.Fprintf(&b, "Not modelled: %s.\n", n)
	}
	policy := p.Policy
	policy.Preset = ""
	fmt.Fprintf(&b, "\n%s", document.Encode(&policy, Kinds()).YAML())
	return b.String()
}

// windows are the shortest and longest waits before the first six retries.
func windows(p *strategies.Policy) string {
	var parts []string
	for _, w := range p.FirstDelays(6) {
		if w.Least == w.Most {
			parts = append(parts, w.Most.String())
		} else {
			parts = append(parts, fmt.Sprintf("%v to %v", w.Least, w.Most))
		}
	}
	return strings.Join(parts, ", ")
}
