package strategies

// knownGo is of Go libraries.
var knownGo = []knownPreset{
	{"cenkalti-backoff@5.0.3", "250-750 375-1125 562.5-1687.5 843.75-2531.25 1265.625-3796.875 1898.4375-5695.3125", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"cenkalti-backoff@4.3.0", "250-750 375-1125 562.5-1687.5 843.75-2531.25 1265.625-3796.875 1898.4375-5695.3125", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"retry-go@5.1.1", "100-200 200-300 400-500 800-900 1600-1700 3200-3300", 10, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "150ms 150ms"},
	{"retry-go@4.7.0", "100-200 200-300 400-500 800-900 1600-1700 3200-3300", 10, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "150ms 150ms"},
	{"sethvargo-go-retry@0.5.0", "1000-1000 2000-2000 3000-3000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"jpillora-backoff@1.1.0", "100-100 200-200 400-400 800-800 1600-1600 3200-3200", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "100ms 100ms"},
	{"failsafe-go@0.9.8", "0-0 0-0", 3, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "0s 0s"},
	{"failsafe-go-http@0.9.8", "0-0 0-0", 3, "429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 0s"},
	{"go-resty@3.0.0", "100-100 100-200 200-400", 4, "refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"go-resty@2.17.2", "100-100 100-200 200-400", 4, "refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"gax-go@2.27.0", "0-1000 0-2000 0-4000 0-8000 0-16000 0-30000", 0, "503 shed refused connect-timeout no-connection reset", "same", "500ms stop"},
	{"google-cloud-storage-go@1.70.0", "0-1000 0-2000 0-4000 0-8000 0-16000 0-30000", 0,
		"408 429 500 502 503 shed 504 refused connect-timeout no-connection reset", "429 shed refused connect-timeout no-connection", "500ms 500ms"},
	{"kubernetes-wait@0.37.2", "10-11 50-55 250-275", 4, "conflict", "same", "stop stop"},
	{"client-go-workqueue@0.37.2", "5-5 10-10 20-20 40-40 80-80 160-160", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5ms 5ms"},
	{"client-go-rest@0.37.2", "1000-1000 1000-1000 1000-1000 1000-1000 1000-1000 1000-1000", 11,
		"429 500 502 503 shed 504 refused connect-timeout no-connection reset", "429 500 502 503 shed 504", "1h0m0s 1h0m0s"},
}
