package load

import (
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// CheckOnePatch rejects a stream with two patches for one object, for a command that accepts only
// one. advice returns advice for the names of the files with patches for the object, as they are
// written on a command line.
func (s Stream) CheckOnePatch(advice func(files []string) string) error {
	err := s.checkDistinct()
	if err == nil {
		return nil
	}
	files, _ := s.filesOf(err.first)
	if s.Name == output.StdinText {
		files = []string{output.Stream}
	}
	return fmt.Errorf("%w; %s", err, advice(files))
}
