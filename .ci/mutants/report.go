package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// report prints the mutants that no test noticed and the score. It returns an error if some of
// them are not listed, or if a listed mutant was noticed.
func report(dir string, mutants []*mutant, equivalent map[string]bool) error {
	count := map[string]int{}
	seen, needed := map[string]bool{}, map[string]bool{}
	explained, survivors := 0, 0
	for _, m := range mutants {
		seen[m.File] = true
		count[m.Status]++
		switch {
		case m.Status == killed || m.Status == timedOut:
		case equivalent[m.key()]:
			needed[m.key()] = true
			explained++
		default:
			survivors++
			fmt.Printf("%s %s/%s:%d:%d %s: %s\n", m.Status, dir, m.File, m.Line, m.Column, m.Kind, m.Code)
		}
	}
	noticed := count[killed] + count[timedOut]
	fmt.Printf("%s, %d files: %d mutants tried, %d killed (%.1f %%), %d of these as they ran too long, %d equivalent, %d unexplained\n",
		dir, len(seen), len(mutants), noticed, 100*float64(noticed)/float64(max(len(mutants), 1)), count[timedOut], explained, survivors)
	var idle []string
	for key := range equivalent {
		if file, _, _ := strings.Cut(key, "\t"); seen[file] && !needed[key] {
			idle = append(idle, key)
		}
	}
	slices.Sort(idle)
	switch {
	case survivors > 0:
		return errors.New("mutants that no test notices")
	case idle != nil:
		return fmt.Errorf("listed, and noticed by a test or not there any more:\n%s", strings.Join(idle, "\n"))
	}
	return nil
}
