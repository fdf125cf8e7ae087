package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// An effort determines how thoroughly mutants are tried.
type effort struct {
	workers    int
	quick      bool            // only use the short form of the tests
	equivalent map[string]bool // only use the short form for these mutants
	again      string          // the folder of earlier results to reuse
	tests      string          // the folder of the tests; empty means the package
	names      string          // a regular expression for the names of the tests
}

// try returns the mutants of files with their results, from this run or an earlier one.
func try(p *pkg, files []string, state string, e effort) ([]*mutant, error) {
	if err := os.MkdirAll(state, 0o777); err != nil {
		return nil, err
	}
	var t *trial
	var all []*mutant
	for _, file := range files {
		name := filepath.Join(state, file+".json")
		var mutants []*mutant
		text, err := os.ReadFile(name)
		switch {
		case err == nil:
			if err := json.Unmarshal(text, &mutants); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		default:
			if t == nil {
				folder, err := os.MkdirTemp("", "mutants")
				if err != nil {
					return nil, err
				}
				defer os.RemoveAll(folder)
				start := time.Now()
				b, err := newBuild(p, cmp.Or(e.tests, p.dir), folder)
				if err != nil {
					return nil, err
				}
				compiled := time.Since(start)
				if t, err = newTrial(b, e.quick, e.names); err != nil {
					return nil, err
				}
				fmt.Printf("== %d mutants compiled in %.0fs, %d tests without a mutant in %.0fs\n",
					len(b.mutants), compiled.Seconds(), len(t.tests), (time.Since(start) - compiled).Seconds())
			}
			start := time.Now()
			for _, m := range t.mutants {
				if m.File == file {
					mutants = append(mutants, m)
				}
			}
			others := mutants
			if e.again != "" {
				if others, err = explainedBefore(e.again, file, mutants, e.equivalent); err != nil {
					return nil, err
				}
			}
			t.tryAll(others, e)
			if text, err = json.MarshalIndent(mutants, "", "\t"); err != nil {
				return nil, err
			}
			if err := os.WriteFile(name, text, 0o666); err != nil {
				return nil, err
			}
			fmt.Printf("== %s: %d mutants in %.0fs\n", file, len(mutants), time.Since(start).Seconds())
		}
		all = append(all, mutants...)
	}
	return all, nil
}

// tryAll tries several mutants at the same time.
func (t *trial) tryAll(mutants []*mutant, e effort) {
	next := make(chan *mutant)
	var done sync.WaitGroup
	for range max(e.workers, 1) {
		done.Add(1)
		go func() {
			defer done.Done()
			for m := range next {
				t.try(m, e.quick || e.equivalent[m.key()])
			}
		}()
	}
	for _, m := range mutants {
		next <- m
	}
	close(next)
	done.Wait()
}
