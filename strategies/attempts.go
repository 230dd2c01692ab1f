package strategies

import (
	"fmt"
	"math"
	"strconv"
)

// Attempts is a limit on the attempts of one call, the first included: 1 to 65,535,
// or Unlimited. The zero value says nothing, and allows no retry.
type Attempts uint32

// Unlimited leaves it to the kernel, which ends a call after 65,535 attempts.
const Unlimited Attempts = math.MaxUint32

func (a Attempts) String() string {
	if a == Unlimited {
		return "unlimited"
	}
	return strconv.Itoa(int(a))
}

// Words says what a file may say.
func (Attempts) Words() string { return "1 to 65535, the first attempt included, or unlimited" }

// Example is a usual number.
func (Attempts) Example() string { return "3" }

// Pattern is what UnmarshalText accepts but for the size, as a regular expression.
func (Attempts) Pattern() string { return "^([1-9][0-9]{0,4}|unlimited)$" }

// MarshalText gives what UnmarshalText reads.
func (a Attempts) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads `unlimited` or a number.
func (a *Attempts) UnmarshalText(text []byte) error {
	if string(text) == "unlimited" {
		*a = Unlimited
		return nil
	}
	n, err := strconv.ParseUint(string(text), 10, 16)
	if err != nil || text[0] == '0' { // 007 is read differently by different people
		return fmt.Errorf("%q is not a number of attempts: want %s", text, a.Words())
	}
	*a = Attempts(n)
	return nil
}
