package theory

import "math"

// LinearContention is a service without a bound on its workers in which each request
// takes Service, and PerRequest more for each that is there when it begins. Callers who
// retry make Lambda the load, so that it has no finite state from 1/PerRequest on: with
// 40 calls/s, three attempts and 10 ms a request, once all attempts fail. Its methods
// are NaN unless all fields are positive. Source: Brooker, Open and Closed, Omission and
// Collapse, 2023, whose simulator takes 1 s and 10 ms.
type LinearContention struct {
	Lambda     float64 // attempts per unit of time
	Service    float64 // time of a request alone
	PerRequest float64 // time added by each other request
}

// W returns the mean time of a request, Service / (1 - Lambda PerRequest), +Inf from
// Pole on: of W = Service + PerRequest L, since Poisson arrivals see the mean, and
// Little's law.
func (c LinearContention) W() float64 {
	if !positive(c.Lambda, c.Service, c.PerRequest) {
		return math.NaN()
	}
	if c.Lambda >= c.Pole() {
		return math.Inf(1)
	}
	return c.Service / (1 - c.Lambda*c.PerRequest)
}

// L returns the mean number of requests in the service, Lambda W.
func (c LinearContention) L() float64 { return c.Lambda * c.W() }

// Pole returns the load that the service never reaches, 1 / PerRequest.
func (c LinearContention) Pole() float64 {
	if !positive(c.PerRequest) {
		return math.NaN()
	}
	return 1 / c.PerRequest
}
