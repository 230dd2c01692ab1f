// Package report turns what a run records into measures, summaries, verdicts,
// tables, pictures and data files.
//
// The way of a number: a [Collector] watches one run and keeps integers; its
// [Collector.Trial] turns them into the measures of the catalogue ([Measures]); a
// [Cell] holds the measures of its trials and the sums of their series; [Results]
// holds the cells. [Render] answers on the terminal, [WriteDir] in files, [Judge]
// whether thresholds hold. Whatever is merged over trials is an integer, so results
// do not depend on the order in which trials end.
package report
