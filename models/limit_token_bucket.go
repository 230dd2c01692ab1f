package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// TokenBucket holds at most Burst tokens, gains Rate of them per second, and gives one
// to each request; at first it is full. In any interval of length t at most
// Burst + Rate x t requests pass.
type TokenBucket struct {
	Rate  sim.Rate `key:"rate,required" doc:"tokens gained per second"`
	Burst int      `key:"burst,required" doc:"tokens that the bucket holds, at least 1: so many requests pass at once"`
	LimitKeys
}

// Validate reports a bucket that cannot be.
func (l *TokenBucket) Validate() error {
	return catalog.Join(wrongRate(l.Rate), wrongBurst(l.Rate, l.Burst, 1), l.LimitKeys.Validate())
}

func (l *TokenBucket) newLimiter(n int) limiter {
	s := spacingOf(l.Rate)
	return &tokenBucket{
		limit:   uint32(l.Burst),
		spacing: s,
		whole:   int64(l.Burst) * s.num,
		buckets: make([]bucket, n),
	}
}

// bucket is what is missing in it, in parts of 1/den ns of the time to fill it, as it
// was at an instant. A token is num of these parts, and a nanosecond brings den, so
// nothing is ever rounded.
type bucket struct {
	missing int64
	at      sim.Time
}

type tokenBucket struct {
	limit uint32
	spacing
	whole   int64
	buckets []bucket
}

func (l *tokenBucket) take(now sim.Time, who uint32) ruling {
	b := &l.buckets[who]
	b.age(now, l.den)
	over := b.missing + l.num - l.whole
	r := ruling{ok: over <= 0, limit: l.limit}
	if r.ok {
		b.missing += l.num
	} else {
		r.wait = time.Duration(ceil(over, l.den))
	}
	r.remaining = uint32((l.whole - b.missing) / l.num)
	r.reset = time.Duration(ceil(b.missing, l.den))
	return r
}

// age adds what was gained until now.
func (b *bucket) age(now sim.Time, den int64) {
	if gone := int64(now - b.at); gone > b.missing/den {
		b.missing = 0
	} else {
		b.missing -= gone * den
	}
	b.at = now
}
