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

// Forget says what a ledger forgets when it is old.
type Forget uint8

// What is forgotten.
const (
	ForgetDeposits Forget = iota // those that nobody has spent; what is spent is spent
	ForgetBoth                   // withdrawals too: they bar new ones until they are old
)

// Words lists what a file may say.
func (Forget) Words() []string { return []string{"deposits", "both"} }

func (f Forget) String() string { return f.Words()[f] }

// MarshalText gives the word of f.
func (f Forget) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a word.
func (f *Forget) UnmarshalText(text []byte) error { return readWord(f, text, f.Words()) }
