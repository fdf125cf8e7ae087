package embedders

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Run runs the suites of the named projects, or of all projects if names is empty. A suite
// that ran before on the same files is not run again. Run returns the results of all projects
// that were ever run. The argument root is the root of the repository, and cache is a folder
// for results. Run calls log for each step.
func (s Subject) Run(root, cache string, names []string, log func(format string, args ...any)) ([]Result, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if cache, err = filepath.Abs(cache); err != nil {
		return nil, err
	}
	b := bench{subject: s, root: root, folder: cache, log: log}
	if err := os.MkdirAll(b.path("results"), 0o755); err != nil {
		return nil, err
	}
	if err := s.prepare(b); err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.ContainsFunc(s.Projects, func(p Project) bool { return p.Name == name }) {
			return nil, fmt.Errorf("there is no project %q", name)
		}
	}
	var results []Result
	for _, p := range s.Projects {
		r, err := b.result(p, len(names) == 0 || slices.Contains(names, p.Name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if r.Before != nil && r.After != nil && r.Fault != nil {
			results = append(results, r)
		}
	}
	return results, nil
}

// result returns the result of a project: from files if the suite ran on the same tree, or
// from a new run if wanted is true.
func (b bench) result(p Project, wanted bool) (Result, error) {
	r := Result{Project: p}
	as := fmt.Sprint(p)
	r.Before, _ = b.kept(p, before, as)
	if wanted && r.Before == nil {
		var err error
		if r.Before, err = b.asIs(p); err != nil {
			return r, err
		}
		if err := b.keep(p, before, as, r.Before); err != nil {
			return r, err
		}
	}
	tree, err := b.tree()
	if err != nil {
		return r, err
	}
	var over [2]string
	r.After, over[0] = b.kept(p, after, as)
	r.Fault, over[1] = b.kept(p, fault, as)
	r.Earlier = over != [2]string{as + tree, as + tree}
	if wanted && r.Earlier {
		if r.After, r.Fault, err = b.over(p); err != nil {
			return r, err
		}
		if err := errors.Join(b.keep(p, after, as+tree, r.After), b.keep(p, fault, as+tree, r.Fault)); err != nil {
			return r, err
		}
		r.Earlier = false
	}
	for name := range r.Before {
		if !strings.Contains(name, " ") {
			r.Packages = append(r.Packages, name)
		}
	}
	slices.Sort(r.Packages)
	r.Calls, err = readCalls(b.notesFile(p))
	return r, err
}

type keptSuite struct {
	Stamp string
	Tests Suite
}

// kept returns the stored results of a suite and their stamp. They are empty if there are no
// results for the same project.
func (b bench) kept(p Project, m mode, stamp string) (Suite, string) {
	text, err := os.ReadFile(b.file(p, m) + ".json")
	var k keptSuite
	if err != nil || json.Unmarshal(text, &k) != nil || !strings.HasPrefix(k.Stamp, stamp) {
		return nil, ""
	}
	return k.Tests, k.Stamp
}

func (b bench) keep(p Project, m mode, stamp string, s Suite) error {
	text, err := json.Marshal(keptSuite{stamp, s})
	if err != nil {
		return err
	}
	return os.WriteFile(b.file(p, m)+".json", text, 0o644)
}

// dropInFolders returns the folders with the files of the replacement.
func (b bench) dropInFolders() ([]string, error) {
	folders, err := b.packageFolders("smp/strategicpatch/kubeopenapi", ".", "github.com/strategicpatch/smp/smp/jsonmergepatch")
	for _, part := range engineParts {
		folders = append(folders, filepath.Join(b.root, shim, part))
	}
	return folders, err
}

// packageFolders returns the folders of packages in this repository, and of the packages that
// they import.
func (b bench) packageFolders(module string, packages ...string) ([]string, error) {
	args := append([]string{"list", "-mod=readonly", "-deps", "-f", "{{.Dir}}"}, packages...)
	out, err := b.goCommand(filepath.Join(b.root, module), args...).Output()
	if err != nil {
		return nil, fmt.Errorf("packages of %s: %w", module, err)
	}
	folders := []string{}
	for folder := range strings.Lines(string(out)) {
		if folder = strings.TrimSpace(folder); strings.HasPrefix(folder, b.root) {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// tree returns a text that changes with the files of the subject.
func (b bench) tree() (string, error) {
	folders, err := b.subject.folders(b)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s %d\n%s", file, len(text), text)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
