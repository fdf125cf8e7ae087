package found

import (
	"fmt"
	"regexp"

	"github.com/strategicpatch/smp/corpus"
)

// LoggedCase is the line in which a broken law prints its case.
var LoggedCase = regexp.MustCompile(`(?m)^.*?\bcase: (\{.*\})\s*$`)

// Logged returns the last case that a text prints, which is the smallest where
// failures are shrunk.
func Logged(name string, text []byte) (corpus.Case, error) {
	lines := LoggedCase.FindAllSubmatch(text, -1)
	c, err := corpus.Read(name, lines[len(lines)-1][1])
	if err != nil {
		return corpus.Case{}, fmt.Errorf("the line that begins with case: %w", err)
	}
	return c, nil
}
