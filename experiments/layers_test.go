package experiments_test

import (
	"context"
	"testing"

	"retrystorm/experiments"
)

// TestLayersPicture: what a call has become at each layer is drawn, and it is the
// product of the attempts on the way.
func TestLayersPicture(t *testing.T) {
	text, err := experiments.Text("layers")
	if err != nil {
		t.Fatal(err)
	}
	x := loadAs(t, "layers", text, []string{"trials=1", "horizon=10s"})
	results, err := x.Run(context.Background(), experiments.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range results.Pictures() {
		if p.Name != "layers" {
			continue
		}
		want := map[string][3]float64{"three-each": {3, 9, 27}, "four-each": {4, 16, 64}, "client-alone": {3, 3, 3}, "do-not-retry": {1, 1, 3}}
		for _, l := range p.Chart.Panels[0].Lines {
			if w, ok := want[l.Name]; ok && [3]float64(l.Y) != w {
				t.Errorf("%s: %v requests, want %v", l.Name, l.Y, w)
			}
			delete(want, l.Name)
		}
		if len(want) > 0 {
			t.Errorf("no line for %v", want)
		}
		if p.Chart.Title != "At store a call of a client is 64 requests with “four-each”" {
			t.Errorf("title %q", p.Chart.Title)
		}
		return
	}
	t.Error("no picture of the layers")
}
