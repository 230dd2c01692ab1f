package strategies

import (
	"fmt"
	"strings"
	"time"

	"retrystorm/sim/catalog"
)

// Preset is what a library does, as data: its policy and where that was found. A new
// version of a library is a new preset, never an edit.
//
// It is complete when the policy states growth, cap, jitter and their order, the
// stops, the outcomes by method, what a hint counts for, and the gates with their
// scope, and when its timeouts are stated; what the library does beyond that is named
// in NotModelled, and what nobody has found out in Unknown. See Missing.
type Preset struct {
	Name        string   // of the library
	Version     string   // "" for what has none
	Aliases     []string // other names
	Language    string
	Source      string // what the numbers were taken from
	Policy      Policy
	Timeouts    Timeouts // the library's defaults; a link has its own, these are not applied
	NotModelled []string // sentences without a full stop; empty, but not nil, if all is modelled
	Unknown     []string // what the source leaves open, in the same form; what the policy says of it is a guess
}

// Timeouts are defaults of a library: above 0, [NoTimeout] or [UnknownTimeout]; 0 says
// nothing.
type Timeouts struct {
	Connect, Attempt, Call time.Duration
}

// What a timeout may be that is no time.
const (
	NoTimeout      time.Duration = -1
	UnknownTimeout time.Duration = -2
)

// Missing names what a preset ought to state and does not.
func (p Preset) Missing() (names []string) {
	q := p.Policy
	for _, part := range []struct {
		name   string
		stated bool
	}{
		{"language", p.Language != ""},
		{"source", p.Source != ""},
		{"timeouts.connect", p.Timeouts.Connect != 0},
		{"timeouts.attempt", p.Timeouts.Attempt != 0},
		{"timeouts.call", p.Timeouts.Call != 0},
		{"not-modelled", p.NotModelled != nil},
		{"backoff", q.Backoff != nil},
		{"max-attempts", q.MaxAttempts != 0},
		{"retry-on", len(q.RetryOn) > 0},
		{"unsafe", q.Unsafe != ""},
		{"final", q.Final != ""},
		{"retry-after.mode", q.RetryAfter.Mode != ""},
		{"retry-after.on", len(q.RetryAfter.On) > 0 || q.RetryAfter.Mode == IgnoreHint},
	} {
		if !part.stated {
			names = append(names, part.name)
		}
	}
	return names
}

// Full is the name with its version.
func (p Preset) Full() PresetName {
	if p.Version == "" {
		return PresetName(p.Name)
	}
	return PresetName(p.Name + "@" + p.Version)
}

// Presets lists all presets, each library's newest version first. Every call makes them
// anew, so that none is shared.
func Presets() (ps []Preset) {
	ps = append(ps, Preset{
		Name: "none", Language: "any", Source: "one attempt, whatever happens",
	})
	ps = append(ps, articlePresets()...)
	ps = append(ps, awsGoPresets()...)
	ps = append(ps, meshPresets()...)
	ps = append(ps, queuePresets()...)
	ps = append(ps, temporalPresets()...)
	ps = append(ps, grpcPresets()...)
	ps = append(ps, goPresets()...)
	ps = append(ps, goWebPresets()...)
	ps = append(ps, javaPresets()...)
	ps = append(ps, dotnetPresets()...)
	ps = append(ps, pythonPresets()...)
	ps = append(ps, rustPresets()...)
	ps = append(ps, javascriptPresets()...)
	ps = append(ps, goClientPresets()...)
	ps = append(ps, moreGoPresets()...)
	ps = append(ps, axiosPresets()...)
	ps = append(ps, hashicorpPresets()...)
	ps = append(ps, stainlessPresets()...)
	return append(ps, guidePresets()...)
}

// FindPreset finds a preset by `name` (its newest version) or `name@version`.
func FindPreset(name PresetName) (Preset, error) {
	base, version, versioned := strings.Cut(string(name), "@")
	var versions []string
	all := Presets()
	for _, p := range all {
		if !p.called(base) {
			continue
		}
		if !versioned || version == p.Version && version != "" {
			return p, nil
		}
		versions = append(versions, string(p.Full()))
	}
	if versions != nil {
		return Preset{}, fmt.Errorf("unknown preset %q; of %s there is %s", name, base, strings.Join(versions, ", "))
	}
	return Preset{}, fmt.Errorf("unknown preset %q; it is none of the %d there are", name, len(all))
}

func (p Preset) called(name string) bool {
	for _, alias := range p.Aliases {
		if alias == name {
			return true
		}
	}
	return p.Name == name
}

// PresetName names a [Preset]; the other keys of its block change it.
type PresetName string

// Values lists what a file may say: names, with their versions and without.
func (PresetName) Values() (names []string) {
	latest := ""
	for _, p := range Presets() {
		if p.Name != latest {
			latest = p.Name
			names = append(names, p.Name)
			names = append(names, p.Aliases...)
		}
		if p.Version != "" {
			names = append(names, string(p.Full()))
		}
	}
	return names
}

// Defaults takes over the preset that is named, and writes out its version.
func (p *Policy) Defaults() error {
	if p.Preset == "" {
		return nil
	}
	found, err := FindPreset(p.Preset)
	if err != nil {
		return catalog.Problem(true, "preset", err.Error())
	}
	*p = found.Policy
	p.Preset = found.Full()
	return nil
}

// ptr is a pointer to v: kinds that are defined as another type have no literal.
func ptr[T any](v T) *T { return &v }
