package cli

import (
	"slices"
	"strings"
)

// repeat is the command line for pasting, without the flags that do not change
// results.
func repeat(args []string) string {
	quoted := []string{"retrystorm"}
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case slices.Contains([]string{"-q", "--quiet", "--debug"}, a):
		case slices.Contains([]string{"-o", "--out", "--workers"}, a):
			i++
		case strings.HasPrefix(a, "--out="), strings.HasPrefix(a, "--workers="), strings.HasPrefix(a, "-o"):
		default:
			quoted = append(quoted, quote(a))
		}
	}
	return strings.Join(quoted, " ")
}

// quote makes a word safe for a shell.
func quote(a string) string {
	if a == "" || strings.ContainsAny(a, " \t\"'{}[]*?<>|&;$\\") {
		return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
	}
	return a
}
