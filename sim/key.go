package sim

import "math/bits"

// Purpose says what a draw is for, so that no two uses share a random word.
type Purpose uint64

// The purposes of the kernel and of the models. Values are part of the seed
// contract: new ones are added at the end.
const (
	ForTrial    Purpose = 1 + iota // seed of a trial
	ForName                        // key of a fleet or link, from its name
	ForGap                         // time to the next arrival
	ForWho                         // which client an arrival belongs to
	ForCall                        // key of a call
	ForAttempt                     // key of an attempt
	ForService                     // service time
	ForJitter                      // the draw of a retry decision
	ForRequest                     // network delay towards the service
	ForResponse                    // network delay back
	ForLostRequest
	ForLostResponse
	ForHop      // network delays inside one attempt (contended row)
	ForChild    // key of a nested call
	ForFault    // whether a fault hits this request
	ForThink    // think time
	ForSplit    // which part of a mixture
	ForConnect  // handshakes of a connection
	ForOutage   // up and down times of a network
	ForRollout  // when a client moves over
	ForReplica  // which replica serves
	ForCache    // which object a call is about
	ForHint     // jitter of a Retry-After
	ForClock    // how wrong a client's clock is
	ForShed     // whether a request is shed
	ForPatience // how long a request waits for a worker
	ForChance   // whether a gate lets an attempt leave
)

// Key is a draw: 64 uniform random bits that are a pure function of whose draw it
// is, what for, and which one. Draws therefore do not depend on the order of events
// or on how many workers run, and two variants of one trial meet the same arrivals
// and service times (common random numbers). The mixer is a pair of 64 x 64 -> 128
// bit multiplications folded by xor, as in wyhash.
func Key(who uint64, what Purpose, nth uint64) uint64 {
	hi, lo := bits.Mul64(who^uint64(what)*0xa0761d6478bd642f, (0xe7037ed1a0b428db^nth*0x9e3779b97f4a7c15)|1)
	z := hi ^ lo
	hi, lo = bits.Mul64(z^0x8ebc6af09c88c6e3, z^0x589965cc75374cc3)
	return hi ^ lo
}

// KeyOf is the key of something known by name: renaming or adding another leaves it
// unchanged. The name is hashed with FNV-1a.
func KeyOf(seed uint64, name string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return Key(seed, ForName, h)
}

// Unit maps a random word to [0, 1), in steps of 2^-53.
func Unit(u uint64) float64 { return float64(u>>11) * 0x1p-53 }

// Open maps a random word to (0, 1): never 0, never 1. The sum is exact with 52 bits;
// with 53 the last one would round to 1.
func Open(u uint64) float64 { return (float64(u>>12) + 0.5) * 0x1p-52 }
