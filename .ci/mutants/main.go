// Command mutants reads what gremlins says of a package, file by file, and a
// list of mutants that change nothing that can be observed:
//
//	go run .ci/mutants/main.go PACKAGE LIST RESULT.json...
//
// A line of the list names the file, the kind of mutant, the line of code, and
// the reason, with tabs between them. Mutants that no test notices and that are
// not listed are an error, and so are lines of the list that no mutant needs.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: mutants PACKAGE LIST RESULT.json...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// A mutant is one change of one place.
type mutant struct {
	Type, Status string
	Line, Column int
}

// A result is what gremlins writes.
type result struct {
	Files []struct {
		Name      string   `json:"file_name"`
		Mutations []mutant `json:"mutations"`
	} `json:"files"`
}

func run(dir, list string, results []string) error {
	equivalent, err := readList(list)
	if err != nil {
		return err
	}
	count := map[string]int{}
	seen, needed := map[string]bool{}, map[string]bool{}
	survivors := 0
	for _, name := range results {
		var r result
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &r); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, file := range r.Files {
			base := filepath.Base(file.Name)
			seen[base] = true
			source, err := os.ReadFile(filepath.Join(dir, base))
			if err != nil {
				return err
			}
			lines := strings.Split(string(source), "\n")
			for _, m := range file.Mutations {
				code := strings.TrimSpace(lines[m.Line-1])
				key := strings.Join([]string{base, m.Type, code}, "\t")
				switch {
				case m.Status != "LIVED" && m.Status != "TIMED OUT":
					count[m.Status]++
				case equivalent[key]:
					needed[key] = true
					count["equivalent"]++
				default:
					survivors++
					fmt.Printf("%s %s/%s:%d:%d %s: %s\n", m.Status, dir, base, m.Line, m.Column, m.Type, code)
				}
			}
		}
	}
	killed, tried := count["KILLED"], count["KILLED"]+count["equivalent"]+survivors
	fmt.Printf("%s, %d files: %d mutants tried, %d killed (%.1f %%), %d equivalent, %d unexplained; %d in conditions of cases, which gremlins does not try\n",
		dir, len(seen), tried, killed, 100*float64(killed)/float64(max(tried, 1)), count["equivalent"], survivors, count["NOT COVERED"])
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

// readList reads the mutants that are listed.
func readList(name string) (map[string]bool, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	listed := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 4 || parts[3] == "" {
			return nil, fmt.Errorf("%s:%d: want file, kind, code and reason", name, i+1)
		}
		listed[strings.Join(parts[:3], "\t")] = true
	}
	return listed, nil
}
