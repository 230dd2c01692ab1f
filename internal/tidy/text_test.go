package tidy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// foreign are marks of one machine or of one network in a text: a clone must work
// anywhere. They are put together here, so that this file does not hold them.
var foreign = regexp.MustCompile(strings.Join([]string{
	`(^|[^\w.])/(root|home|work|Users)/`, `proxy\.` + `golang`, `sum\.` + `golang`, `goproxy\.`, `registry\.` + `npmjs`, `pypi\.` + `org`, `files\.python` + `hosted`,
	`GO` + `PROXY`, `GO` + `NOSUMDB`, `GO` + `FLAGS=`,
}, "|"))

// TestNoForeignPlaces reads every text of the tree, sums of modules left out.
func TestNoForeignPlaces(t *testing.T) {
	for _, path := range files(t) {
		if strings.HasSuffix(path, "go.sum") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text) {
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := foreign.FindString(line); m != "" {
				t.Errorf("%s:%d: %q", path, i+1, m)
			}
		}
	}
}
