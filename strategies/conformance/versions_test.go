package conformance

import (
	"testing"

	"retrystorm/strategies"
)

// modules is where the libraries of presets are that run here.
var modules = map[strategies.PresetName]string{
	"cenkalti-backoff@5.0.3":   "github.com/cenkalti/backoff/v5",
	"cenkalti-backoff@4.3.0":   "github.com/cenkalti/backoff/v4",
	"retry-go@5.1.1":           "github.com/avast/retry-go/v5",
	"retry-go@4.7.0":           "github.com/avast/retry-go/v4",
	"go-retryablehttp@0.7.8":   "github.com/hashicorp/go-retryablehttp",
	"sethvargo-go-retry@0.5.0": "github.com/sethvargo/go-retry",
	"jpillora-backoff@1.1.0":   "github.com/jpillora/backoff",
	"failsafe-go@0.9.8":        "github.com/failsafe-go/failsafe-go",
	"failsafe-go-http@0.9.8":   "github.com/failsafe-go/failsafe-go",
	"go-resty@2.17.2":          "github.com/go-resty/resty/v2",
	"gax-go@2.27.0":            "github.com/googleapis/gax-go/v2",
}

// A preset is held to the version that it names.
func TestVersions(t *testing.T) { Versions(t, "go.mod", modules) }
