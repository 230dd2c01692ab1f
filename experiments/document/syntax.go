package document

import "strings"

// syntaxRows says in our words what the YAML parser says in its own, and what a
// person most likely meant. found is a part of the parser's message.
var syntaxRows = []struct{ found, message, hint string }{
	{"mapping value is not allowed", "this value goes on with another key",
		`check the indentation; text with ": " in it stands in quotes`},
	{"cannot start any token", "a tab cannot indent or separate here", "use spaces"},
	{"tab character", "a tab cannot indent or separate here", "use spaces"},
	{"',' or ']' must be specified", `the list that begins with "[" is not closed before this`, `add "]", or the "," before this`},
	{"',' or '}' must be specified", `the map that begins with "{" is not closed before this`, `add "}", or the "," before this`},
	{"sequence end token ']' not found", `the list that begins with "[" is not closed`, `add "]"`},
	{"flow mapping end token '}'", `the map that begins with "{" is not closed`, `add "}"`},
	{"end character of", "the quote is not closed", "add the same quote at the end of the text"},
	{"is a reserved character", "text cannot begin with this character", "put the text in quotes"},
	{"block sequence entries are not allowed", `a list item "-" cannot begin here`, "write the items on lines of their own, or as [a, b]"},
	{"non-map value is specified", "a key with a value is due here", "write key: value"},
	{"unexpected key name", "a key with a value is due here", "write key: value"},
	{"value is not allowed in this context", "a value cannot stand here", "check the indentation and the quotes"},
	{"unexpected scalar value", "a value cannot stand here", "check the commas and the indentation"},
	{"undefined anchor value", "an anchor has no value", "write &name and then the value"},
	{"unexpected end content", "nothing may follow the end of the document", ""},
	{"directive", "text cannot begin with %", "put the text in quotes"},
	{"implicit line break", "a key must stand in one line", ""},
}

// explainSyntax returns a message and a hint for a message of the YAML parser.
func explainSyntax(message string) (text, hint string) {
	for _, row := range syntaxRows {
		if strings.Contains(message, row.found) {
			return row.message, row.hint
		}
	}
	return "not YAML: " + message, ""
}
