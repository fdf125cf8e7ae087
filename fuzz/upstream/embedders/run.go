package embedders

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Run runs the suites of the named projects, or of all, and returns what came of
// all that were run, now or before on the same files. The root is that of the
// repository; cache is a folder for what is kept. log is told of each step.
func Run(root, cache string, names []string, log func(format string, args ...any)) ([]Result, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if cache, err = filepath.Abs(cache); err != nil {
		return nil, err
	}
	b := bench{root: root, folder: cache, log: log}
	if err := os.MkdirAll(b.path("results"), 0o755); err != nil {
		return nil, err
	}
	if err := b.prepare(Projects()); err != nil {
		return nil, err
	}
	tree, err := b.tree()
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var results []Result
	for _, p := range Projects() {
		r, err := b.result(p, tree, len(names) == 0 || wanted[p.Name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if r.Before != nil && r.After != nil && r.Fault != nil {
			results = append(results, r)
		}
	}
	return results, nil
}

// result returns what came of a project, from files where it ran on the same tree;
// where it did not, it runs if it is wanted.
func (b bench) result(p Project, tree string, wanted bool) (Result, error) {
	r := Result{Project: p}
	for i, m := range []mode{before, after, fault} {
		s := []*Suite{&r.Before, &r.After, &r.Fault}[i]
		stamp := fmt.Sprint(p)
		if m != before {
			stamp += tree
		}
		var err error
		if *s, err = b.kept(p, m, stamp); err != nil {
			return r, err
		}
		if *s != nil || !wanted {
			continue
		}
		if *s, err = b.run(p, m); err != nil {
			return r, err
		}
		if err = b.keep(p, m, stamp, *s); err != nil {
			return r, err
		}
	}
	for name := range r.Before {
		if !strings.Contains(name, " ") {
			r.Packages = append(r.Packages, name)
		}
	}
	slices.Sort(r.Packages)
	var err error
	r.Calls, err = readCalls(b.notesFile(p))
	return r, err
}

type keptSuite struct {
	Stamp string
	Tests Suite
}

func (b bench) kept(p Project, m mode, stamp string) (Suite, error) {
	text, err := os.ReadFile(b.file(p, m) + ".json")
	if err != nil {
		return nil, nil // was not run
	}
	var k keptSuite
	if err := json.Unmarshal(text, &k); err != nil || k.Stamp != stamp {
		return nil, err
	}
	return k.Tests, nil
}

func (b bench) keep(p Project, m mode, stamp string, s Suite) error {
	text, err := json.Marshal(keptSuite{stamp, s})
	if err != nil {
		return err
	}
	return os.WriteFile(b.file(p, m)+".json", text, 0o644)
}

// tree returns a text that changes with the files that suites run over.
func (b bench) tree() (string, error) {
	sum := sha256.New()
	for _, folder := range []string{"model", "smp", shim} {
		err := filepath.WalkDir(filepath.Join(b.root, folder), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(file)
			fmt.Fprintf(sum, "%s %d\n%s", file, len(text), text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
