package sim

import "time"

// Sim runs trials.
type Sim struct {
	requests []Request
}

func (s *Sim) noteWork(uint32, time.Duration, time.Duration) {}
func (s *Sim) abandoned(*Request) bool                       { return false }
func (s *Sim) countArrival(*Request)                         {}
func (s *Sim) hop(*Request, uint64) time.Duration            { return 0 }
func (s *Sim) fault(*Request, FaultKind) *Fault              { return nil }
