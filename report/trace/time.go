package trace

import (
	"strconv"
	"strings"
	"time"
)

// millis is d in milliseconds with the digits that matter: three of them below
// 100 ms, whole milliseconds with thousands separators above.
func millis(d time.Duration) string {
	sign, n := "", uint64(d)
	if d < 0 {
		sign, n = "-", -n
	}
	unit := uint64(1) // the last digit shown, in ns
	for n/unit >= 1000 && unit < 1e6 {
		unit *= 10
	}
	n = (n + unit/2) / unit * unit
	s := sign + thousands(n/1e6)
	if part := n % 1e6; part > 0 {
		s += "." + strings.TrimRight(strconv.FormatUint(1e6+part, 10)[1:], "0")
	}
	return s + " ms"
}

// thousands is n with a comma after every third digit from the right.
func thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// seconds is an instant in seconds, to the millisecond.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64) + " s"
}
