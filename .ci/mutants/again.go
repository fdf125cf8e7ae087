package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// explainedBefore copies results from a folder of earlier results, for mutants that a test
// noticed or that are listed. It returns the other mutants. Mutants with the same key are
// identified by their order in the file. After edits, this may be wrong, so use it only while
// you improve tests.
func explainedBefore(folder, file string, mutants []*mutant, equivalent map[string]bool) (others []*mutant, err error) {
	var before []*mutant
	text, err := os.ReadFile(filepath.Join(folder, file+".json"))
	if os.IsNotExist(err) {
		return mutants, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &before)
	}
	if err != nil {
		return nil, err
	}
	alike := map[string][]*mutant{}
	for _, m := range before {
		alike[m.key()] = append(alike[m.key()], m)
	}
	for _, m := range mutants {
		if same := alike[m.key()]; len(same) > 0 {
			alike[m.key()] = same[1:]
			if old := same[0]; old.Status == killed || old.Status == timedOut || equivalent[m.key()] {
				m.Status, m.By = old.Status, old.By
				continue
			}
		}
		others = append(others, m)
	}
	return others, nil
}
