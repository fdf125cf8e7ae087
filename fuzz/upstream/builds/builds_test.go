package builds_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
)

const root = "../../.."

// TestCases builds every case with the field patches and with smp-check fn. The results must
// be equal, or the case and the page must contain the reason for the difference. If kustomize
// fails, smp-check lint must report the cause.
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
			folder := t.TempDir()
			o, err := builds.Run(folder, command, c)
			if err != nil {
				t.Fatal(err)
			}
			found, err := builds.Lint(folder, command, o)
			failed := strings.HasPrefix(o.Kustomize, "error: ")
			if err != nil || failed != (len(found) > 0) {
				t.Errorf("lint finds %v, %v; kustomize:\n%s", found, err, o.Kustomize)
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
