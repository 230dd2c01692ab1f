package strategies

// Deposit says when a call deposits.
type Deposit uint8

// The times of deposit.
const (
	AtStart   Deposit = iota // as its first attempt leaves
	OnSuccess                // when it has been answered with OK
)

// Words lists what a file may say.
func (Deposit) Words() []string { return []string{"start", "success"} }

func (d Deposit) String() string { return d.Words()[d] }

// MarshalText gives the word of d.
func (d Deposit) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a word.
func (d *Deposit) UnmarshalText(text []byte) error { return readWord(d, text, d.Words()) }

// When says at which end of a backoff something happens.
type When uint8

// The ends.
const (
	BeforeBackoff When = iota
	AfterBackoff
)

// Words lists what a file may say.
func (When) Words() []string { return []string{"before", "after"} }

func (w When) String() string { return w.Words()[w] }

// MarshalText gives the word of w.
func (w When) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads a word.
func (w *When) UnmarshalText(text []byte) error { return readWord(w, text, w.Words()) }
