//go:build !unix

package output

import (
	"io/fs"
	"os"
)

// keepMetadata gives a new file the mode of the file that it will replace.
func keepMetadata(f *os.File, _ string, before fs.FileInfo) error {
	if before == nil {
		return nil
	}
	return os.Chmod(f.Name(), before.Mode().Perm())
}
