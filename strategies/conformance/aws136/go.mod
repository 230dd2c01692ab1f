module retrystorm/strategies/conformance/aws136

go 1.26.0

require (
	github.com/aws/aws-sdk-go-v2 v1.48.0
	github.com/aws/smithy-go v1.28.9
	retrystorm v0.0.0
	retrystorm/strategies/conformance v0.0.0
)

replace retrystorm => ../../..

replace retrystorm/strategies/conformance => ..

// The SDK before its new defaults, whatever else asks for.
replace github.com/aws/aws-sdk-go-v2 => github.com/aws/aws-sdk-go-v2 v1.36.0
