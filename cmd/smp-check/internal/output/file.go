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
	return fmt.Errorf("%s: %w", name, err)
}

// ReplaceFile writes a file as a whole or not at all: where that fails, the file
// is as it was. A link stays, and its target is replaced. What is no plain file,
// as a pipe or a device, is written to and stays what it is.
func ReplaceFile(name string, text []byte) error {
	if !IsPlain(name) {
		return FileError(name, writeInPlace(name, text))
	}
	target, mode := linked(name), os.FileMode(0o644)
	if info, err := os.Stat(target); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return FileError(name, err)
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return FileError(name, err)
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
	f, err := os.CreateTemp(filepath.Dir(linked(name)), ".smp-check-*")
	if err != nil {
		return FileError(name, err)
	}
	f.Close()
	return FileError(name, os.Remove(f.Name()))
}
