//go:build long

package proof_test

// long is whether tests run all the trials they are about.
const long = true
