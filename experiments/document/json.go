package document

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object with its members in order, which a Go map would lose.
type object []member

type member struct {
	name  string
	value any
}

// with returns o with one more member; an empty text is left out.
func (o object) with(name string, value any) object {
	if value == "" {
		return o
	}
	return append(o[:len(o):len(o)], member{name, value})
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, part := range []any{m.name, m.value} {
			text, err := plainJSON(part)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plainJSON writes v without the escapes that only HTML needs.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// indentJSON writes v for people.
func indentJSON(v any) ([]byte, error) {
	text, err := plainJSON(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", "  ")
	b.WriteByte('\n')
	return b.Bytes(), err
}
