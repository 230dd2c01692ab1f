package document

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"retrystorm/sim/catalog"
)

// noExample stands for a text that may be anything.
const noExample = "..."

// stringScalar is any text, or one of the words of a type with Values.
func stringScalar(t reflect.Type) scalar {
	s := scalar{
		words: "text", example: noExample, values: valuesOf(t),
		text: func(v reflect.Value) string { return v.String() },
	}
	if s.values != nil {
		s.words, s.example = "one of "+listed(s.values), s.values[0]
	}
	s.set = func(v reflect.Value, n *Node) *fault {
		v.SetString(n.Text)
		if s.values == nil || slices.Contains(s.values, n.Text) {
			return nil
		}
		return &fault{fmt.Sprintf("%q is not one of %s", n.Text, listed(s.values)), nearHint(n.Text, s.values)}
	}
	return s
}

func nearHint(got string, words []string) string {
	if near := Nearest(got, words); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// textScalar is a type that reads its own text.
func textScalar(t reflect.Type) scalar {
	s := scalar{words: "text", example: noExample, values: valuesOf(t)}
	zero := reflect.New(t).Interface()
	if w, ok := zero.(interface{ Words() string }); ok {
		s.words = w.Words()
	} else if s.values != nil {
		s.words = "one of " + listed(s.values)
	}
	if e, ok := zero.(interface{ Example() string }); ok {
		s.example = e.Example()
	} else if s.values != nil {
		s.example = s.values[0]
	}
	if p, ok := zero.(interface{ Pattern() string }); ok {
		s.pattern = p.Pattern()
	}
	s.set = func(v reflect.Value, n *Node) *fault {
		err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(n.Text))
		return faultOf(err, n.Text, s.values)
	}
	s.text = marshalText
	return s
}

// faultOf takes the hint from what follows a semicolon in err, else from the words
// there are.
func faultOf(err error, got string, words []string) *fault {
	if err == nil {
		return nil
	}
	message, hint, _ := strings.Cut(messageOf(err), "; ")
	return &fault{message, cmp.Or(hint, nearHint(got, words))}
}

// messageOf is what err says; a value by itself has no key to name.
func messageOf(err error) string {
	var key *catalog.KeyError
	if errors.As(err, &key) && key.Key == "" {
		return key.Message
	}
	return err.Error()
}

func marshalText(v reflect.Value) string {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	m, ok := p.Interface().(encoding.TextMarshaler)
	if !ok {
		panic(fmt.Sprintf("document: %s has UnmarshalText but no MarshalText", v.Type()))
	}
	text, err := m.MarshalText()
	if err != nil {
		panic(fmt.Sprintf("document: %s: %v", v.Type(), err))
	}
	return string(text)
}

func valuesOf(t reflect.Type) []string {
	if v, ok := reflect.New(t).Interface().(interface{ Values() []string }); ok {
		return v.Values()
	}
	return nil
}
