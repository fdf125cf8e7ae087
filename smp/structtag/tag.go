package structtag

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// A strategy is the content of a patchStrategy tag.
type strategy struct {
	word       smp.Strategy
	retainKeys bool
}

var errMergeAndReplace = errors.New("patchStrategy has both merge and replace; remove one of them")

// parseStrategy reads a patchStrategy tag. An absent or empty tag means the default strategy.
func parseStrategy(tag string) (strategy, error) {
	var s strategy
	if tag == "" {
		return s, nil
	}
	for _, word := range strings.Split(strings.ReplaceAll(tag, "|", ","), ",") {
		before := s.word
		switch word {
		case "merge":
			s.word = smp.Merge
		case "replace":
			s.word = smp.Replace
		case "retainKeys":
			s.retainKeys = true
		default:
			return strategy{}, fmt.Errorf("patchStrategy has the unknown word %q; expected merge, replace or retainKeys", word)
		}
		if before != smp.DefaultStrategy && before != s.word {
			return strategy{}, errMergeAndReplace
		}
	}
	return s, nil
}

// parseKeys reads a tag that lists merge keys. It keeps white space and empty names, because
// NewSchema rejects them with their path.
func parseKeys(tag string) []string {
	if tag == "" {
		return nil
	}
	return strings.Split(tag, ",")
}
