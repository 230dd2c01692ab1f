// Package catalog is the form in which kinds are listed: what a scenario file may
// name, and what `describe` and the schema say about it. A catalogue is an explicit
// list of rows, written by hand where the kinds live; there is no registration.
package catalog

import "errors"

// Row is one kind of T.
//
// New returns a pointer to a fresh settings struct that holds the defaults; its
// exported fields carry the tags `key:"max-attempts"` (the word in a scenario file;
// `key:"base,required"` if there is no default) and `doc:"..."` (a sentence with
// unit and range). Settings that depend on one another are checked by an optional
// method Validate() error, whose errors name their key with [Problem].
type Row[T any] struct {
	Name   string // the word after `kind:`
	Doc    string // a sentence: what it does, and when one would want it
	Source string // where formula and defaults come from
	Short  string // the key that a bare value stands for, "" if there is none
	New    func() T
}

// Find returns the row called name.
func Find[T any](rows []Row[T], name string) (Row[T], bool) {
	for _, r := range rows {
		if r.Name == name {
			return r, true
		}
	}
	return Row[T]{}, false
}

// KeyError says which key of a settings struct is wrong and how to mend it.
type KeyError struct {
	Key     string // as in the key tag
	Message string // lower case, with what was found and what is allowed
}

func (e *KeyError) Error() string { return e.Key + ": " + e.Message }

// Problem is a KeyError as an error, nil unless bad.
func Problem(bad bool, key, message string) error {
	if !bad {
		return nil
	}
	return &KeyError{Key: key, Message: message}
}

// Join is errors.Join, here so that Validate methods need one import.
func Join(errs ...error) error { return errors.Join(errs...) }
