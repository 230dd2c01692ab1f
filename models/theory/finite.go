package theory

// MMcK is the M/M/c/K queue: as [MMc], but an arrival that finds Room requests
// present is refused. It has a steady state at every load. Its methods are NaN
// unless 1 <= Workers <= Room. Source: birth-death chain, Kleinrock 1975, 3.6.
type MMcK struct {
	Lambda  float64 // arrivals per unit of time
	Mu      float64 // services per unit of time and worker
	Workers int     // c
	Room    int     // K, places in the service: those of the workers and the queue's
}

func (m MMcK) valid() bool {
	return notNegative(m.Lambda) && positive(m.Mu) && m.Workers >= 1 && m.Workers <= m.Room
}

func (m MMcK) states() []float64 {
	if !m.valid() {
		return noStates()
	}
	birth := func(int) float64 { return m.Lambda }
	return stationary(m.Room, birth, serving(m.Workers, m.Mu))
}

// Loss returns the share of arrivals refused, the probability of K present.
func (m MMcK) Loss() float64 {
	p := m.states()
	return p[len(p)-1]
}

// Throughput returns the services per unit of time, Lambda (1 - Loss).
func (m MMcK) Throughput() float64 {
	return mean(m.states(), serving(m.Workers, m.Mu))
}

// L returns the mean number in the service, waiting or served.
func (m MMcK) L() float64 { return mean(m.states(), itself) }

// Lq returns the mean number waiting.
func (m MMcK) Lq() float64 { return mean(m.states(), waiting(m.Workers)) }

// W returns the mean sojourn of those let in, L / Throughput by Little's law.
func (m MMcK) W() float64 {
	if m.Lambda == 0 && m.valid() {
		return 1 / m.Mu
	}
	return m.L() / m.Throughput()
}

// Wq returns the mean waiting time of those let in.
func (m MMcK) Wq() float64 { return m.W() - 1/m.Mu }

// FiniteSource is M/M/c//N: N closed clients that think for an exponential time, send
// one request, and wait for its answer before they think again. Its methods are NaN
// unless all fields are positive. Source: machine repair model, Kleinrock 1975, 3.8.
type FiniteSource struct {
	Clients int     // N
	Nu      float64 // 1/Nu is the mean think time Z
	Mu      float64 // services per unit of time and worker
	Workers int     // c
}

func (m FiniteSource) states() []float64 {
	if !positive(m.Nu, m.Mu) || m.Clients < 1 || m.Workers < 1 {
		return noStates()
	}
	birth := func(k int) float64 { return float64(m.Clients-k) * m.Nu }
	return stationary(m.Clients, birth, serving(m.Workers, m.Mu))
}

// X returns the throughput, services per unit of time.
func (m FiniteSource) X() float64 {
	return mean(m.states(), serving(m.Workers, m.Mu))
}

// L returns the mean number of clients that wait for an answer.
func (m FiniteSource) L() float64 { return mean(m.states(), itself) }

// R returns the mean response time, L / X by Little's law. It obeys the interactive
// law R = N/X - Z.
func (m FiniteSource) R() float64 { return m.L() / m.X() }
