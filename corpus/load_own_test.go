package corpus_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// Load returns the cases of a folder and those of its subfolder cases.
func TestLoadOwnCases(t *testing.T) {
	folder := t.TempDir()
	const head = "rule: [scalar]\ncomment: a case\nschema: {schemaless: true}\n"
	for name, text := range map[string]string{
		"own.yaml":       head + "op: apply\noriginal: {a: 1}\npatch: {a: 2}\nwant: {a: 2}\n",
		"own.json":       `{"op": "apply", "rule": ["scalar"], "comment": "a case", "schema": {"schemaless": true}, "original": {"a": 3}, "patch": {"a": 2}, "want": {"a": 2}}`,
		"notes.yaml":     "options: {op: apply}\n",
		"cases/one.yaml": head + "op: apply\noriginal: {a: 5}\npatch: {a: 2}\nwant: {a: 2}\n",
		"other/two.yaml": "not a case\n",
	} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cases, err := corpus.Load(folder)
	if err != nil || len(cases) != 3 {
		t.Errorf("got %d cases, error %v; want 3 cases", len(cases), err)
	}
}
