package builds_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
)

const root = "../../.."

// TestCases builds every case with the field patches and with smp-check fn. The results are
// equal, or the case gives the reason why they are not, which the page has.
func TestCases(t *testing.T) {
	command, err := builds.Command(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cases, err := builds.All(t.TempDir(), command)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			o, err := builds.Run(t.TempDir(), command, c)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Check(o); err != nil {
				t.Error(err)
			}
		})
	}
	page, err := os.ReadFile(filepath.Join(root, "fuzz/upstream/KUSTOMIZE.md"))
	if err != nil {
		t.Fatal(err)
	}
	if builds.WithSection(string(page), cases) != string(page) {
		t.Error("KUSTOMIZE.md has not the section about these cases; .ci/long kustomize -function writes it")
	}
}
