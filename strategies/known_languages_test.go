package strategies

// knownJava is of libraries of the JVM.
var knownJava = []knownPreset{
	{"resilience4j@2.4.0", "500-500 500-500", 3, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"resilience4j-circuitbreaker@2.4.0", "500-500 500-500", 3, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"failsafe-java@3.3", "0-0 0-0", 3, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "0s 0s"},
	{"spring-framework@7.1", "1000-1000 1000-1000 1000-1000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"spring-retry@2.0", "1000-1000 1000-1000", 3, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"aws-sdk-java-v2@2.1", "0-50 0-100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"aws-sdk-java-v2@2.0", "0-100 0-200", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"aws-sdk-java-v2-legacy@2.0", "0-100 0-200 0-400", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"gax-java@2.67.0", "0-100 0-200 0-400 0-800 0-1600 0-3200", 0, "503 shed refused connect-timeout no-connection reset", "same", "50ms stop"},
	{"finagle@24.5", "0-0 0-0 0-0 0-0 0-0 0-0", 26, "refused connect-timeout no-connection", "same", "stop stop"},
	{"kafka-java@4.0", "80-120 160-240 320-480 640-960 800-1000 800-1000", 0, "503 shed refused connect-timeout no-connection reset timeout", "same", "100ms stop"},
	{"lettuce@6", "1-1 2-2 4-4 8-8 16-16 32-32", 0, "refused connect-timeout no-connection", "same", "stop stop"},
	{"lettuce-full-jitter@6", "0.5-1 1-2 2-4 4-8 8-16 16-32", 0, "refused connect-timeout no-connection", "same", "stop stop"},
	{"lettuce-equal-jitter@6", "0-1 0-2 0-4 0-8 0-16 0-32", 0, "refused connect-timeout no-connection", "same", "stop stop"},
	{"hikaricp@6", "10-10 20-20 40-40 80-80 160-160 320-320", 0, "refused connect-timeout no-connection", "same", "stop stop"},
}

