//go:build ignore

// Gen_reference writes testdata/aws-cells.csv and testdata/aws-runs.csv from the 9,500
// runs of the AWS backoff simulator that testdata/README.md describes:
//
//	go run gen_reference.go runs.csv
package main

import (
	"encoding/csv"
	"fmt"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
)

// ours are the names of the algorithms in the built-in experiment aws.
var ours = map[string]string{
	"None": "none", "Exponential": "exponential", "EqualJitter": "equal-jitter",
	"FullJitter": "full-jitter", "Decorr": "decorrelated-jitter",
}

// kept are the numbers of clients whose runs are kept one by one.
var kept = []string{"20", "100"}

type cell struct {
	policy, clients   string
	calls, completion []float64
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("want the file of the runs: go run gen_reference.go runs.csv")
	}
	cells := read(os.Args[1])
	summary := [][]string{{"policy", "clients", "n", "calls_mean", "calls_sd", "completion_ms_mean", "completion_ms_sd"}}
	runs := [][]string{{"policy", "clients", "calls", "completion_ms"}}
	for _, c := range cells {
		row := []string{c.policy, c.clients, strconv.Itoa(len(c.calls))}
		for _, x := range [][]float64{c.calls, c.completion} {
			mean, sd := moments(x)
			row = append(row, number(mean, 4), number(sd, 4))
		}
		summary = append(summary, row)
		if slices.Contains(kept, c.clients) {
			for i := range c.calls {
				runs = append(runs, []string{c.policy, c.clients, number(c.calls[i], 0), number(c.completion[i], 3)})
			}
		}
	}
	write("testdata/aws-cells.csv", summary)
	write("testdata/aws-runs.csv", runs)
}

// read groups the runs by cell, in the order of the file.
func read(name string) (cells []*cell) {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range rows[1:] { // algorithm, clients, seed, calls, failures, completion_ms
		policy, clients := ours[row[0]], row[1]
		i := slices.IndexFunc(cells, func(c *cell) bool { return c.policy == policy && c.clients == clients })
		if i < 0 {
			i = len(cells)
			cells = append(cells, &cell{policy: policy, clients: clients})
		}
		cells[i].calls = append(cells[i].calls, parse(row[3]))
		cells[i].completion = append(cells[i].completion, parse(row[5]))
	}
	return cells
}

func parse(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func moments(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)-1))
}

func number(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

func write(name string, rows [][]string) {
	f, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	if err := csv.NewWriter(f).WriteAll(rows); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrote", name)
}
