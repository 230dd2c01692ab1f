package experiments_test

import (
	"context"
	"testing"

	"retrystorm/experiments"
)

// BenchmarkAWS is the sweep of the AWS article: 9,500 runs, 60 million hops, on one
// core.
func BenchmarkAWS(b *testing.B) {
	text, err := experiments.Text("aws")
	if err != nil {
		b.Fatal(err)
	}
	f, err := experiments.Load("aws", text)
	if err != nil {
		b.Fatal(err)
	}
	x, err := f.Expand()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := x.Run(context.Background(), experiments.Options{Workers: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