// knownDotnet is of libraries of .NET.
var knownDotnet = []knownPreset{
	{"polly@8.7.0", "2000-2000 2000-2000 2000-2000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "2s 2s"},
	{"polly-contrib-jitter-v2@1.1.1", "0-1377.182257 0-2837.249558 0-4325.917163 0-8583.656724 0-17148.079303", 6, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "897.404935ms 897.404935ms"},
	{"dotnet-http-resilience@10.0", "0-2754.364514 0-5674.499116 0-8651.834326", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"azure-core-dotnet@1.35", "640-960 1280-1920 2560-3840", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
}

// knownPython is of libraries of Python.
var knownPython = []knownPreset{
	{"tenacity@9.1", "0-0 0-0 0-0 0-0 0-0 0-0", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "0s 0s"},
	{"litl-backoff@2.2.1", "0-1000 0-2000 0-4000 0-8000 0-16000 0-32000", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"celery@5.6", "0-1000 0-2000 0-4000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"psycopg-pool@3.2", "900-1100 1800-2200 3600-4400 7200-8800 14400-17600 28800-35200", 0, "refused connect-timeout no-connection", "same", "stop stop"},
	{"urllib3@2.7.0", "0-0 0-0 0-0 0-0 0-0 0-0", 11, "429 503 shed refused connect-timeout no-connection reset timeout", "refused connect-timeout no-connection", "1h0m0s stop"},
	{"requests@2.32", "0-0 0-0 0-0", 4, "429 503 shed refused connect-timeout no-connection reset timeout", "refused connect-timeout no-connection", "1h0m0s stop"},
	{"botocore-legacy@1.43.67", "0-1000 0-2000 0-4000 0-8000", 5, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"botocore-standard@1.43.67", "0-1000 0-2000", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"botocore-standard-2026@1.43.67", "0-50 0-100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5.5s 5.025s"},
	{"botocore-adaptive@1.43.67", "0-1000 0-2000", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"openai-python@3.3.1", "375-500 750-1000", 3, "408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"anthropic-python@0.121.0", "375-500 750-1000", 3, "408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "437.5ms 437.5ms"},
	{"google-api-core@2.29.0", "0-1000 0-2000 0-4000 0-8000 0-16000 0-32000", 0, "429 500 503 shed refused connect-timeout no-connection reset", "same", "500ms stop"},
	{"redis-py@8.1", "0-20 0-40 0-80 0-160 0-320 0-640", 11, "refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"elastic-transport-python@8.17", "0-0 0-0 0-0", 4, "429 502 503 shed 504 refused connect-timeout no-connection reset", "same", "0s 0s"},
}

// knownRust is of libraries of Rust.
var knownRust = []knownPreset{
	{"backoff-rs@0.4", "250-750 375-1125 562.5-1687.5 843.75-2531.25 1265.625-3796.875 1898.4375-5695.3125", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"tokio-retry@0.3", "0-10 0-100 0-1000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5ms 5ms"},
	{"reqwest-retry@0.9.1", "0-1000 0-2000 0-4000", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"backon@1", "1000-1000 2000-2000 4000-4000", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"tower@0.5", "0-0 0-0 0-0 0-0 0-0 0-0", 0, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "0s 0s"},
}

// knownJavaScript is of libraries of JavaScript.
var knownJavaScript = []knownPreset{
	{"axios-retry-exponential@4.5.0", "200-240 400-480 800-960", 4, "429 500 502 503 shed 504 refused connect-timeout no-connection reset", "refused connect-timeout no-connection reset", "1h6m0s 1h6m0s"},
	{"p-retry@7.1.1", "1000-1000 2000-2000 4000-4000 8000-8000 16000-16000 32000-32000", 11, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1s 1s"},
	{"async-retry@1.3.3", "1000-2000 2000-4000 4000-8000 8000-16000 16000-32000 32000-64000", 11, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1.5s 1.5s"},
	{"cockatiel@3.2.1", "0-176.279328 0-363.167943 0-553.717396", 4, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "114.867831ms 114.867831ms"},
	{"exponential-backoff@3.1.3", "100-100 200-200 400-400 800-800 1600-1600 3200-3200", 10, "400 401 403 404 408 conflict in-progress key-reused key-mismatch 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "100ms 100ms"},
	{"got@14.6.6", "1000-1100 2000-2100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "", "1h0m0s 1h0m0s"},
	{"ky@1.14.3", "300-300 600-600", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset", "", "1h0m0s 300ms"},
	{"undici@7.30.2", "500-500 1000-1000 2000-2000 4000-4000 8000-8000", 6, "429 500 502 503 shed 504 refused connect-timeout no-connection reset", "", "30s 30s"},
	{"ioredis@6.0.0", "50-249 100-299 200-399 400-599 800-999 1600-1799", 0, "refused connect-timeout no-connection reset", "same", "stop stop"},
	{"ioredis@5.11.1", "50-50 100-100 150-150 200-200 250-250 300-300", 0, "refused connect-timeout no-connection reset", "same", "stop stop"},
	{"node-redis@6.3.1", "50-249 100-299 200-399 400-599 800-999 1600-1799", 0, "refused connect-timeout no-connection reset", "same", "stop stop"},
	{"postgres.js@3.4.9", "15-30 45-90 135-270 405-810 1215-2430 3645-7290", 0, "refused connect-timeout no-connection reset", "same", "stop stop"},
	{"kafkajs@2.2.4", "240-360 384-864 614.4-2073.6 983.04-4976.64 1572.864-11943.936", 6, "refused connect-timeout no-connection reset", "same", "stop stop"},
	{"octokit-retry@8.1.1", "1000-1000 4000-4000 9000-9000", 4, "408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset", "same", "1s 1s"},
	{"aws-sdk-js-v3@3.41.1", "0-50 0-100", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "5.5s 5.025s"},
	{"aws-sdk-js-v3-2025@4.2.5", "0-100 0-200", 3, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "250ms 50ms"},
	{"openai-node@6.49.0", "375-500 750-1000", 3, "408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"anthropic-node@1.14.0", "375-500 750-1000", 3, "408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1h0m0s"},
	{"stripe-node@23.1.0", "500-500 500-500", 3, "conflict in-progress key-reused 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "500ms 500ms"},
	{"azure-js@0.3.6", "500-1000 1000-2000 2000-4000", 4, "408 429 500 502 503 shed 504 refused connect-timeout no-connection reset", "same", "1h0m0s 750ms"},
	{"google-gax@5.0.8", "0-100 0-130 0-169 0-219.7 0-285.61 0-371.293", 0, "503 shed refused connect-timeout no-connection reset", "same", "50ms stop"},
}
