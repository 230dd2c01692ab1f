package report

// WriteDir writes the files of r into dir, which it makes, and returns their names.
func WriteDir(dir string, r *Results, m Manifest) ([]string, error) { return nil, nil }
