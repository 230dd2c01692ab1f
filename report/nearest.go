package report

import "strings"

// nearestMeasure is the measure whose name is the fewest edits away.
func nearestMeasure(text string) string {
	text = strings.ReplaceAll(text, "-", "_")
	best, least := "", 1<<30
	for _, m := range Measures {
		short := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(m.Name, "_per_s"), "_s"), "_share")
		for _, name := range []string{m.Name, short} {
			if d := edits(text, name); d < least {
				best, least = m.Name, d
			}
		}
	}
	return best
}

// edits is the least number of insertions, deletions and replacements of bytes that
// make a of b (Levenshtein).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
