package strategies

// knownSystems is of proxies, brokers, workflow engines and Go clients of them.
var knownSystems = []knownPreset{
	{"aws-article-none", "0-0 0-0 0-0 0-0 0-0 0-0", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "0s 0s"},
	{"aws-article-exponential", "10-10 20-20 40-40 80-80 160-160 320-320", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "10ms 10ms"},
	{"aws-article-equal-jitter", "5-10 10-20 20-40 40-80 80-160 160-320", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "7.5ms 7.5ms"},
	{"aws-article-full-jitter", "0-10 0-20 0-40 0-80 0-160 0-320", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5ms 5ms"},
	{"aws-article-decorrelated-jitter", "5-15 5-45 5-135 5-405 5-1215 5-2000", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "10ms 10ms"},
	{"linkerd@2", "25-50", 2, "500 502 503 shed 504", "same", "37.5ms 37.5ms"},
	{"nginx@1.31", "0-0", 2, "refused connect-timeout no-connection reset timeout", "refused connect-timeout no-connection", "stop stop"},
	{"haproxy@3.5", "1000-1000 1000-1000 1000-1000", 4, "refused connect-timeout no-connection", "same", "stop stop"},
	{"sqs", "30000-30000 30000-30000 30000-30000 30000-30000", 5,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "30s 30s"},
	{"temporal-server@1.31.5", "1000-1000 2000-2000 4000-4000 8000-8000 16000-16000 32000-32000", 0,
		"400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1m40s 1m40s"},
	{"temporal-sdk-go@1.51.0", "320-480 640-960 800-1200 800-1200 800-1200 800-1200", 0,
		"429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "400ms 400ms"},
	{"anthropic-sdk-go@1.84.0", "375-500 750-1000", 3,
		"408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"sarama@1.61.1", "100-100 100-100 100-100", 4, "503 shed refused connect-timeout no-connection reset timeout", "same", "100ms stop"},
	{"franz-go@1.22.3", "200-300 400-600 800-1200 1600-2400 3200-4800 5000-5000", 21, "503 shed refused connect-timeout no-connection reset timeout", "same", "250ms stop"},
	{"elastic-transport-go@8.11.0", "0-0 0-0 0-0", 4, "502 503 shed 504 refused connect-timeout no-connection reset", "same", "0s 0s"},
}
