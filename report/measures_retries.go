package report

// retryMeasures say how retries come: spread out, or in waves.
var retryMeasures = []Measure{
	{"peak_to_mean_of_retries", "ratio", "Most retries in a window / mean retries in a window, from the first window with a retry to the last. " + bunchDoc, Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.PeakToMean() }},
	{"dispersion_of_retries", "ratio", "Index of dispersion: variance / mean of the retries in a window, over the same windows; 1 if they come by chance alone. " + bunchDoc, Lower, Number, false,
		func(f *Facts) float64 { return f.Bunching.Dispersion() }},
}

const bunchDoc = "A window is a tenth of the longest attempt timeout, or a little less so that windows fill the bins of the series; 8 ms without a timeout."
