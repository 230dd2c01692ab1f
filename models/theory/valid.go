package theory

import "math"

// positive reports whether every x is a finite number above 0.
func positive(xs ...float64) bool {
	for _, x := range xs {
		if !(x > 0) || math.IsInf(x, 1) {
			return false
		}
	}
	return true
}

// notNegative reports whether every x is a finite number, 0 or above.
func notNegative(xs ...float64) bool {
	for _, x := range xs {
		if !(x >= 0) || math.IsInf(x, 1) {
			return false
		}
	}
	return true
}

// isShare reports whether x is from 0 to 1.
func isShare(x float64) bool { return x >= 0 && x <= 1 }
