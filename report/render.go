package report

import "io"

// Formats are the formats of [Render].
var Formats = []string{"table", "markdown", "csv", "json"}

// Render writes verdicts and table of r in one of [Formats].
func Render(w io.Writer, r *Results, format string) error { return nil }
