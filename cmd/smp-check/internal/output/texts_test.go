package output_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
)

// TestTexts stores more texts than Texts keeps in memory. They are in a temporary file without a name, so
// that the folder is always empty.
func TestTexts(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	checkEmpty := func() {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) > 0 {
			t.Errorf("the temporary folder contains %v, %v", entries, err)
		}
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
		if runtime.GOOS != "windows" {
			checkEmpty()
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
	texts.Close()
	checkEmpty()
}

// The first 16 MiB are in memory, so they need no temporary folder.
func TestTextsInMemory(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	var texts output.Texts
	defer texts.Close()
	for i := range 17 {
		if _, err := texts.Add(make([]byte, 1<<20)); (err == nil) != (i < 16) {
			t.Errorf("text %d: %v", i, err)
		}
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
