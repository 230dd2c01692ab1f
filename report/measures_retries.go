package report

// retryMeasures say how retries come: spread out, or in waves.
var retryMeasures = []Measure{
	{"window_amplification", "attempts/call", "attempts sent / first attempts sent in the same time, whenever their calls began; amplification follows the calls.", Lower, Number, true,
		func(f *Facts) float64 { return ratio(float64(f.Window.Attempts), float64(f.Window.First)) }},
	{"peak_to_mean_of_retries", "ratio", "Most retries in a window / mean retries in a window, from the first window with a retry to the last. " + bunchDoc, Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.PeakToMean() }},
	{"dispersion_of_retries", "ratio", "Index of dispersion: variance / mean of the retries in a window, over the same windows; 1 if they come by chance alone. " + bunchDoc, Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.Dispersion() }},
	{"coarse_dispersion_of_retries", "ratio", "The same over periods of ten windows: about ten times dispersion_of_retries if waves are longer than a period, about as much if windows have nothing to do with one another.", Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.CoarseDispersion() }},
	{"autocorrelation_of_retries", "ratio", "Autocorrelation of the retries in a window and in the next one, lag 1: sum (x(k) - m)(x(k+1) - m) / sum (x(k) - m)^2 with their mean m, -1 to 1, over the windows of dispersion_of_retries; " +
		"0 if they come by chance alone, near 1 if they rise and fall slowly.", Neither, Number, false,
		func(f *Facts) float64 { return f.Bunching.Autocorrelation() }},
	{"synchrony_of_retries", "ratio", "Square of Kuramoto's order parameter, without the part of chance: mean of cos(2 pi (t - u) / T) over pairs t, u of retries of one period T of ten windows; " +
		"1 if the retries of a period come in one window, 0 by chance alone, below 0 if they keep apart.", Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.Synchrony() }},
}

const bunchDoc = "A window is a tenth of the longest attempt timeout, or a little less so that windows fill the bins of the series; 8 ms without a timeout."
