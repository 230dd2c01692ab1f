package document

import "testing"

// BenchmarkDecode is what one cell of a grid costs.
func BenchmarkDecode(b *testing.B) {
	root, err := Parse("t.yaml", []byte("name: x\nservices: {db: {workers: 1, queue: 5, cache: {ttl: 1h}}}\nlink: {network: wan, policy: {backoff: 1s, budget: 10%, retry-on: [503]}}\n"))
	if err != nil {
		b.Fatal(err)
	}
	kinds := testKinds()
	for b.Loop() {
		var s scenario
		if ps := Decode(root.Clone(), &s, kinds); ps != nil {
			b.Fatal(ps)
		}
	}
}
