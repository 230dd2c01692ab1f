package models

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// kinds is the kinds of a catalogue by the interface that they fill in.
func kinds() map[reflect.Type][]reflect.Type {
	all := map[reflect.Type][]reflect.Type{}
	addKinds(all, Disciplines())
	addKinds(all, Limits())
	addKinds(all, Shedders())
	addKinds(all, ConcurrencyLimits())
	addKinds(all, Contentions())
	addKinds(all, Caches())
	addKinds(all, Services())
	return all
}

func addKinds[T any](all map[reflect.Type][]reflect.Type, rows []catalog.Row[T]) {
	t := reflect.TypeFor[T]()
	for _, row := range rows {
		all[t] = append(all[t], reflect.TypeOf(row.New()))
	}
}

// settings is a walk through the settings of a service. It notes what they say, in
// words such as "Queue.balancer: random".
type settings struct {
	t     *testing.T
	kinds map[reflect.Type][]reflect.Type
	noted map[string]bool
}

// eachKey calls each for the fields of a struct that have keys; those of embedded structs
// are its own.
func eachKey(t reflect.Type, each func(name string, i int)) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("key"), ",")
		switch {
		case f.Anonymous:
			each("", i)
		case key != "":
			each(t.Name()+"."+key, i)
		}
	}
}

// all notes everything that settings of a type may say.
func (s *settings) all(name string, t reflect.Type) {
	if kinds, ok := s.kinds[t]; ok {
		for _, k := range kinds {
			s.noted[name+": "+k.String()] = true
			s.all("", k)
		}
		return
	}
	if v, ok := reflect.Zero(t).Interface().(interface{ Values() []string }); ok {
		for _, value := range v.Values() {
			s.noted[name+": "+value] = true
		}
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		s.noted[name+": true"], s.noted[name+": false"] = true, true
		return
	case reflect.Slice:
		s.all(name, t.Elem())
	case reflect.Pointer:
		s.all("", t.Elem())
	case reflect.Struct:
		if value, ok := t.FieldByName("Value"); ok && strings.HasPrefix(t.Name(), "Named[") {
			s.all(name, value.Type)
			return
		}
		eachKey(t, func(name string, i int) { s.all(name, t.Field(i).Type) })
	}
	if name != "" {
		s.noted[name+": given"] = true
	}
}

// said notes what settings say, and checks them.
func (s *settings) said(name string, v reflect.Value) {
	if v.CanAddr() && v.Kind() != reflect.Pointer {
		s.check(name, v.Addr().Interface())
	}
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		if _, known := s.kinds[v.Type()]; known {
			s.noted[name+": "+v.Elem().Type().String()] = true
		} else {
			s.noted[name+": given"] = true
		}
		s.said("", v.Elem())
		return
	}
	if _, ok := v.Interface().(interface{ Values() []string }); ok {
		s.noted[name+": "+v.String()] = true
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		s.noted[name+": "+map[bool]string{true: "true", false: "false"}[v.Bool()]] = true
		return
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		s.said("", v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			s.said(name, v.Index(i))
		}
	case reflect.Struct:
		if value := v.FieldByName("Value"); value.IsValid() && strings.HasPrefix(v.Type().Name(), "Named[") {
			s.said(name, value)
			return
		}
		eachKey(v.Type(), func(name string, i int) { s.said(name, v.Field(i)) })
	}
	if name != "" && !v.IsZero() {
		s.noted[name+": given"] = true
	}
}

// check lets settings that could not come from a file fail.
func (s *settings) check(name string, v any) {
	if v, ok := v.(interface{ Validate() error }); ok {
		if err := v.Validate(); err != nil {
			s.t.Errorf("%s %+v: %v", name, v, err)
		}
	}
}

// TestSuiteHasAllKinds: the suite lacks no kind of service, and no kind of anything in a
// queue; whoever adds one adds it there.
func TestSuiteHasAllKinds(t *testing.T) {
	have := &settings{t, kinds(), map[string]bool{}}
	for _, row := range suiteServices() {
		have.said("service", reflect.ValueOf(&row.model).Elem())
	}
	want := &settings{t, kinds(), map[string]bool{}}
	want.all("service", reflect.TypeFor[sim.Model]())
	var missing []string
	for name := range want.noted {
		if !have.noted[name] {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	for _, name := range missing {
		t.Errorf("no row of the suite has %s", name)
	}
	if len(want.noted) < 100 {
		t.Errorf("only %d settings are known: the walk has lost its way", len(want.noted))
	}
}
