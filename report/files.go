package report

import (
	"fmt"
	"io"
	"os"

	"retrystorm/report/plots"
)

// file is a name and what goes into it.
type file struct {
	name  string
	write func(io.Writer) error
}

// WriteDir writes the files of r into dir, which it makes, and returns their names:
// report.md to read, data as CSV, pictures as PNG and SVG, and manifest.json last, so
// that a folder with a manifest is complete.
func WriteDir(dir string, r *Results, m Manifest) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the output folder: %w", err)
	}
	pictures := r.Pictures()
	files := append(r.dataFiles(), pictureFiles(pictures)...)
	files = append(files, file{"report.md", func(w io.Writer) error { return r.writePage(w, m, pictures) }})
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	names = append(names, "manifest.json")
	m.Files = names
	files = append(files, file{"manifest.json", m.write})
	for _, f := range files {
		if err := writeFile(dir, f.name, f.write); err != nil {
			return nil, fmt.Errorf("writing %s into %q: %w", f.name, dir, err)
		}
	}
	return names, nil
}

// dataFiles are the tables of numbers.
func (r *Results) dataFiles() []file {
	files := []file{
		csvFile("trials.csv", r.trialsTable),
		csvFile("summary.csv", r.summaryTable),
		csvFile("comparison.csv", r.comparisonTable),
		csvFile("series.csv", r.seriesTable),
		csvFile("latency.csv", r.latencyTable),
		csvFile("predictions.csv", r.predictionsTable),
	}
	if r.hasOutcomes() {
		files = append(files, csvFile("outcomes.csv", r.outcomesTable))
	}
	if r.hasPhases() {
		files = append(files, csvFile("phases.csv", r.phasesTable))
	}
	if len(r.Judgements) > 0 {
		files = append(files, csvFile("thresholds.csv", r.thresholdsTable))
	}
	return files
}

func csvFile(name string, table func() *Table) file {
	return file{name, func(w io.Writer) error { return table().Write(w, "csv") }}
}

func pictureFiles(pictures []Picture) []file {
	var files []file
	for _, p := range pictures {
		for _, format := range plots.Formats {
			files = append(files, file{p.Name + "." + format, func(w io.Writer) error {
				b, err := p.Chart.Draw(format)
				if err != nil {
					return err
				}
				_, err = w.Write(b)
				return err
			}})
		}
	}
	return files
}
