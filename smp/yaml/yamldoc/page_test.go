package yamldoc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Each test that README.md names is in this package, and README.md names each law.
func TestPageNamesTests(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(page), -1)
	if len(named) < 20 {
		t.Errorf("the page names only %d tests", len(named))
	}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`(?m)^func (Test[A-Z]\w+)\(`)
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range function.FindAllStringSubmatch(string(text), -1) {
			all = append(all, found[1])
			if file == "laws_test.go" && !slices.Contains(named, found[1]) {
				t.Errorf("README.md does not name the law %s", found[1])
			}
		}
	}
	for _, name := range named {
		if !slices.Contains(all, name) {
			t.Errorf("README.md names %s, which is not a test of this package", name)
		}
	}
}
