package output

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
)

// ReplaceFile replaces the text of a file atomically: on an error, the file is unchanged.
// If name is a link, its target is replaced. If it is a pipe or a device, the text is
// written to it.
func ReplaceFile(name string, text []byte) error {
	return ReplaceFiles([]NewText{{Name: name, Text: text}})
}

// A NewText is the new text of a file.
type NewText struct {
	Name string
	// Old is the text that was read, or nil for a file that was not read. If a file has changed
	// since then, no file is replaced.
	Old    []byte
	Text   []byte
	Remove bool // delete the file instead
}

// ReplaceFiles is ReplaceFile for several files: it replaces all or none. The files keep
// their owner, mode and extended attributes. It is an error if this is impossible, or if a
// file has other hard links.
//
// An interrupt before the first file is replaced causes an error. A later interrupt has no
// effect. If the process is killed, some files may be replaced, each of them completely, and
// temporary files may be left. The next call for a file in the folder removes them, if the system
// can lock folders.
func ReplaceFiles(files []NewText) error {
	return ReplaceEach(len(files), func(i int) (NewText, error) { return files[i], nil })
}

// ReplaceEach is like ReplaceFiles, but the texts need not all be in memory. It calls file(i)
// when the new text of a file is written, and again when the file is replaced or restored.
func ReplaceEach(n int, file func(i int) (NewText, error)) error {
	interrupted, cancel := ending.Interrupted(context.Background())
	defer cancel()
	staged := make([]*stagedFile, n)
	defer func() {
		for _, s := range staged {
			s.discard()
		}
	}()
	locked := map[string]bool{} // folders
	for i := range n {
		f, err := file(i)
		if err != nil {
			return err
		}
		if !IsPlain(f.Name) {
			continue
		}
		target := linked(f.Name)
		if folder := filepath.Dir(target); !locked[folder] {
			locked[folder] = true
			defer ending.Lock(folder)()
		}
		if staged[i], err = stage(f, target); err != nil {
			return FileError(f.Name, err)
		}
		if interrupted.Err() != nil {
			return errors.New("interrupted; no file was changed")
		}
	}
	for i := range n {
		f, err := file(i)
		if err == nil {
			err = commit(f, staged[i])
		}
		if err == nil {
			continue
		}
		err = FileError(f.Name, err)
		for j := range i {
			done, failed := file(j)
			if failed == nil {
				failed = restore(done, staged[j])
			}
			err = errors.Join(err, failed)
		}
		return err
	}
	for folder := range locked {
		syncFolder(folder)
	}
	return nil
}

// A stagedFile is a temporary file in the folder of its target: the new text or, for a file
// to be deleted, the old text.
type stagedFile struct {
	name   string      // empty once it has been moved
	target string      // the file, without links
	before fs.FileInfo // of the target; nil if there is none
}

// stage writes a temporary file for the target of a file.
func stage(f NewText, target string) (_ *stagedFile, err error) {
	s := &stagedFile{target: target}
	if s.before, err = os.Stat(target); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if f.Old != nil {
		switch now, err := os.ReadFile(target); {
		case errors.Is(err, fs.ErrNotExist):
			return nil, errors.New("the file vanished after it was read; run the command again")
		case err != nil:
			return nil, err
		case !bytes.Equal(now, f.Old):
			return nil, errors.New("the file changed after it was read; run the command again")
		}
	}
	text := f.Text
	if f.Remove {
		text = f.Old // for restore
	}
	temporary, err := beside(target)
	if err != nil {
		return nil, err
	}
	s.name = temporary.Name()
	_, err = temporary.Write(text)
	if err == nil {
		err = keepMetadata(temporary, target, s.before)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// discard removes the temporary file. It does nothing for nil.
func (s *stagedFile) discard() {
	if s != nil && s.name != "" {
		ending.Remove(s.name)
		s.name = ""
	}
}

// unchanged returns an error if the target has changed since it was staged.
func (s *stagedFile) unchanged(name string) error {
	now, err := os.Stat(s.target)
	switch {
	case s.before == nil && errors.Is(err, fs.ErrNotExist):
	case s.before == nil:
		return errors.New("another process created the file; run the command again")
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("the file vanished after it was read; run the command again")
	case err != nil:
		return err
	case !os.SameFile(now, s.before) || now.ModTime() != s.before.ModTime() || now.Size() != s.before.Size() || linked(name) != s.target:
		return errors.New("the file changed after it was read; run the command again")
	}
	return nil
}

// commit replaces or deletes a file. Pipes and devices have no staged file; the text is written
// to them.
func commit(f NewText, s *stagedFile) error {
	if s == nil {
		return writeInPlace(f.Name, f.Text)
	}
	if err := s.unchanged(f.Name); err != nil {
		return err
	}
	if f.Remove {
		return os.Remove(s.target)
	}
	err := os.Rename(s.name, s.target)
	if err == nil {
		ending.Renamed(s.name)
		s.name = ""
	}
	return err
}

// restore restores the old text of a file that was committed. A deleted file has a staged copy.
func restore(f NewText, s *stagedFile) error {
	if s == nil || s.name == "" {
		return ReplaceFile(f.Name, f.Old)
	}
	err := os.Rename(s.name, s.target)
	if err == nil {
		ending.Renamed(s.name)
		s.name = ""
	}
	return err
}

// beside creates a temporary file in the folder of the target.
func beside(target string) (*os.File, error) {
	f, err := ending.NewBeside(filepath.Dir(target))
	if errors.Is(err, fs.ErrPermission) {
		err = errors.New("no permission to create files in its folder")
	}
	return f, err
}

// syncFolder makes the new names in a folder durable, if the system supports that.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = f.Sync() // some systems do not support it
		f.Close()
	}
}
