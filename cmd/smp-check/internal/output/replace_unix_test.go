//go:build unix

package output_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// folder returns a new folder with files a, b and c, whose text is "old". The function list
// returns the files with their texts.
func folder(t *testing.T) (dir string, list func() string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return dir, func() string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range entries {
			text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
			all = append(all, e.Name()+":"+string(text))
		}
		return strings.Join(all, " ")
	}
}

// texts returns new texts for the files of folder.
func texts(dir string) []output.NewText {
	var all []output.NewText
	for _, name := range []string{"a", "b", "c"} {
		all = append(all, output.NewText{Name: filepath.Join(dir, name), Old: []byte("old"), Text: []byte("new")})
	}
	return all
}

// If one file has changed since it was read, no file is replaced, and the error gives the
// reason.
func TestReplaceFilesChecksThem(t *testing.T) {
	for _, test := range []struct {
		name, want, after string
		meanwhile         func(c string) error
	}{
		{"changed", "c: the file changed after it was read; run the command again", "a:old b:old c:other",
			func(c string) error { return os.WriteFile(c, []byte("other"), 0o600) }},
		{"vanished", "c: the file vanished after it was read; run the command again", "a:old b:old", os.Remove},
		{"a link to another file", "c: the file changed after it was read; run the command again", "a:old b:old c:other other:other", func(c string) error {
			other := filepath.Join(filepath.Dir(c), "other")
			if err := os.WriteFile(other, []byte("other"), 0o600); err != nil {
				return err
			}
			os.Remove(c)
			return os.Symlink(other, c)
		}},
		{"hard links", "c: the file has 2 hard links, and the others would keep the old text; write the result to another file", "a:old b:old c:old d:old",
			func(c string) error { return os.Link(c, filepath.Join(filepath.Dir(c), "d")) }},
	} {
		dir, list := folder(t)
		if err := test.meanwhile(filepath.Join(dir, "c")); err != nil {
			t.Fatal(err)
		}
		err := output.ReplaceFiles(texts(dir))
		if got := strings.TrimPrefix(fmt.Sprint(err), dir+"/"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if got := list(); got != test.after {
			t.Errorf("%s: the folder has %s, want %s", test.name, got, test.after)
		}
	}
}

// If a file changes after the new texts were written, the files that were replaced or deleted are
// restored.
func TestReplaceEachRestores(t *testing.T) {
	dir, list := folder(t)
	files := texts(dir)
	files[0].Remove = true
	calls := 0
	err := output.ReplaceEach(len(files), func(i int) (output.NewText, error) {
		if calls++; calls == 6 { // before the last file is replaced
			if got, want := list(), "b:new c:old"; !strings.HasSuffix(got, want) {
				t.Errorf("before the last file is replaced, the folder has %s, want %s", got, want)
			}
			return files[i], os.WriteFile(files[i].Name, []byte("other"), 0o600)
		}
		return files[i], nil
	})
	if got, want := fmt.Sprint(err), files[2].Name+": the file changed after it was read; run the command again"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := list(), "a:old b:old c:other"; got != want {
		t.Errorf("the folder has %s, want %s", got, want)
	}
	for _, f := range files {
		if info, err := os.Stat(f.Name); err != nil || info.Mode() != 0o640 {
			t.Errorf("%s has mode %v, %v", f.Name, info.Mode(), err)
		}
	}
}

// A replaced file keeps its owner, mode and extended attributes.
func TestReplaceFilesKeepsMetadata(t *testing.T) {
	dir, _ := folder(t)
	a := filepath.Join(dir, "a")
	if err := os.Chmod(a, 0o750|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	root := os.Getuid() == 0
	if root {
		if err := os.Chown(a, 12345, 54321); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(a, 0o750|os.ModeSetgid); err != nil { // chown clears it
			t.Fatal(err)
		}
		b := filepath.Join(dir, "b") // whose group is that of a new file
		if err := errors.Join(os.Chown(b, 12345, -1), output.ReplaceFiles(texts(dir)[1:2])); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(b); err != nil || info.Sys().(*syscall.Stat_t).Uid != 12345 {
			t.Errorf("the owner of b changes: %v", err)
		}
		c := filepath.Join(dir, "c") // whose owner is that of a new file
		if err := errors.Join(os.Chown(c, -1, 54321), output.ReplaceFiles(texts(dir)[2:])); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(c); err != nil || info.Sys().(*syscall.Stat_t).Gid != 54321 {
			t.Errorf("the group of c changes: %v", err)
		}
	}
	checkAttribute := setAttribute(t, a)
	if err := output.ReplaceFiles(texts(dir)[:1]); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o750|os.ModeSetgid {
		t.Errorf("the mode is %v", info.Mode())
	}
	if stat := info.Sys().(*syscall.Stat_t); root && (stat.Uid != 12345 || stat.Gid != 54321) {
		t.Errorf("the owner is %d:%d", stat.Uid, stat.Gid)
	}
	checkAttribute()
}

// Temporary files that killed processes have left are removed, unless another process has locked the
// folder. Other files are not removed.
func TestReplaceFilesRemovesLeftovers(t *testing.T) {
	for _, locked := range []bool{false, true} {
		dir, list := folder(t)
		for _, name := range []string{".smp-check-7", ".smp-check-x-1", ".smp-check-", ".other"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want := ".other:secret .smp-check-:secret .smp-check-x-1:secret a:new b:new c:new"
		if locked {
			f, err := os.Open(dir)
			if err == nil {
				err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			want = ".other:secret .smp-check-:secret .smp-check-7:secret .smp-check-x-1:secret a:new b:new c:new"
		}
		if err := output.ReplaceFiles(texts(dir)); err != nil {
			t.Fatal(err)
		}
		if got := list(); got != want {
			t.Errorf("locked %t: the folder has %s, want %s", locked, got, want)
		}
	}
}
