package experiments

import (
	"slices"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
	"retrystorm/strategies"
)

// Link is what a caller does.
type Link struct {
	Network        models.Network    `key:"network" doc:"between caller and service; none given: no delay"`
	RequestBytes   int               `key:"request-bytes" doc:"size of a request, for networks with a bandwidth"`
	ResponseBytes  int               `key:"response-bytes" doc:"size of a response"`
	ConnectTimeout time.Duration     `key:"connect-timeout" doc:"to open a connection, part of the attempt; 0s: only the timeout of the attempt ends it"`
	IdleTimeout    time.Duration     `key:"idle-timeout" doc:"a connection that has not been used for so long is closed; 0s: never"`
	Pool           *Pool             `key:"pool" doc:"connections of each caller; each carries one attempt at a time"`
	Timeout        time.Duration     `key:"timeout" doc:"of one attempt; 0s: the caller waits for ever"`
	Deadline       time.Duration     `key:"deadline" doc:"of the whole call, retries included; 0s is none"`
	Propagate      bool              `key:"propagate-deadline" doc:"the service is told how long its caller waits, and passes it on"`
	Cancel         bool              `key:"cancel" doc:"the service is told when its caller has gone"`
	Method         Method            `key:"method" doc:"of the requests: to repeat POST or PATCH may do harm"`
	Key            KeyMode           `key:"key" doc:"idempotency key: none, per-call (the same for all attempts of a call), per-attempt (a new one each time: the classic bug), sequence (the client numbers its calls), forwarded (the one that the calling service was given)"`
	Priority       int               `key:"priority" doc:"of the requests at services that ask for it, 0 (lowest) to 9"`
	Policy         strategies.Policy `key:"policy" doc:"what is retried, when, and how often; none: nothing"`
}

// Pool is the connections of a caller.
type Pool struct {
	Connections int           `key:"connections,required" doc:"of each caller at most: of a client, or of a replica of the calling service"`
	Wait        time.Duration `key:"wait" doc:"for a free one at most, part of the attempt; 0s: only the timeout of the attempt ends it"`
}

// Short is the key that a bare value stands for.
func (*Pool) Short() string { return "connections" }

// Validate reports a pool without connections.
func (p *Pool) Validate() error {
	return catalog.Join(
		catalog.Problem(p.Connections < 1, "connections", "must be at least 1"),
		catalog.Problem(p.Wait < 0, "wait", "must not be negative"))
}

// Method is that of HTTP requests.
type Method string

// Values lists the methods.
func (Method) Values() []string {
	return []string{"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"}
}

// unsafe reports whether to repeat a request may do harm (RFC 9110, 9.2.2).
func (m Method) unsafe() bool { return m == "POST" || m == "PATCH" }

// KeyMode says which idempotency key requests carry.
type KeyMode string

// keyModes are the words in the order of sim.KeyMode.
var keyModes = [...]string{"none", "per-call", "per-attempt", "sequence", "forwarded"}

// Values lists the modes.
func (KeyMode) Values() []string { return keyModes[:] }

func (k KeyMode) mode() sim.KeyMode { return sim.KeyMode(max(0, slices.Index(keyModes[:], string(k)))) }

// Prepare writes out what is not said.
func (l *Link) Prepare() error {
	if l.Method == "" {
		l.Method = "GET"
	}
	if l.Key == "" {
		l.Key = "none"
	}
	return nil
}

// Validate reports what cannot be.
func (l *Link) Validate() error {
	return catalog.Join(
		catalog.Problem(l.Timeout < 0, "timeout", "must not be negative"),
		catalog.Problem(l.Deadline < 0, "deadline", "must not be negative"),
		catalog.Problem(l.ConnectTimeout < 0, "connect-timeout", "must not be negative"),
		catalog.Problem(l.IdleTimeout < 0, "idle-timeout", "must not be negative"),
		catalog.Problem(l.RequestBytes < 0, "request-bytes", "must not be negative"),
		catalog.Problem(l.ResponseBytes < 0, "response-bytes", "must not be negative"),
		catalog.Problem(l.Priority < 0 || l.Priority > 9, "priority", "must lie between 0 and 9"))
}

// kernel is the link as the kernel needs it, without its ends.
func (l *Link) kernel() sim.Link {
	k := sim.Link{Policy: l.Policy, Timeout: l.Timeout, Deadline: l.Deadline, Propagate: l.Propagate, Cancel: l.Cancel,
		Unsafe: l.Method.unsafe(), Key: l.Key.mode(), Priority: uint8(l.Priority)}
	handshakes := 0
	if l.Network != nil {
		w := l.Network.Wire()
		k.Request, k.Response = w.ThereWith(l.RequestBytes), w.BackWith(l.ResponseBytes)
		k.LoseRequest, k.LoseResponse = w.RequestLoss, w.ResponseLoss
		handshakes = w.Handshakes
		k.Outages = w.Breaks()
	}
	if l.ConnectTimeout > 0 { // connections are made, be it by the shortest handshake there is
		handshakes = max(1, handshakes)
	}
	if handshakes > 0 || l.Pool != nil {
		k.Connections = &sim.Connections{Timeout: l.ConnectTimeout, Idle: l.IdleTimeout, Handshakes: handshakes}
	}
	if l.Pool != nil {
		k.Connections.Most, k.Connections.Wait = uint32(l.Pool.Connections), l.Pool.Wait
	}
	return k
}
