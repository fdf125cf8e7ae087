package output_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
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
	text := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 1<<20+i/2*(1-i%2*2)) } // the first 16 have 16 MiB
	for i := range 20 {
		at, err := texts.Add(text(i))
		if err != nil {
			t.Fatal(err)
		}
		spans = append(spans, at)
		if inFile := files() == 1; inFile != (i >= 16) {
			t.Fatalf("after %d texts, the texts are in a file: %t", i+1, inFile)
		}
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

// TestSpool spools more documents than a Spool keeps in memory.
func TestSpool(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	a, b := model.NewString(strings.Repeat("a", 10<<20)), model.NewString(strings.Repeat("b", 10<<20))
	s := output.NewSpool(output.FormYAML)
	defer s.Close()
	s.Add(a)
	s.Add(b)
	var got, want bytes.Buffer
	if err := errors.Join(s.Write(&got), output.Documents(&want, output.FormYAML, a, b)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("got %d bytes, which differ from the expected %d bytes", got.Len(), want.Len())
	}
}
