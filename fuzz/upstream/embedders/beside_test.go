package embedders

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const measuredMerges = `cpu: one
BenchmarkMerge/2_containers/ours-2         	    1308	    290096 ns/op	   33289 B/op	     387 allocs/op
BenchmarkMerge/2_containers/ours-2         	    1308	    200000 ns/op	   33289 B/op	     383 allocs/op
BenchmarkMerge/2_containers/kyaml          	      50	   1000000 ns/op	  575173 B/op	    2974 allocs/op
BenchmarkMerge/2_containers/copies_alone-2 	   10000	     90534 ns/op
`

func TestBeside(t *testing.T) {
	comparison, err := os.ReadFile(filepath.Join("../../..", "corpus", "COMPARISON.md"))
	if err != nil {
		t.Fatal(err)
	}
	section, err := beside(string(comparison), measuredMerges)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n| smp | ", "\n| kyaml | ", "\n| 2 | 200 µs | 1000 µs | 5.0× | 383 | 2974 |\n"} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is not in\n%s", want, section)
		}
	}
	for _, bad := range [][2]string{{"", measuredMerges}, {string(comparison), ""}, {string(comparison), strings.ReplaceAll(measuredMerges, "kyaml", "another")}} {
		if section, err := beside(bad[0], bad[1]); err == nil {
			t.Errorf("no error, but\n%s", section)
		}
	}
	page := "# A\n\n## Suites\nx\n"
	if once := withSection(page, section); withSection(once, section) != once || !strings.HasPrefix(once, "# A\n\n"+besideTitle) || !strings.HasSuffix(once, "\n\n## Suites\nx\n") {
		t.Errorf("the section is not put where it was:\n%s", once)
	}
	text, err := os.ReadFile(filepath.Join("../../..", kustomize().PageFile))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), besideTitle) {
		t.Errorf("the page lacks %q", besideTitle)
	}
}
