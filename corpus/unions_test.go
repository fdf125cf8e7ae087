package corpus_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// The cases that UNIONS.md names exist, and each row of its table has two cases.
func TestUnionsPage(t *testing.T) {
	text, err := os.ReadFile("UNIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	cases := embeddedCases(t)
	links := regexp.MustCompile(`\(cases/([^)]+)\.yaml\)`).FindAllSubmatch(text, -1)
	for _, link := range links {
		if !slices.ContainsFunc(cases, func(c corpus.Case) bool { return c.Name == string(link[1]) }) {
			t.Errorf("there is no case %s", link[1])
		}
	}
	if len(links) != 12 {
		t.Errorf("there are %d cases, not two in each of six rows", len(links))
	}
}
