// Package experiments runs scenario files. [Load] reads one, [File.Set] and
// [File.Vary] change it by path, [File.Expand] decodes every cell of its grid and
// reports all that is wrong, and [Experiment.Run] runs the trials and returns what
// they came to.
//
// Files ending in .yaml beside this one are the built-in experiments: a new one is
// one more file.
package experiments
