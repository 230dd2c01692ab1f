package trace

import (
	"bufio"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"retrystorm/sim"
)

// Writer is a [sim.Observer] that writes each record of a run as one line of CSV,
// under the header [Columns]. It writes through a buffer: the file is complete when
// Close has returned without an error.
type Writer struct {
	buf     *bufio.Writer
	line    []byte
	links   []string // of each link: its name and that of its node, as CSV
	reasons []string // as CSV
	err     error    // the first; nothing is written after it
}

// NewWriter writes the header of a trace of runs of cfg, whose names it takes. It
// reports errors of w in Close, as Observe has nobody to tell.
func NewWriter(w io.Writer, cfg *sim.Config) *Writer {
	t := &Writer{buf: bufio.NewWriterSize(w, 1<<16), line: make([]byte, 0, 256)}
	for _, l := range cfg.Links {
		t.links = append(t.links, csvOf(l.Name, cfg.Nodes[l.To].Name))
	}
	for r := range reasons {
		t.reasons = append(t.reasons, csvOf(r.String()))
	}
	_, t.err = t.buf.WriteString(csvOf(Columns[:]...) + "\n")
	return t
}

// csvOf is one line of CSV without its end.
func csvOf(fields ...string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(fields) // a strings.Builder never fails
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// Wants implements [sim.Observer].
func (t *Writer) Wants() sim.Kinds { return sim.AllKinds }

// Observe implements [sim.Observer]. It does not allocate.
func (t *Writer) Observe(r *sim.Record) {
	if t.err != nil {
		return
	}
	b := strconv.AppendInt(t.line[:0], int64(r.At), 10)
	b = append(append(b, ','), r.Kind.String()...)
	for _, n := range [...]uint32{r.Call, uint32(r.Attempt), r.Seq, r.Client} {
		b = strconv.AppendUint(append(b, ','), uint64(n), 10)
	}
	b = append(append(b, ','), t.links[r.Link]...)
	b = append(append(b, ','), r.Status.String()...)
	b = append(append(b, ','), t.reasons[r.Reason]...)
	b = strconv.AppendInt(append(b, ','), int64(r.D), 10)
	b = strconv.AppendUint(append(b, ','), uint64(r.Replica), 10)
	t.line = append(b, '\n')
	_, t.err = t.buf.Write(t.line)
}

// Close writes what is left in the buffer and returns the first error there was. It
// does not close the file.
func (t *Writer) Close() error {
	if t.err == nil {
		t.err = t.buf.Flush()
	}
	return t.err
}
