package trace

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"retrystorm/sim"
)

// reasons is how many reasons there are; a test fails when one is added.
const reasons = sim.LimitedHere + 1

// Trace is a trace file in memory, 40 bytes a record.
type Trace struct {
	Records []sim.Record // in the order of the file; Link is an index of Links
	Links   []Link       // in the order in which the file names them
}

// Link is a link by its names.
type Link struct{ Name, Node string }

// Read reads what a [Writer] wrote. Errors say line and column, both counted from 1,
// columns in bytes.
func Read(r io.Reader) (*Trace, error) {
	in := csv.NewReader(r)
	in.ReuseRecord, in.FieldsPerRecord = true, len(Columns)
	p := &parser{in: in, links: make(map[Link]uint8), reasons: make(map[string]sim.Reason)}
	for r := range reasons {
		p.reasons[r.String()] = r
	}
	if err := p.header(); err != nil {
		return nil, err
	}
	for {
		fields, err := in.Read()
		if err == io.EOF {
			return &p.trace, nil
		}
		if err != nil {
			return nil, told(err)
		}
		if rec := p.record(fields); p.err == nil {
			p.trace.Records = append(p.trace.Records, rec)
			continue
		}
		return nil, p.err
	}
}

// parser reads a line field by field and keeps the first error.
type parser struct {
	in      *csv.Reader
	trace   Trace
	links   map[Link]uint8
	reasons map[string]sim.Reason
	fields  []string
	err     error
}

func (p *parser) header() error {
	fields, err := p.in.Read()
	if err == io.EOF {
		return errors.New("trace: the file is empty; write one with --trace")
	}
	if err != nil && !errors.Is(err, csv.ErrFieldCount) {
		return told(err)
	}
	if got, want := strings.Join(fields, ","), strings.Join(Columns[:], ","); got != want {
		return fmt.Errorf("trace: line 1, column 1: the header is %q, want %q; is this a trace file of this version?", got, want)
	}
	return nil
}

// told gives an error of the CSV reader our words.
func told(err error) error {
	if e := new(csv.ParseError); errors.As(err, &e) {
		if e.Err == csv.ErrFieldCount {
			return fmt.Errorf("trace: line %d, column %d: want %d fields; is the line cut off?", e.Line, e.Column, len(Columns))
		}
		return fmt.Errorf("trace: line %d, column %d: %w", e.Line, e.Column, e.Err)
	}
	return fmt.Errorf("trace: %w", err)
}

func (p *parser) record(fields []string) (r sim.Record) {
	p.fields = fields
	r.At = sim.Time(p.number(colTime, 0, 1<<63-1))
	r.Kind = named(p, colKind, "kind", sim.KindOf)
	r.Call = uint32(p.number(colCall, 0, 1<<32-1))
	r.Attempt = uint16(p.number(colAttempt, 0, 1<<16-1))
	r.Seq = uint32(p.number(colSeq, 0, 1<<32-1))
	r.Client = uint32(p.number(colClient, 0, 1<<32-1))
	r.Link = p.link()
	r.Status = named(p, colStatus, "status", sim.StatusOf)
	r.Reason = named(p, colReason, "reason", func(name string) (sim.Reason, bool) {
		why, ok := p.reasons[name]
		return why, ok
	})
	r.D = time.Duration(p.number(colD, -1<<63, 1<<63-1))
	r.Replica = uint16(p.number(colReplica, 0, 1<<16-1))
	return r
}

func (p *parser) fail(col int, format string, args ...any) {
	if p.err != nil {
		return
	}
	line, column := p.in.FieldPos(col)
	p.err = fmt.Errorf("trace: line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

func (p *parser) number(col int, low, high int64) int64 {
	n, err := strconv.ParseInt(p.fields[col], 10, 64)
	if err != nil || n < low || n > high {
		p.fail(col, "%s is %q, want a whole number from %d to %d", Columns[col], p.fields[col], low, high)
	}
	return n
}

func named[T any](p *parser, col int, what string, find func(string) (T, bool)) T {
	v, ok := find(p.fields[col])
	if !ok {
		p.fail(col, "unknown %s %q", what, p.fields[col])
	}
	return v
}

// link numbers the links as they come.
func (p *parser) link() uint8 {
	name := Link{p.fields[colLink], p.fields[colNode]}
	n, ok := p.links[name]
	switch {
	case ok:
		return n
	case len(p.links) == 255:
		p.fail(colLink, "%q is link number 256, at most 255", name.Name)
		return 0
	}
	name = Link{strings.Clone(name.Name), strings.Clone(name.Node)} // or the whole line would be kept
	n = uint8(len(p.links))
	p.links[name] = n
	p.trace.Links = append(p.trace.Links, name)
	return n
}
