//go:build unix

package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// keepMetadata gives a new file the owner, mode and extended attributes of the file that it
// will replace, if there is one. It returns an error if a property cannot be kept. It also
// returns an error if the file has other hard links, because these would keep the old text.
func keepMetadata(f *os.File, target string, before fs.FileInfo) error {
	if before == nil {
		return f.Chmod(0o644)
	}
	old, ok := before.Sys().(*syscall.Stat_t)
	if !ok {
		return f.Chmod(before.Mode().Perm())
	}
	if old.Nlink > 1 {
		return fmt.Errorf("the file has %d hard links, and the others would keep the old text; write the result to another file", old.Nlink)
	}
	now, err := f.Stat()
	if err != nil {
		return err
	}
	if own, ok := now.Sys().(*syscall.Stat_t); ok && (own.Uid != old.Uid || own.Gid != old.Gid) {
		if err := f.Chown(int(old.Uid), int(old.Gid)); err != nil {
			return errors.New("the file belongs to another user or group, which a new file cannot keep; write the result to another file")
		}
	}
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if err := f.Chmod(before.Mode() & (fs.ModePerm | special)); err != nil {
		return err
	}
	return keepAttributes(f.Name(), target)
}
