package sdk

import (
	"testing"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// A preset is held to the version that it names.
func TestVersions(t *testing.T) {
	Versions(t, "../go.mod", map[strategies.PresetName]string{
		"aws-sdk-go-v2@1.48.0":          "github.com/aws/aws-sdk-go-v2",
		"aws-sdk-go-v2-adaptive@1.48.0": "github.com/aws/aws-sdk-go-v2",
		"aws-sdk-go-v2-dynamodb@1.48.0": "github.com/aws/aws-sdk-go-v2",
		"anthropic-sdk-go@1.84.0":       "github.com/anthropics/anthropic-sdk-go",
		"azcore@1.24.0":                 "github.com/Azure/azure-sdk-for-go/sdk/azcore",
		"client-go-workqueue@0.37.2":    "k8s.io/client-go",
		"go-redis@9.23.0":               "github.com/redis/go-redis/v9",
		"grpc-go@1.85.0":                "google.golang.org/grpc",
		"grpc-go-reconnect@1.85.0":      "google.golang.org/grpc",
		"kubernetes-wait@0.37.2":        "k8s.io/apimachinery",
		"openai-go@3.99.0":              "github.com/openai/openai-go/v3",
		"stripe-go@83.2.1":              "github.com/stripe/stripe-go/v83",
	})
}
