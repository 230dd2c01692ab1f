package document

import (
	"encoding/json"
	"reflect"
	"regexp"
)

// schema returns the JSON Schema of a scalar of type t. A word that looks like a
// number, such as the status 503, may be written as one.
func (s scalar) schema(t reflect.Type) object {
	var ways []object
	if len(s.values) > 0 {
		var words []any
		for _, word := range s.values {
			words = append(words, word)
			if wholeNumber.MatchString(word) {
				words = append(words, json.Number(word))
			}
		}
		ways = append(ways, object{{"enum", words}})
	}
	if s.pattern != "" {
		ways = append(ways, object{{"type", patternTypes(s.pattern)}, {"pattern", s.pattern}})
	}
	switch {
	case len(ways) == 1:
		return ways[0]
	case len(ways) > 1:
		return object{{"anyOf", ways}}
	case s.json == "":
		return object{{"type", []string{"string", "number", "boolean"}}}
	}
	out := object{{"type", s.json}}
	if t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uint64 {
		out = out.with("minimum", 0)
	}
	return out
}

// patternTypes returns what a reader of YAML takes the texts of a pattern for.
func patternTypes(pattern string) any {
	if ok, err := regexp.MatchString(pattern, "1"); err == nil && ok {
		return []string{"string", "number"}
	}
	return "string"
}

// value returns v as JSON holds it.
func (s scalar) value(v reflect.Value) any {
	if s.json == "" {
		return s.text(v)
	}
	return json.RawMessage(s.text(v))
}
