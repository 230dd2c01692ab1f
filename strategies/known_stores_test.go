package strategies

// knownStaged is of presets whose delays are built in stages.
var knownStaged = []knownPreset{
	{"stripe-go@83.2.1", "500-500 750-1000", 3,
		"500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"azcore@1.24.0", "640-1040 1920-3120 4480-7280", 4,
		"408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"go-redis@9.23.0", "10-30 10-50 10-90", 4, "503 shed refused connect-timeout no-connection reset timeout", "same", "20ms stop"},
	{"kafka-go@0.4.51", "100-100 400-400 900-900 1000-1000 1000-1000 1000-1000", 10, "503 shed refused connect-timeout no-connection reset timeout", "same", "100ms stop"},
	{"nats.go@1.55.0", "2000-2100 2000-2100 2000-2100 2000-2100 2000-2100 2000-2100", 60, "refused connect-timeout no-connection", "same", "stop stop"},
	{"grpc-go-reconnect@1.85.0", "1000-1000 1280-1920 2048-3072 3276.8-4915.2 5242.88-7864.32 8388.608-12582.912", 0, "refused connect-timeout no-connection", "same", "stop stop"},
	{"lambda-async", "60000-60000 120000-120000", 3,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1m0s 1m0s"},
	{"istio@1.32", "0-24 0-49", 3, "refused connect-timeout no-connection", "same", "stop stop"},
	{"aws-sdk-go-v2@1.48.0", "0-50 0-100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5.5s 5.025s"},
	{"aws-sdk-go-v2@1.36.0", "0-2000 0-4000", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"aws-sdk-go-v2-adaptive@1.48.0", "0-50 0-100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5.5s 5.025s"},
	{"aws-sdk-go-v2-dynamodb@1.48.0", "0-25 0-50 0-100", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5.5s 5.0125s"},
	{"envoy@1.40", "0-24", 2, "500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "12ms 12ms"},
	{"envoy-budget@1.40", "0-24", 2, "500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "12ms 12ms"},
	{"linkerd-budget@2", "0-0 0-0 0-0 0-0 0-0 0-0", 0, "500 502 503 shed 504", "same", "0s 0s"},
	{"grpc-go@1.85.0", "80-120 160-240 320-480", 4, "429 502 503 shed 504 refused connect-timeout no-connection reset", "same", "1h0m0s 1h0m0s"},
}
