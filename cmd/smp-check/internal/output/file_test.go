package output_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// TestReplaceFiles replaces several files, one of which cannot be replaced. No file
// may change, and no temporary file may be left.
func TestReplaceFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) string {
		text, err := os.ReadFile(path(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(path(name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(path("folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := func(name string) output.NewText {
		return output.NewText{Name: path(name), Old: []byte("old"), Text: []byte("new")}
	}
	removed := text("b")
	removed.Remove = true
	for _, last := range []string{"folder", "missing/c"} {
		if err := output.ReplaceFiles([]output.NewText{text("a"), removed, text(last)}); err == nil {
			t.Errorf("%s is replaced", last)
		}
		if read("a") != "old" || read("b") != "old" {
			t.Errorf("files are replaced though %s is not", last)
		}
	}
	if err := output.ReplaceFiles([]output.NewText{text("a"), text("b")}); err != nil {
		t.Fatal(err)
	}
	if read("a") != "new" || read("b") != "new" {
		t.Error("files are not replaced")
	}
	if info, err := os.Stat(path("a")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of a file is %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(path("b")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of a file that was to be deleted is %v, %v", info.Mode(), err)
	}
	removed.Old = []byte("new")
	if err := output.ReplaceFiles([]output.NewText{removed}); err != nil || !output.IsMissing(path("b")) {
		t.Errorf("a file is not deleted: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("beside the files stands something: %v, %v", entries, err)
	}
}
