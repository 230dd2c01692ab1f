package report

import (
	"strings"
	"testing"
)

func TestTableWrite(t *testing.T) {
	table := &Table{
		Title: "Two rows",
		Head:  []string{"variant", "latency_p99_s", "n"},
		Right: []bool{false, true, true},
		Rows:  [][]string{{"a|b", "4.90 s ± 0.03 s", "3"}, {"long-name, with comma", "never", ""}},
	}
	tests := map[string]string{
		"table": `Two rows

variant                  latency_p99_s  n
-------------------------------------------
a|b                    4.90 s ± 0.03 s  3
long-name, with comma            never
`,
		"markdown": `Two rows

| variant               |   latency_p99_s | n |
|:----------------------|----------------:|--:|
| a\|b                  | 4.90 s ± 0.03 s | 3 |
| long-name, with comma |           never |   |
`,
		"csv": `variant,latency_p99_s,n
a|b,4.90 s ± 0.03 s,3
"long-name, with comma",never,
`,
		"json": `[
  { "variant": "a|b", "latency_p99_s": "4.90 s ± 0.03 s", "n": 3 },
  { "variant": "long-name, with comma", "latency_p99_s": "never", "n": null }
]
`,
	}
	for _, format := range Formats {
		var b strings.Builder
		if err := table.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != tests[format] {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", format, got, tests[format])
		}
	}
}
