package strategies

import "time"

// articlePresets are the backoffs that the AWS article of 2015 compares, with the
// numbers of its simulator: 5 ms, 2 s, no limit of attempts. Its first window is
// 2 x base.
func articlePresets() (ps []Preset) {
	doubling := Window{Base: 5 * time.Millisecond, Cap: 2 * time.Second, Multiplier: 2, First: GrownFirst}
	for _, b := range []struct {
		name    string
		backoff Backoff
	}{
		{"aws-article-none", &Immediate{}},
		{"aws-article-exponential", ptr(Exponential(doubling))},
		{"aws-article-equal-jitter", ptr(EqualJitter(doubling))},
		{"aws-article-full-jitter", ptr(FullJitter(doubling))},
		{"aws-article-decorrelated-jitter", &DecorrelatedJitter{Base: 5 * time.Millisecond, Cap: 2 * time.Second}},
	} {
		ps = append(ps, Preset{
			Name: b.name, Language: "any",
			Source: awsArticle + "; its simulator, aws-arch-backoff-simulator at 66cb169, read",
			Policy: Policy{
				Backoff:     b.backoff,
				MaxAttempts: Unlimited,
				RetryOn:     []Class{Any},
				Unsafe:      UnsafeAlways,
				Final:       IgnoreFinal,
				RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
			},
			Timeouts:    Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout},
			NotModelled: []string{},
		})
	}
	return ps
}
