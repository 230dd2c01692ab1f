package sdk

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	. "retrystorm/strategies/conformance"
)

// A whole client of a service, with its own defaults: four attempts, and half the base.
func TestDynamoDB(t *testing.T) {
	hold(t, "aws-sdk-go-v2-dynamodb@1.48.0", func(rt http.RoundTripper) {
		c := dynamodb.New(dynamodb.Options{
			Region: "eu-west-1", HTTPClient: &http.Client{Transport: amazonHints{rt}},
			Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
				return aws.Credentials{AccessKeyID: "none", SecretAccessKey: "none"}, nil
			}),
		})
		c.ListTables(context.Background(), nil)
	}, []web{
		{"outage", Always(503), 3}, {"500", Always(500), 3}, {"reset", Always(0), 3}, {"throttled", Always(429), 3}, {"not found", Always(404), 0},
		{"one failure", Then(1, 502), 1}, {"a hint of 3 s", Hinted(503, 3*time.Second), 3}, {"a hint of a minute", Hinted(503, time.Minute), 3},
	}, 1)
	Report(t, "aws-sdk-go-v2-dynamodb@1.48.0", "service/dynamodb 1.74.0: delays of 8 scripts: outcomes, throttles, hints inside and outside their bounds")
}

// amazonHints turns hints into the ones that the SDK knows.
type amazonHints struct{ rt http.RoundTripper }

func (a amazonHints) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.rt.RoundTrip(req)
	if err == nil && resp.Header.Get("Retry-After") != "" {
		resp.Header.Set("X-Amz-Retry-After", resp.Header.Get("Retry-After")+"000") // ms
	}
	return resp, err
}
