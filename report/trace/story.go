package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"retrystorm/sim"
)

// Story writes what happened to a call: a line for each event with the time since
// the call began. Calls that were made for one of its attempts are told in full at
// the place where they began, further to the right. A call that the trace does not
// have is an error.
func Story(w io.Writer, t *Trace, call uint32) error {
	s := story{t: t, calls: make(map[uint32][]int), owner: make(map[uint32]uint32)}
	if err := s.gather(call); err != nil {
		return err
	}
	first := &t.Records[s.calls[call][0]]
	s.began = first.At
	s.tell(call, 0)
	width := 0
	for _, l := range s.lines {
		width = max(width, len(l.time))
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "call %d of client %d over %s began at %s%s\n", call, first.Client, t.Links[first.Link].Name,
		seconds(first.At.Sub(0)), deadline(first.D))
	for _, l := range s.lines {
		fmt.Fprintf(out, "  %*s  %s%s\n", width, l.time, strings.Repeat("  ", l.depth), l.text)
	}
	return out.Flush()
}

func deadline(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return ", to end within " + millis(d)
}

// story is a call and all calls made for it.
type story struct {
	t     *Trace
	calls map[uint32][]int  // places of each call's records, and of the beginnings of those made for it
	owner map[uint32]uint32 // of an attempt: its call; late answers do not name theirs
	began sim.Time
	lines []line
}

type line struct {
	time  string
	depth int
	text  string
}

// gather finds the records of a call and of those made for it. A call is made for an
// attempt that has been sent before, so once through is enough.
func (s *story) gather(call uint32) error {
	low, high := uint32(0), uint32(0)
	for i := range s.t.Records {
		r := &s.t.Records[i]
		of := r.Call
		switch {
		case r.Kind == sim.CallBegan:
			if low == 0 || r.Call < low {
				low = r.Call
			}
			high = max(high, r.Call)
			if _, again := s.calls[of]; again {
				continue
			}
			if parent, ok := s.owner[r.Seq]; ok {
				s.calls[parent] = append(s.calls[parent], i)
			} else if of != call {
				continue
			}
			s.calls[of] = nil
		case of == 0:
			of = s.owner[r.Seq]
		}
		if _, ok := s.calls[of]; !ok {
			continue
		}
		s.calls[of] = append(s.calls[of], i)
		if r.Kind == sim.AttemptSent {
			s.owner[r.Seq] = of
		}
	}
	switch {
	case high == 0:
		return errors.New("trace: no call begins in this trace")
	case len(s.calls[call]) == 0:
		return fmt.Errorf("trace: there is no call %d; the trace has calls %d to %d", call, low, high)
	}
	return nil
}

// tell adds the lines of a call below those of the one it was made for.
func (s *story) tell(call uint32, depth int) {
	at := s.calls[call]
	for n, i := range at {
		r := &s.t.Records[i]
		switch {
		case r.Kind != sim.CallBegan:
			if text := s.text(r, s.next(at[n+1:], r)); text != "" {
				s.add(r, depth, text)
			}
		case r.Call != call:
			s.add(r, depth+1, fmt.Sprintf("for attempt %d, call %d over %s begins%s", s.attempt(at[:n], r.Seq), r.Call, s.t.Links[r.Link].Name, deadline(r.D)))
			s.tell(r.Call, depth+2)
		}
	}
}

func (s *story) add(r *sim.Record, depth int, text string) {
	s.lines = append(s.lines, line{"+" + millis(r.At.Sub(s.began)), depth, text})
}

// next is what happens to an attempt after r at its service, nil if nothing does.
func (s *story) next(at []int, r *sim.Record) *sim.Record {
	if r.Kind != sim.RequestArrived && r.Kind != sim.RequestWoken {
		return nil
	}
	for _, i := range at {
		switch q := &s.t.Records[i]; {
		case q.Seq != r.Seq:
		case q.Kind == sim.RequestStarted, q.Kind == sim.Replied, q.Kind == sim.Dropped, q.Kind == sim.CallBegan:
			return q
		}
	}
	return nil
}

// attempt is the number that an attempt has in its call.
func (s *story) attempt(at []int, seq uint32) uint16 {
	for _, i := range at {
		if r := &s.t.Records[i]; r.Kind == sim.AttemptSent && r.Seq == seq {
			return r.Attempt
		}
	}
	return 0
}
