package report

import (
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// This is the only file that knows tablewriter. Its traps: it rewrites heads (p99
// becomes P 99) and wraps cells unless told not to, measures ± by the locale unless
// told not to, and leaves | as it is in Markdown.

// text is t with a line under its head and no borders.
func (t *Table) text() string {
	r := renderer.NewBlueprint(tw.Rendition{
		Borders: tw.BorderNone,
		Symbols: tw.NewSymbolCustom("plain").WithRow("-").WithColumn("").WithCenter("").WithMidLeft("").WithMidRight(""),
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.On},
			Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowTop: tw.Off, ShowBottom: tw.Off},
		},
	})
	return t.draw(r, t.Head, t.Rows, tw.Padding{Left: "", Right: "  ", Overwrite: true})
}

// markdown is t as a table of GitHub Flavored Markdown.
func (t *Table) markdown() string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = escapeAll(row)
	}
	return t.draw(renderer.NewMarkdown(), escapeAll(t.Head), rows, tw.Padding{Left: " ", Right: " ", Overwrite: true})
}

func escapeAll(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	return out
}

func (t *Table) draw(r tw.Renderer, head []string, rows [][]string, pad tw.Padding) string {
	align := make(tw.Alignment, len(head))
	for i := range align {
		align[i] = tw.AlignLeft
		if i < len(t.Right) && t.Right[i] {
			align[i] = tw.AlignRight
		}
	}
	var b strings.Builder
	out := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(r),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithPadding(pad),
	)
	out.Header(head)
	if err := out.Bulk(rows); err != nil {
		panic("report: " + err.Error()) // rows of strings cannot fail
	}
	if err := out.Render(); err != nil {
		panic("report: " + err.Error()) // nor can a strings.Builder
	}
	return trimLines(b.String())
}

// trimLines takes the padding off the ends of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
