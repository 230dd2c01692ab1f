package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Contention is work whose cost grows with how much of it there is at once. Past some
// load more concurrency then means less done: overload feeds itself even without
// retries.
type Contention interface {
	// stretch is how long work takes that alone would take d, if it begins as the n-th of
	// those in service: n counts it, so it is at least 1. What is in service already is
	// not slowed down further by it.
	stretch(d time.Duration, n int) time.Duration
}

// Contentions lists the kinds of contention.
func Contentions() []catalog.Row[Contention] {
	type row = catalog.Row[Contention]
	return []row{
		{Name: "usl", Doc: "Requests queue for what they share (sigma) and keep it coherent in pairs (kappa): with kappa, n beyond sqrt((1 - sigma)/kappa) do less than fewer.",
			Source: "Gunther's Universal Scalability Law",
			New:    func() Contention { return &USL{} }},
		{Name: "linear", Doc: "Each request already there adds the same time: no load above 1 per that time can ever be served.", Short: "per-request",
			Source: "M. Brooker, \"Open and Closed, Omission and Collapse\", 2023",
			New:    func() Contention { return &LinearContention{} }},
	}
}

// USL multiplies service times by 1 + Sigma (n-1) + Kappa n (n-1), so that n busy
// workers, each of 1/s requests per second alone, do n/s divided by that: the Universal
// Scalability Law X(n). It peaks at n = sqrt((1 - Sigma) / Kappa).
type USL struct {
	Sigma float64 `key:"sigma" doc:"contention: serial part of the work, 0 to 1, such as 0.05; default 0"`
	Kappa float64 `key:"kappa" doc:"coherency: cost per pair of requests, 0 to 1, such as 0.001; default 0"`
}

// Validate reports settings that cannot be.
func (c *USL) Validate() error {
	return catalog.Join(
		catalog.Problem(!(c.Sigma >= 0 && c.Sigma <= 1), "sigma", "must lie between 0 and 1"),
		catalog.Problem(!(c.Kappa >= 0 && c.Kappa <= 1), "kappa", "must lie between 0 and 1"),
		catalog.Problem(c.Sigma == 0 && c.Kappa == 0, "sigma", "is 0, and so is kappa: there would be no contention"))
}

func (c *USL) stretch(d time.Duration, n int) time.Duration {
	others := float64(n - 1)
	factor := 1 + float64(c.Sigma*others) + float64(float64(c.Kappa*float64(n))*others)
	return bounded(float64(float64(d) * factor))
}

// LinearContention adds PerRequest for each request that is there at the start: with
// service time s and load r, n = r s / (1 - r PerRequest) are there on average, and
// from r = 1 / PerRequest on they grow without end.
type LinearContention struct {
	PerRequest time.Duration `key:"per-request,required" doc:"time added by each request that is in service already"`
}

// Validate reports settings that cannot be.
func (c *LinearContention) Validate() error {
	return catalog.Problem(c.PerRequest <= 0, "per-request", "must be more than 0")
}

func (c *LinearContention) stretch(d time.Duration, n int) time.Duration {
	return bounded(float64(d) + float64(float64(c.PerRequest)*float64(n-1)))
}

// bounded rounds ns to the nearest, and to a year at most, so that sums of times stay
// far from overflow.
func bounded(ns float64) time.Duration {
	const most = 366 * 24 * time.Hour
	if ns >= float64(most) {
		return most
	}
	return time.Duration(ns + 0.5)
}
