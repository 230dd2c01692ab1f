package theory

// bisect returns where the rising f crosses want between lo and hi, to the last bit
// or so. The caller knows that f(lo) <= want <= f(hi).
func bisect(f func(float64) float64, want, lo, hi float64) float64 {
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if f(mid) < want {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// peak returns where f, which has one maximum between lo and hi, is largest, by
// golden section (Kiefer 1953). start, between them, is returned if nothing is better.
func peak(f func(float64) float64, lo, start, hi float64) float64 {
	const golden = 0.6180339887498949
	best, top := start, f(start)
	a, b := lo, hi
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(x), f(y)
	for range 60 {
		if fx > fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(x)
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(y)
		}
	}
	if fx > top {
		best, top = x, fx
	}
	if fy > top {
		best = y
	}
	return best
}
