package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// CONTRIBUTING.md has a line for every package of all modules, and no other lines.
func TestPackagesAreListed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(moduleRoot, ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n### Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\|$").FindAllStringSubmatch(section, -1) {
		listed = append(listed, row[1])
	}
	var packages []string
	err = filepath.WalkDir(moduleRoot, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != moduleRoot && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		dir, err := filepath.Rel(moduleRoot, filepath.Dir(file))
		if dir = filepath.ToSlash(dir); err == nil && !slices.Contains(packages, dir) {
			packages = append(packages, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if !slices.Contains(listed, p) {
			t.Errorf("the tables under Packages in .github/CONTRIBUTING.md lack a line for %s", p)
		}
	}
	for i, p := range listed {
		if !slices.Contains(packages, p) || slices.Contains(listed[:i], p) {
			t.Errorf(".github/CONTRIBUTING.md lists %s, which is not a package or has another line", p)
		}
	}
	if len(packages) < 80 {
		t.Errorf("found only %d packages", len(packages))
	}
}
