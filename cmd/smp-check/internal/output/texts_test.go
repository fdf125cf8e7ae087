package output_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// TestTexts stores more texts than Texts keeps in memory. They are in a temporary file,
// which is removed at the end.
func TestTexts(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	files := func() int {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	var texts output.Texts
	var spans []output.TextSpan
	text := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 1<<20+i) }
	for i := range 20 {
		at, err := texts.Add(text(i))
		if err != nil {
			t.Fatal(err)
		}
		spans = append(spans, at)
		if got, err := texts.Text(spans[i/2]); err != nil || !bytes.Equal(got, text(i/2)) {
			t.Fatalf("text %d is another one after text %d, %v", i/2, i, err)
		}
	}
	for i, at := range spans {
		if got, err := texts.Text(at); err != nil || !bytes.Equal(got, text(i)) {
			t.Errorf("text %d is another one, %v", i, err)
		}
	}
	if files() != 1 {
		t.Errorf("20 MB of texts are in %d files", files())
	}
	if texts.Close(); files() != 0 {
		t.Errorf("%d files are left", files())
	}
}
