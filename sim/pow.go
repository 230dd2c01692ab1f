package sim

// Pow returns x^y for x > 0, as e^(y log x): the same bits on every processor. Its
// relative error is about 1 + 3 |y log x| units in the last place, enough for
// samplers. Pow(0, y) is 0 for y > 0, and NaN for y = 0.
func Pow(x, y float64) float64 { return Exp(float64(y * Log(x))) }
