module retrystorm/strategies/conformance/aws136

go 1.26.0

require (
	github.com/aws/smithy-go v1.22.2
	retrystorm v0.0.0
)

require github.com/aws/aws-sdk-go-v2 v1.36.0

replace retrystorm => ../../..
