package fuzz

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// libFuzzer accepts the dictionaries. They may contain only comments and quoted texts with
// the escapes \\, \" and \xFF.
func TestDictionaries(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", ".clusterfuzzlite", "*.dict"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no dictionaries: %v", err)
	}
	line := regexp.MustCompile(`^(\s*|#.*|[A-Za-z0-9_]*=?"([^"\\[:cntrl:]]|\\["\\]|\\x[0-9a-fA-F]{2})+")$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range bytes.Split(text, []byte("\n")) {
			if !line.Match(l) {
				t.Errorf("%s:%d: %s", file, i+1, l)
			}
		}
	}
}
