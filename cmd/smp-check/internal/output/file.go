package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Stream is how the command line names standard input, and how errors do.
const (
	Stream    = "-"
	StdinText = "standard input"
)

// FileError says in one line what stands between the file and its content.
func FileError(name string, err error) error {
	if err == nil {
		return nil
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	if name == "" {
		name = `""`
	}
	return fmt.Errorf("%s: %w", name, err)
}

// ReplaceFile writes a file as a whole or not at all: where that fails, the file
// is as it was. A link stays, and its target is replaced. What is no plain file,
// as a pipe or a device, is written to and stays what it is.
func ReplaceFile(name string, text []byte) error {
	return ReplaceFiles([]NewText{{Name: name, Text: text}})
}

// A NewText is what a file is to hold.
type NewText struct {
	Name      string
	Old, Text []byte // Old is what it holds, to be put back where another file fails
	Remove    bool   // the file is deleted instead
}

// ReplaceFiles does what ReplaceFile does for several files: it writes all or none.
func ReplaceFiles(files []NewText) error {
	staged := make([]string, len(files))
	defer func() {
		for _, name := range staged {
			if name != "" {
				os.Remove(name)
			}
		}
	}()
	for i, f := range files {
		if !IsPlain(f.Name) {
			continue
		}
		text := f.Text
		if f.Remove {
			text = f.Old // to be put back
		}
		var err error
		if staged[i], err = stage(f.Name, text); err != nil {
			return FileError(f.Name, err)
		}
	}
	for i, f := range files {
		var err error
		if f.Remove {
			err = os.Remove(f.Name)
		} else {
			err = move(staged[i], f.Name, f.Text)
		}
		if err == nil {
			if !f.Remove {
				staged[i] = ""
			}
			continue
		}
		for j, done := range files[:i] {
			err = errors.Join(err, restore(done, &staged[j]))
		}
		return FileError(f.Name, err)
	}
	return nil
}

// restore puts back what a file held. One that is deleted has a copy beside it.
func restore(f NewText, staged *string) error {
	if !f.Remove || *staged == "" {
		return ReplaceFile(f.Name, f.Old)
	}
	err := os.Rename(*staged, f.Name)
	if err == nil {
		*staged = ""
	}
	return err
}

// stage writes the text that a file is to hold to another beside it, and returns
// its name.
func stage(name string, text []byte) (string, error) {
	target, mode := linked(name), os.FileMode(0o644)
	if info, err := os.Stat(target); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := beside(target, "."+filepath.Base(target)+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// beside makes a new file in the folder of another.
func beside(target, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(target), pattern)
	if errors.Is(err, fs.ErrPermission) {
		err = errors.New("no permission to make files in its folder")
	}
	return f, err
}

// move puts a staged file in the place of another; what is no plain file has none
// and is written to.
func move(staged, name string, text []byte) error {
	if staged == "" {
		return writeInPlace(name, text)
	}
	return os.Rename(staged, linked(name))
}

// linked returns the file that a link leads to, and any other file itself.
func linked(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// IsPlain reports whether a file is one that can be replaced by another: an
// ordinary one, or none yet.
func IsPlain(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

func writeInPlace(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

// IsMissing reports whether there is no file of a name.
func IsMissing(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// CheckFile returns an error for a file that cannot be written, or that is one
// of those that the command reads.
func CheckFile(name string, inputs []string) error {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory; name a file", name)
	}
	for _, input := range inputs {
		other, otherErr := os.Stat(input)
		if err == nil && otherErr == nil && info.Mode().IsRegular() && os.SameFile(info, other) {
			return fmt.Errorf("%s: is what the command reads, and would be lost; name another file", name)
		}
	}
	if !IsPlain(name) {
		return nil
	}
	f, err := beside(linked(name), ".smp-check-*")
	if err != nil {
		return FileError(name, err)
	}
	f.Close()
	return FileError(name, os.Remove(f.Name()))
}
