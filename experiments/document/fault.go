package document

// fault is what is wrong with one value and how to mend it, without the place.
type fault struct{ message, hint string }

// Error returns both, for callers that have no place to show.
func (f *fault) Error() string {
	if f.hint == "" {
		return f.message
	}
	return f.message + "; " + f.hint
}

// asError keeps a fault that is nil from becoming an error that is not.
func asError(f *fault) error {
	if f == nil {
		return nil
	}
	return f
}
