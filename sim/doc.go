// Package sim is the kernel of retrystorm: virtual time, events, and the life of a
// call from its beginning through its attempts to its end.
package sim
