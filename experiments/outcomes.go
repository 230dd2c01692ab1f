package experiments

import (
	"fmt"

	"retrystorm/sim"
)

// outcomeEntries is the outcome table: how an attempt may end, whether its work may have
// been done, and for whom it may be tried again.
func outcomeEntries() (entries []Entry) {
	for st, row := range sim.Statuses {
		if sim.Status(st) == sim.OK || row.Name == "gate" || row.Name == "cancelled" || row.Name == "unfinished" {
			continue // no failures, or none of an attempt
		}
		entries = append(entries, Entry{row.Name, outcome(row)})
	}
	return entries
}

func outcome(row sim.StatusRow) string {
	code := ""
	if row.Code > 0 {
		code = fmt.Sprintf("%d; ", row.Code)
	}
	return fmt.Sprintf("%sdone: %v; again: %v", code, row.Executed, row.Again)
}

func describeOutcome(name string) string {
	st, _ := sim.StatusOf(name)
	row := sim.Statuses[st]
	return fmt.Sprintf(`%s (outcomes)
May the work have been done: %v. To be tried again: %v.
That is what the classifier retry-on: correct does; see list outcomes for the whole table.
`, row.Name, row.Executed, row.Again)
}
