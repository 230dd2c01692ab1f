package report

import (
	"io"
	"path/filepath"
)

// WriteFile writes a file under a temporary name beside it and renames it when it is
// complete, so that path never holds half a file.
func WriteFile(path string, write func(io.Writer) error) error {
	return writeFile(filepath.Dir(path), filepath.Base(path), write)
}
