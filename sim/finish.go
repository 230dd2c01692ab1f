package sim

// tearDown counts what the run could not finish, samples the end, and checks the
// books.
func (s *Sim) tearDown() (Result, error) {
	if s.limit != "" {
		s.end = s.now
	}
	for i := 1; i < len(s.calls); i++ {
		c := &s.calls[i]
		if c.ID == 0 {
			continue
		}
		n := s.links[c.link].count
		n.Unfinished++
		if c.Attempts == 0 {
			n.unsent++
		}
		s.system.advance(s.now)
		s.system.times.add(0, uint64(s.now-c.Started))
		if s.want&(1<<CallEnded) != 0 {
			s.recordCall(CallEnded, c, s.now.Sub(c.Started), Unfinished, NoReason)
		}
	}
	s.closeLedger()
	s.gauges()
	if s.sampler != nil {
		s.sampler.Sample(s.now, &s.tally)
	}
	r := Result{Tally: s.tally, Events: s.events, End: s.end, LastOK: s.lastOK, Limit: s.limit}
	if r.Limit == "" {
		r.Limit = s.note
	}
	return r, s.check()
}

// sampleUpTo shows the sampler the state at each of its instants up to t.
func (s *Sim) sampleUpTo(t Time) {
	for t >= s.nextAt && s.nextAt <= s.drained {
		s.gauges()
		s.now = s.nextAt
		s.sampler.Sample(s.nextAt, &s.tally)
		s.planSample()
	}
}

func (s *Sim) planSample() {
	every := s.sampler.Every()
	s.nextAt = Never
	if every > 0 {
		s.nextAt = (s.now / Time(every) * Time(every)).Add(every)
	}
}

func (s *Sim) gauges() {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.prober != nil {
			n.count.Gauge = n.prober.Probe()
		}
	}
}
