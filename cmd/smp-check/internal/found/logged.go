package found

import (
	"fmt"
	"regexp"

	"github.com/strategicpatch/smp/corpus"
)

// LoggedCase matches the line in which a test prints the case of a broken law.
var LoggedCase = regexp.MustCompile(`(?m)^.*?\bcase: (\{.*\})\s*$`)

// Logged returns the last case in the output of a test. If the test shrinks failures, it is
// the smallest one.
func Logged(name string, text []byte) (corpus.Case, error) {
	lines := LoggedCase.FindAllSubmatch(text, -1)
	c, err := corpus.Read(name, lines[len(lines)-1][1])
	if err != nil {
		return corpus.Case{}, fmt.Errorf("the line \"case: {...}\": %w", err)
	}
	return c, nil
}
