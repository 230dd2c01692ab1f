package trace

// Columns are the header of a trace file, in order. Times are nanoseconds since the
// run began; call, seq and attempt are numbers from 1, 0 where there is none; link
// and node are names, the node being the one that the link leads to; its replicas count
// from 0.
var Columns = [...]string{"time_ns", "kind", "call", "attempt", "seq", "client", "link", "node", "status", "reason", "d_ns", "replica"}

// Places of the columns in a line.
const (
	colTime = iota
	colKind
	colCall
	colAttempt
	colSeq
	colClient
	colLink
	colNode
	colStatus
	colReason
	colD
	colReplica
)
