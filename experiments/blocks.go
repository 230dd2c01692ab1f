package experiments

import (
	"fmt"
	"strings"

	"retrystorm/experiments/document"
	"retrystorm/strategies"
)

// block is a part of a scenario file that has no kinds, only keys.
type block struct {
	name, doc string
	settings  any // holds the defaults
}

// blocks lists them from the outside in.
func blocks() []block {
	w := written{Scenario: defaults()}
	return []block{
		{"scenario", "The keys of a file.", &w},
		{"fleet", "Clients of one kind: fleet, or an entry of fleets.", &Fleet{}},
		{"group", "A part of a fleet: an entry of its groups.", &Group{}},
		{"link", "What a caller does: link, an entry of links, or the link of a group.", &Link{}},
		{"policy", "What is retried, when, and how often: policy of a link.", &strategies.Policy{}},
	}
}

func blockEntries() (entries []Entry) {
	for _, b := range blocks() {
		entries = append(entries, Entry{b.name, b.doc})
	}
	return entries
}

// describeBlock lists the keys of a block; those of blocks inside it have their own
// description.
func describeBlock(name string) string {
	for _, b := range blocks() {
		if b.name != name {
			continue
		}
		var keys []document.Setting
		for _, s := range document.DescribeBlock(b.settings, Kinds()) {
			if !strings.Contains(s.Key, ".") {
				keys = append(keys, s)
			}
		}
		return fmt.Sprintf("%s (blocks)\n%s\n%s", b.name, b.doc, settings(keys))
	}
	return ""
}
