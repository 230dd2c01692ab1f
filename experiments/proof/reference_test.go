package proof_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"
)

// awsCell is a cell of the reference runs of the AWS simulator.
type awsCell struct {
	policy   string
	clients  int
	measures [2]sample // calls, completion in ms
}

// rowsOf reads a file of testdata without its head.
func rowsOf(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func awsCells(t *testing.T) (cells []awsCell) {
	t.Helper()
	for _, r := range rowsOf(t, "aws-cells.csv") {
		x := make([]float64, len(r))
		for i := 1; i < len(r); i++ {
			x[i] = number(t, r[i])
		}
		cells = append(cells, awsCell{r[0], int(x[1]), [2]sample{{int(x[2]), x[3], x[4]}, {int(x[2]), x[5], x[6]}}})
	}
	return cells
}

// awsReference are the single runs of a cell, by number of the measure.
func awsReference(t *testing.T, policy string, clients, measure int) (x []float64) {
	t.Helper()
	for _, r := range rowsOf(t, "aws-runs.csv") {
		if r[0] == policy && r[1] == strconv.Itoa(clients) {
			x = append(x, number(t, r[2+measure]))
		}
	}
	return x
}
