package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Table is rows of text under a head.
type Table struct {
	Title string // a sentence above it, "" is none
	Head  []string
	Right []bool // by column: numbers, aligned to the right
	Rows  [][]string
}

// Write writes t in one of [Formats].
func (t *Table) Write(w io.Writer, format string) error {
	switch format {
	case "csv":
		return t.writeCSV(w)
	case "json":
		return t.writeJSON(w)
	}
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(t.Title + "\n\n")
	}
	if format == "markdown" {
		b.WriteString(t.markdown())
	} else {
		b.WriteString(t.text())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(t.Head)
	out.WriteAll(t.Rows)
	return out.Error()
}

// writeJSON writes a list of objects, one a row, keys in the order of the columns. In
// columns of numbers, what is one is written as a number and what is empty as null.
func (t *Table) writeJSON(w io.Writer) error {
	var b strings.Builder
	b.WriteString("[")
	for i, row := range t.Rows {
		b.WriteString(sep(i) + "\n  {")
		for j, cell := range row {
			b.WriteString(sep(j) + " " + quote(t.Head[j]) + ": " + t.jsonCell(j, cell))
		}
		b.WriteString(" }")
	}
	b.WriteString("\n]\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) jsonCell(column int, cell string) string {
	numeric := column < len(t.Right) && t.Right[column]
	_, err := strconv.ParseFloat(cell, 64)
	switch {
	case numeric && cell == "":
		return "null"
	case numeric && err == nil && json.Valid([]byte(cell)):
		return cell
	}
	return quote(cell)
}

func sep(i int) string {
	if i > 0 {
		return ","
	}
	return ""
}

func quote(s string) string {
	b, _ := json.Marshal(s) // a string always has a form
	return string(b)
}
