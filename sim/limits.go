package sim

import (
	"fmt"
)

// Sizes in bytes, for estimates.
const (
	CallBytes    = 64
	RequestBytes = 80
	EventBytes   = 12 // of a pending event in the wheel; blocks add a quarter
)

// Defaults of [Limits].
const (
	DefaultEvents = 2_000_000_000
	DefaultMemory = 8 << 30
	MostClients   = idxMask
)

func (l *Limits) events() uint64 {
	if l.Events > 0 {
		return l.Events
	}
	return DefaultEvents
}

func (l *Limits) memory() uint64 {
	if l.Memory > 0 {
		return l.Memory
	}
	return DefaultMemory
}

func (l *Limits) calls() int {
	if l.Calls > 0 {
		return int(l.Calls)
	}
	return idxMask
}

func limitEvents(most uint64, t Time) string {
	return fmt.Sprintf("stopped at %v: the limit of %d events is reached; shorten the horizon or lower the load, or allow more", t.Sub(0), most)
}

// checkRoom ends the run before a slab grows beyond a limit. The slabs double, so
// both the old and the new one count.
func (s *Sim) checkRoom() {
	if s.limit != "" {
		return
	}
	if open := len(s.calls) - 1; open >= s.cfg.Limits.calls() || len(s.requests) >= idxMask {
		s.limit = fmt.Sprintf("stopped at %v: the limit of %d open calls is reached; bound the queue, set a timeout or a deadline, or allow more",
			s.now.Sub(0), min(s.cfg.Limits.calls(), idxMask))
	}
	if used := uint64(len(s.calls)*CallBytes + len(s.requests)*RequestBytes); used > s.cfg.Limits.memory() {
		s.limit = fmt.Sprintf("stopped at %v: calls and requests hold %d MiB, the limit is %d MiB; bound the queue, set a timeout or a deadline, or allow more",
			s.now.Sub(0), used>>20, s.cfg.Limits.memory()>>20)
	}
}
