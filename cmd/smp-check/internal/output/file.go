package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The name of standard input on the command line, and in errors.
const (
	Stream    = "-"
	StdinText = "standard input"
)

// FileError returns an error of one line about reading or writing a file, as in
// "a.yaml: permission denied".
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

// ReplaceFile replaces the text of a file atomically: on an error, the file is unchanged.
// If name is a link, its target is replaced. If it is a pipe or a device, the text is
// written to it.
func ReplaceFile(name string, text []byte) error {
	return ReplaceFiles([]NewText{{Name: name, Text: text}})
}

// A NewText is the new text of a file.
type NewText struct {
	Name      string
	Old, Text []byte // Old is the current text, which is restored if another file fails
	Remove    bool   // delete the file instead
}

// ReplaceFiles is ReplaceFile for several files: it replaces all or none.
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
			text = f.Old // for restore
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

// restore restores the old text of a file. A deleted file has a staged copy.
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

// stage writes the new text of a file to a temporary file in the same folder, and returns
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

// beside creates a temporary file in the folder of another file.
func beside(target, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(target), pattern)
	if errors.Is(err, fs.ErrPermission) {
		err = errors.New("no permission to create files in its folder")
	}
	return f, err
}

// move replaces a file by its staged file. Pipes and devices have none; the text is written
// to them.
func move(staged, name string, text []byte) error {
	if staged == "" {
		return writeInPlace(name, text)
	}
	return os.Rename(staged, linked(name))
}

// linked returns the target of a link. Other names are returned unchanged.
func linked(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// IsPlain reports whether a file can be replaced by another: it is a regular file or does
// not exist.
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

// IsMissing reports whether no file has this name.
func IsMissing(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// CheckFile returns an error if a file cannot be written, or is one of the inputs.
func CheckFile(name string, inputs []string) error {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory; name a file", name)
	}
	for _, input := range inputs {
		other, otherErr := os.Stat(input)
		if err == nil && otherErr == nil && info.Mode().IsRegular() && os.SameFile(info, other) {
			return fmt.Errorf("%s: is an input and would be overwritten; name another file", name)
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
