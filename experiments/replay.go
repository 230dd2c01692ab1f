package experiments

import (
	"errors"
	"os"
	"path/filepath"

	"retrystorm/models"
	"retrystorm/sim/catalog"
)

// replays reads the files that workloads replay, named from where the scenario file is.
func (f *File) replays(s *Scenario) error {
	var errs []error
	for _, fleet := range s.Fleets {
		r, ok := fleet.Value.Workload.(*models.Replay)
		if !ok {
			continue
		}
		path := "fleets." + fleet.Name + ".workload"
		err := r.Load(func(name string) ([]byte, error) {
			if !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(f.Name), name)
			}
			return os.ReadFile(name)
		})
		var at *catalog.KeyError
		if errors.As(err, &at) {
			errs = append(errs, &catalog.KeyError{Key: path + "." + at.Key, Message: at.Message})
		} else if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
