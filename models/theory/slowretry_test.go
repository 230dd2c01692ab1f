package theory

import "testing"

func TestSlowRetryLoad(t *testing.T) {
	check(t, []value{
		{"2, 1.6: load", SlowRetryLoad(2, 1.6), "4.701562"},
		{"2, 1.6: B", ErlangB(2, SlowRetryLoad(2, 1.6)), ".659688"},
		{"5, 4: load", SlowRetryLoad(5, 4), "6.837539"},
		{"5, 4: B", ErlangB(5, SlowRetryLoad(5, 4)), ".414994"},
		{"10, 8: load", SlowRetryLoad(10, 8), "10.473650"},
		{"10, 8: B", ErlangB(10, SlowRetryLoad(10, 8)), ".236178"},

		{"no steady state", SlowRetryLoad(2, 2), "NaN"},
		{"no load", SlowRetryLoad(2, 0), "NaN"},
	})
}

func TestSlowRetries(t *testing.T) {
	at := func(lambda float64, retries int) SlowRetries { return SlowRetries{lambda, 1, 10, retries} }
	check(t, []value{
		{"c 10, 8, 1 retry: load", at(8, 1).Load(), "9.549527"},
		{"c 10, 8, 1 retry: B", at(8, 1).Refused(), ".193691"},
		{"c 10, 8, 1 retry: success", at(8, 1).Succeeded(), ".962484"},
		{"c 10, 8, 3 retries: load", at(8, 3).Load(), "10.394061"},
		{"c 10, 8, 3 retries: B", at(8, 3).Refused(), ".232582"},
		{"c 10, 8, 3 retries: success", at(8, 3).Succeeded(), ".997074"},
		{"c 10, 12, 3 retries: load", at(12, 3).Load(), "29.153379"},
		{"c 10, 12, 3 retries: B", at(12, 3).Refused(), ".672648"},
		{"c 10, 12, 3 retries: success", at(12, 3).Succeeded(), ".795284"},
		{"c 10, 20, 3 retries: load", at(20, 3).Load(), "63.214393"},
		{"c 10, 20, 3 retries: B", at(20, 3).Refused(), ".844657"},
		{"c 10, 20, 3 retries: success", at(20, 3).Succeeded(), ".490995"},

		{"no retries is Erlang B", at(8, 0).Refused() - ErlangB(10, 8), "0.000000000000"},
		{"endless retries", at(8, 1000).Load() - SlowRetryLoad(10, 8), "0.000000000"},
		{"negative retries", at(8, -1).Load(), "NaN"},
		{"no load", at(0, 1).Succeeded(), "NaN"},
	})
}
