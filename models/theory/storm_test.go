package theory

import "testing"

func TestStormRules(t *testing.T) {
	check(t, []value{
		{"HotOS'21: 300/s, 1 retry", LambdaDown(300, 1), "150"},
		{"HotOS'21: 300/s, 2 retries", LambdaDown(300, 2), "100"},
		{"300/s, 3 retries", LambdaDown(300, 3), "75"},
		{"no capacity", LambdaDown(0, 1), "NaN"},
		{"negative retries", LambdaDown(1, -1), "NaN"},

		{"280 of 300, 1 retry: shed", MinShed(280, 300, 1), ".46429"},
		{"below the threshold: shed nothing", MinShed(140, 300, 1), "0"},
		{"no load", MinShed(0, 300, 1), "NaN"},

		{"280 of 300: budget", SafeBudget(280, 300), ".071429"},
		{"800 of 1000: budget", SafeBudget(800, 1000), ".25"},
		{"overload: negative", SafeBudget(400, 300), "-.25"},
		{"no load", SafeBudget(0, 300), "NaN"},
		{"280/s with 10 %: above 300", Budget{Share: .1}.Load(280), "308"},
		{"270/s with 10 %: below 300", Budget{Share: .1}.Load(270), "297"},
		{"800/s, 10 %, Finagle's floor in 20 processes", Budget{.1, 10, 20}.Load(800), "1080"},
		{"negative share", Budget{Share: -1}.Load(1), "NaN"},

		{"300/s, 1 s: queue", SafeQueue(300, 1), "300"},
		{"300/s, 1 s, 100 ms: waiting", SafeWaiting(300, 1, .1), "270"},
		{"waiting and 30 workers are the queue", SafeWaiting(300, 1, .1) + 30 - SafeQueue(300, 1), "0"},
		{"service longer than the timeout", SafeWaiting(300, 1, 2), "0"},
		{"no capacity", SafeQueue(0, 1), "NaN"},
		{"negative service", SafeWaiting(1, 1, -1), "NaN"},

		{"280 of 300, 10 s: drain", DrainTime(280, 300, 10), "140"},
		{"never drains", DrainTime(300, 300, 10), "+Inf"},
		{"negative outage", DrainTime(280, 300, -1), "NaN"},
	})
}
