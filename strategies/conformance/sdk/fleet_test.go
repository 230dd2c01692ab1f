package sdk

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"retrystorm/models"
	. "retrystorm/strategies/conformance"
)

// Each client of the AWS SDK has a quota. It is used up in the first outage, so that its
// end sees one attempt a call; a minute of successes buys a few retries of the second.
func TestAWSFleet(t *testing.T) {
	fleet := &Fleet{
		Clients: 1000, Think: models.Uniform{Min: 500 * time.Millisecond, Max: 1500 * time.Millisecond}, Horizon: 150 * time.Second,
		Answer: Down(503, 10*time.Second, 60*time.Second, 120*time.Second, 140*time.Second),
	}
	theirs := fleet.Theirs(t, func() func(func() Answer) {
		r := retry.NewStandard()
		return func(attempt func() Answer) { awsCall(r, func() error { return awsError(attempt()) }) }
	})
	const window = 500 * time.Millisecond
	load := AlikeFleets(t, "aws-sdk-go-v2", theirs, fleet.Ours(t, Preset(t, "aws-sdk-go-v2@1.48.0")), window, fleet.Horizon)
	for _, tt := range []struct {
		reason      string
		at          time.Duration
		least, most float64
	}{
		{"three attempts a call while the quota lasts", 15 * time.Second, 1250, 1500},
		{"one when it is used up", 55 * time.Second, 400, 600},
		{"a second outage begins with retries again", 121 * time.Second, 800, 1500},
	} {
		if got := load[tt.at/window]; got < tt.least || got > tt.most {
			t.Errorf("%s: %v attempts at %v, want %v to %v", tt.reason, got, tt.at, tt.least, tt.most)
		}
	}
	Report(t, "aws-sdk-go-v2@1.48.0", "1,000 clients in two outages, quotas used up: attempts by windows of 500 ms")
}

func TestOpenAIFleet(t *testing.T) {
	fleet := &Fleet{
		Clients: 1000, Think: models.Uniform{Min: 0, Max: 2 * time.Second}, Horizon: 60 * time.Second,
		Answer: Down(429, 10*time.Second, 30*time.Second, 40*time.Second, 41*time.Second),
	}
	theirs := fleet.Theirs(t, func() func(func() Answer) {
		var send func() Answer
		c := openai.NewClient(option.WithAPIKey("none"), option.WithHTTPClient(&http.Client{Transport: Transport(func() Answer { return send() })}))
		return func(attempt func() Answer) {
			send = attempt
			c.Models.List(context.Background())
		}
	})
	ours := fleet.Ours(t, Preset(t, "openai-go@3.99.0"))
	load := AlikeFleets(t, "openai-go", theirs, ours, 250*time.Millisecond, fleet.Horizon)
	if before, during := load[20], load[80]; during < 1.2*before {
		t.Errorf("%v attempts before the outage and %v in it: this says nothing", before, during)
	}
	Report(t, "openai-go@3.99.0", "1,000 clients that are throttled for 20 s and for 1 s: attempts by windows of 250 ms")
}
