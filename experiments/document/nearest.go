package document

import (
	"fmt"
	"strings"
)

// maxWord bounds the words that are compared; longer ones are no misspelling.
const maxWord = 64

// didYouMean returns a hint for the word got that is none of words: the nearest one,
// else the list of them, which is called what.
func didYouMean(got string, words []string, what string) string {
	if near := Nearest(got, words); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(words) == 0 {
		return ""
	}
	return what + ": " + listed(words)
}

// listed joins words for a message, and counts those that would fill the screen.
func listed(words []string) string {
	const most = 24
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// Nearest returns the word that got most likely is: the first of those with the
// fewest typing errors, at most one in three letters. Case, "-" and "_" make no
// difference. It returns "" if none is near.
func Nearest(got string, words []string) string {
	if len(got) > maxWord {
		return ""
	}
	best, fewest := "", maxWord
	got = plainWord(got)
	for _, word := range words {
		d := distance(got, plainWord(word))
		if d < fewest && d <= max(1, len(word)/3) && d < len(word) {
			best, fewest = word, d
		}
	}
	return best
}

func plainWord(word string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(word), "-", ""), "_", "")
}

// distance returns how many letters must be inserted, deleted, changed or swapped
// with their neighbour to get from a to b (Damerau-Levenshtein, each part of the
// word edited at most once).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
