package upstream_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz"
	"github.com/strategicpatch/smp/props/gen"
)

// TestManifestsOfModules edits the manifests in the modules that this module requires. They
// have been written by people or their tools.
func TestManifestsOfModules(t *testing.T) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "all")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	tried, read, changed, words, rounds := 0, 0, 0, 0, 1
	if os.Getenv("YAML_SEEDS") != "" {
		rounds = 20
	}
	try := func(path string, entry fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || entry.IsDir() || ext != ".yaml" && ext != ".yml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tried++
		if testing.Short() && tried%10 > 0 {
			return nil
		}
		for seed := range uint64(rounds) {
			ok, err := fuzz.ChangeOneScalar(text, gen.FromSeed(seed))
			if err != nil && !errors.Is(err, fuzz.ErrUnparsable) {
				t.Errorf("%s: %.2000s", path, err)
			}
			if ok {
				changed++
			}
			if ok, err = fuzz.ChangeOneWord(text, gen.FromSeed(seed)); err != nil && !errors.Is(err, fuzz.ErrUnparsable) {
				t.Errorf("%s: %.2000s", path, err)
			}
			if ok {
				words++
			}
		}
		switch err := fuzz.EditYAML(text, gen.FromSeed(uint64(tried))); {
		case errors.Is(err, fuzz.ErrUnparsable):
		case err != nil:
			t.Errorf("%s: %.2000s", path, err)
		default:
			read++
		}
		return nil
	}
	for dir := range strings.Lines(string(out)) {
		// The root module has no manifests of other projects.
		if dir = strings.TrimSpace(dir); dir == "" || !strings.Contains(dir, "@") {
			continue
		}
		if err := filepath.WalkDir(dir, try); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d manifests are read and edited, and changed in one line %d times, in one word of a long string %d times", read, tried, changed, words)
	least := 10
	if testing.Short() {
		least = 1 // of a tenth of the manifests
	}
	if read < 10*least || changed < 10*least || words < least {
		t.Errorf("only %d manifests are read, and changed in one line %d times, in one word %d times", read, changed, words)
	}
}
