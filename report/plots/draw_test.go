package plots

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

// testChart has everything in it that a chart can have.
func testChart() Chart {
	return Chart{
		Title: "A title that is so long that it has to be broken, for it says what was found & what was not",
		X:     "time (s)", Y: "per second", Columns: 2, LogY: true,
		Panels: []Panel{
			{
				Title:  "one",
				Lines:  []Line{{Name: "load", X: []float64{1, 2, 3}, Y: []float64{10, 2000, 0}, Steps: true, Area: true}},
				Bands:  []Band{{Name: "outage", From: 1.5, To: 1.7}, {Name: "elsewhere", From: 90, To: 91}},
				Levels: []Level{{Name: "capacity 1,000/s", Y: 1000}},
			},
			{
				Title: "two",
				Lines: []Line{{Name: "ok", Colour: 1, X: []float64{1, 2, 3}, Y: []float64{5, math.Inf(1), 7}, Low: []float64{4, 5, 6}, High: []float64{6, 7, 8}, Markers: true}},
			},
			{Title: "empty"},
		},
	}
}

func TestDrawIsStable(t *testing.T) {
	for _, format := range Formats {
		a, b := testChart(), testChart()
		first, err := a.Draw(format)
		if err != nil {
			t.Fatal(err)
		}
		second, err := b.Draw(format)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s: two drawings of equal charts differ", format)
		}
	}
}

func TestDrawSVG(t *testing.T) {
	c := testChart()
	b, err := c.Draw("svg")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for d := xml.NewDecoder(bytes.NewReader(b)); ; {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		if text, ok := tok.(xml.CharData); ok {
			words = append(words, string(text))
		}
	}
	all := strings.Join(words, "\n")
	for _, want := range []string{"&", "time (s)", "per second", "one", "two", "load", "ok", "outage", "capacity 1,000/s", "100"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in the picture", want)
		}
	}
	if strings.Contains(all, "elsewhere") {
		t.Errorf("the name of a band outside the axes is drawn")
	}
}

func TestDrawPNG(t *testing.T) {
	c := testChart()
	b, err := c.Draw("png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Dx(); got != 8*dpi {
		t.Errorf("width: got %d pixels, want 8 inches at %d dpi", got, dpi)
	}
}

func TestDrawErrors(t *testing.T) {
	c := testChart()
	if _, err := c.Draw("pdf"); err == nil {
		t.Errorf("pdf: got no error, want one: its bytes are not stable")
	}
	if _, err := (&Chart{Title: "none"}).Draw("png"); err == nil {
		t.Errorf("no panels: got no error, want one")
	}
}

func TestTicks(t *testing.T) {
	tests := []struct {
		log       bool
		low, high float64
		want      string
		why       string
	}{
		{false, 0, 3200, "0 1,000 2,000 3,000", "steps of 1, 2 or 5"},
		{false, 0, 1, "0 0.2 0.4 0.6 0.8 1", "no 0.6000000000000001"},
		{false, 10, 190, "50 100 150", "within the range"},
		{true, 0.4, 150, "0.5 1 2 5 10 20 50 100", "2 and 5 between few powers of ten"},
		{true, 0.001, 20000, "0.001 0.01 0.1 1 10 100 1,000 10,000", "powers alone where there are many"},
	}
	for _, tt := range tests {
		ticks := linearTicks{5}.Ticks(tt.low, tt.high)
		if tt.log {
			ticks = logTicks{}.Ticks(tt.low, tt.high)
		}
		var labels []string
		for _, tick := range ticks {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != tt.want {
			t.Errorf("%g to %g: got %s, want %s (%s)", tt.low, tt.high, got, tt.want, tt.why)
		}
	}
}

func TestSpread(t *testing.T) {
	labels := []placed{{y: 50}, {y: 50}, {y: 51}, {y: 0}}
	spread(labels, 10, 0, 100)
	for i := 1; i < len(labels); i++ {
		if d := labels[i].y - labels[i-1].y; d < 9.9 {
			t.Errorf("labels %d and %d: got %.1f apart, want at least 10", i-1, i, float64(d))
		}
	}
	if labels[0].y < 0 || labels[3].y > 100 {
		t.Errorf("got labels from %v to %v, want them between 0 and 100", labels[0].y, labels[3].y)
	}
}
