package document

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"retrystorm/sim"
)

// scalar is all that is known of a type that a single value stands for.
type scalar struct {
	words   string                                // the type in words: "duration"
	example string                                // "250ms"
	values  []string                              // the words it may be, nil if there is no list
	pattern string                                // of the whole text, "" if there is none
	json    string                                // JSON type of a plain value, "" is a string
	set     func(v reflect.Value, n *Node) *fault // fills v, which has the type
	text    func(v reflect.Value) string          // writes v
}

// inWords returns the type in words, with an example that says more.
func (s scalar) inWords() string {
	if s.example == noExample || s.values != nil {
		return s.words
	}
	return s.words + ", for instance " + s.example
}

// scalarOf returns what is known of t; ok is false if t is no scalar.
func scalarOf(t reflect.Type) (s scalar, ok bool) {
	switch {
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface:
		return scalar{}, false
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return textScalar(t), true
	}
	switch t {
	case reflect.TypeFor[time.Duration]():
		return durationScalar("duration"), true
	case reflect.TypeFor[sim.Time]():
		return durationScalar("time"), true
	case reflect.TypeFor[sim.Rate]():
		return unitScalar("rate", "800/s", ratePattern, parseRate, formatRate), true
	case reflect.TypeFor[sim.Share]():
		return unitScalar("share", "20%", sharePattern, parseShare, formatShare), true
	case reflect.TypeFor[sim.Status]():
		return statusScalar(), true
	}
	switch t.Kind() {
	case reflect.Bool:
		return boolScalar(), true
	case reflect.String:
		return stringScalar(t), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intScalar(t), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return uintScalar(t), true
	case reflect.Float64:
		return floatScalar(), true
	}
	return scalar{}, false
}

// unitScalar is a number with a unit.
func unitScalar[T sim.Rate | sim.Share](
	words, example, pattern string, parse func(string) (T, *fault), format func(T) string,
) scalar {
	return scalar{
		words: words, example: example, pattern: pattern,
		set: func(v reflect.Value, n *Node) *fault {
			x, f := parse(n.Text)
			v.SetFloat(float64(x))
			return f
		},
		text: func(v reflect.Value) string { return format(T(v.Float())) },
	}
}

func durationScalar(words string) scalar {
	return scalar{
		words: words, example: "250ms", pattern: durationPattern,
		set: func(v reflect.Value, n *Node) *fault {
			d, f := parseDuration(n.Text)
			v.SetInt(int64(d))
			return f
		},
		text: func(v reflect.Value) string { return formatDuration(time.Duration(v.Int())) },
	}
}

func statusScalar() scalar {
	var names []string
	for _, row := range sim.Statuses {
		names = append(names, row.Name)
	}
	return scalar{
		words: "status", example: "503", values: names,
		set: func(v reflect.Value, n *Node) *fault {
			st, ok := sim.StatusOf(n.Text)
			if !ok {
				return &fault{fmt.Sprintf("%q is no status", n.Text), didYouMean(n.Text, names, "statuses")}
			}
			v.SetUint(uint64(st))
			return nil
		},
		text: func(v reflect.Value) string { return sim.Status(v.Uint()).String() },
	}
}

func boolScalar() scalar {
	return scalar{
		words: "true or false", example: "true", json: "boolean",
		set: func(v reflect.Value, n *Node) *fault {
			v.SetBool(n.Text == "true")
			switch {
			case n.Quoted:
				return &fault{fmt.Sprintf("%q in quotes is text", n.Text), "write true or false without quotes"}
			case n.Text == "true" || n.Text == "false":
				return nil
			case strings.Contains(" yes on y True TRUE ", " "+n.Text+" "):
				return &fault{fmt.Sprintf("%q is neither true nor false", n.Text), "write true"}
			case strings.Contains(" no off n none False FALSE ", " "+n.Text+" "):
				return &fault{fmt.Sprintf("%q is neither true nor false", n.Text), "write false"}
			}
			return &fault{fmt.Sprintf("%q is neither true nor false", n.Text), ""}
		},
		text: func(v reflect.Value) string { return strconv.FormatBool(v.Bool()) },
	}
}

func intScalar(t reflect.Type) scalar {
	return scalar{
		words: "whole number", example: "3", json: "integer",
		set: func(v reflect.Value, n *Node) *fault {
			i, _, f := parseInt(n.Text, t.Bits(), true)
			v.SetInt(i)
			return quoted(n, f)
		},
		text: func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) },
	}
}

func uintScalar(t reflect.Type) scalar {
	return scalar{
		words: "count", example: "3", json: "integer",
		set: func(v reflect.Value, n *Node) *fault {
			_, u, f := parseInt(n.Text, t.Bits(), false)
			v.SetUint(u)
			return quoted(n, f)
		},
		text: func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) },
	}
}

func floatScalar() scalar {
	return scalar{
		words: "number", example: "1.5", json: "number",
		set: func(v reflect.Value, n *Node) *fault {
			x, f := parseFloat(n.Text)
			v.SetFloat(x)
			return quoted(n, f)
		},
		text: func(v reflect.Value) string { return formatFloat(v.Float()) },
	}
}

// quoted refuses a number in quotes: editors and other readers take it for text.
func quoted(n *Node, f *fault) *fault {
	if f == nil && n.Quoted {
		return &fault{fmt.Sprintf("%q in quotes is text", n.Text), "write " + n.Text + " without quotes"}
	}
	return f
}
