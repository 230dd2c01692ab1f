package cli

import (
	"bytes"
	"strings"
	"testing"
)

// runs runs the program in this process and returns what it says and its exit code.
func runs(t *testing.T, args ...string) (stdout string, code int) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = Main(args, strings.NewReader(""), &out, &errOut)
	if errOut.Len() > 0 {
		t.Errorf("%s says %s", repeat(args), errOut.String())
	}
	return out.String(), code
}
