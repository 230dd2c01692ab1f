package simtest

import "retrystorm/sim"

// bucket is a token bucket, counted in billionths of a token so that whole rates are
// exact.
type bucket struct {
	tokens int64
	at     sim.Time
}

const whole = 1_000_000_000 // a token

// askBucket takes a token for a request as it arrives, or notes that there is none.
func (f *referee) askBucket(q *request, n *node, rules *BucketRules) {
	who := uint64(0)
	if rules.PerClient {
		who = uint64(q.link)<<32 | uint64(f.calls[q.call].client)
	}
	b := n.buckets[who]
	if b == nil {
		if n.buckets == nil {
			n.buckets = make(map[uint64]*bucket)
		}
		b = &bucket{tokens: rules.Burst * whole}
		n.buckets[who] = b
	}
	b.tokens = min(rules.Burst*whole, b.tokens+rules.PerSec*int64(f.now-b.at))
	b.at = f.now
	q.bucketed, q.refused = true, b.tokens < whole
	if !q.refused {
		b.tokens -= whole
	}
}

// answersBucket checks that exactly those are refused for which there was no token.
func (f *referee) answersBucket(q *request, rules *NodeRules) {
	if rules.Bucket == nil || !q.bucketed {
		return
	}
	f.check((f.r.Status == rules.Bucket.Status) == q.refused, BucketAgrees, "it had a token: %t", !q.refused)
}
