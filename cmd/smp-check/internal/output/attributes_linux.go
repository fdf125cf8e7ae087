package output

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// ownAttributes are the extended attributes that the kernel sets itself.
var ownAttributes = []string{"security.ima", "security.evm"}

// keepAttributes copies the extended attributes of a file, access control lists among them, to
// another file.
func keepAttributes(to, from string) error {
	names, err := attributes(func(room []byte) (int, error) { return syscall.Listxattr(from, room) })
	if err != nil {
		return err
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		if name == "" || slices.Contains(ownAttributes, name) {
			continue
		}
		value, err := attributes(func(room []byte) (int, error) { return syscall.Getxattr(from, name, room) })
		if err != nil {
			return err
		}
		has, _ := attributes(func(room []byte) (int, error) { return syscall.Getxattr(to, name, room) })
		if bytes.Equal(value, has) {
			continue
		}
		if err := syscall.Setxattr(to, name, value, 0); err != nil {
			return fmt.Errorf("the file has the extended attribute %s, which a new file cannot keep (%w); write the result to another file", name, err)
		}
	}
	return nil
}

// attributes calls a system call that fills a slice, and gives it a slice of sufficient
// length. The result is empty if the file system has no extended attributes.
func attributes(fill func(room []byte) (int, error)) ([]byte, error) {
	for {
		size, err := fill(nil)
		if err != nil || size == 0 {
			if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENODATA) {
				err = nil
			}
			return nil, err
		}
		room := make([]byte, size)
		size, err = fill(room)
		if errors.Is(err, syscall.ERANGE) {
			continue // the list grew since its length was read
		}
		return room[:max(size, 0)], err
	}
}
