package theory_test

import (
	"fmt"

	"retrystorm/models/theory"
)

// A database of 30 connections and 100 ms a query, at 93 % load, whose callers time
// out after a second and retry once.
func ExampleRetrying_States() {
	db := theory.Retrying{Lambda: 280, Mu: 10, Workers: 30, Timeout: 1, Retries: 1}
	for _, s := range db.States() {
		fmt.Printf("%5.1f attempts/s, goodput %5.1f/s, stable %v\n", s.Load, s.Goodput, s.Stable)
	}
	turns := db.Turns()
	fmt.Printf("a storm can last above %.0f/s, health ends at %.1f/s\n", turns.Down, turns.Up)
	// Output:
	// 280.0 attempts/s, goodput 280.0/s, stable true
	// 296.9 attempts/s, goodput 279.0/s, stable false
	// 560.0 attempts/s, goodput   0.0/s, stable true
	// a storm can last above 150/s, health ends at 292.5/s
}

func ExampleMMc() {
	service := theory.MMc{Lambda: 8, Mu: 1, Workers: 10}
	fmt.Printf("%.0f %% wait, %.2f s on average; 99 %% are answered in %.1f s\n",
		100*service.Delayed(), service.Wq(), service.SojournQuantile(.99))
	// Output:
	// 41 % wait, 0.20 s on average; 99 % are answered in 4.9 s
}

func ExampleSafeBudget() {
	fmt.Printf("%.1f %%\n", 100*theory.SafeBudget(280, 300))
	// Output: 7.1 %
}
