package strategies

// Deposit says when a call deposits; the zero value is [AtStart].
type Deposit string

// The times of deposit.
const (
	AtStart   Deposit = "start"   // as its first attempt leaves
	OnSuccess Deposit = "success" // when it has been answered with OK
	OnEnd     Deposit = "end"     // when an attempt of it has ended in what is not worth a retry: OK, or nothing transient (Linkerd)
)

// Values lists what a file may say.
func (Deposit) Values() []string { return []string{string(AtStart), string(OnSuccess), string(OnEnd)} }

// When says at which end of a backoff something happens; the zero value is
// [BeforeBackoff].
type When string

// The ends.
const (
	BeforeBackoff When = "before"
	AfterBackoff  When = "after"
)

// Values lists what a file may say.
func (When) Values() []string { return []string{string(BeforeBackoff), string(AfterBackoff)} }

// Forget says what a ledger forgets when it is old; the zero value is
// [ForgetDeposits].
type Forget string

// What is forgotten.
const (
	ForgetDeposits Forget = "deposits" // those that nobody has spent; what is spent is spent
	ForgetBoth     Forget = "both"     // withdrawals too: they bar new ones until they are old
)

// Values lists what a file may say.
func (Forget) Values() []string { return []string{string(ForgetDeposits), string(ForgetBoth)} }
