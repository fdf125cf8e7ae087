package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
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
	if name == "" || CheckName(name) != nil {
		name = strconv.Quote(name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// linked returns the target of a link. Other names are returned unchanged.
func linked(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// IsPlain reports whether a file can be replaced by another file: it is a regular file or
// does not exist.
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
	return cmp.Or(err, f.Close())
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
		return fmt.Errorf("%s: is a folder; name a file", name)
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
	target := linked(name)
	defer ending.Lock(filepath.Dir(target))()
	f, err := beside(target)
	if err != nil {
		return FileError(name, err)
	}
	f.Close()
	ending.Remove(f.Name())
	return nil
}
