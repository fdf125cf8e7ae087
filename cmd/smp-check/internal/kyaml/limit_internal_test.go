package kyaml

import (
	"errors"
	"testing"
)

// A merge may make as many comparisons as the limit says, and not one more.
func TestCount(t *testing.T) {
	m := new(merging)
	if err := m.count(maxWork); err != nil {
		t.Error(err)
	}
	if err := m.count(1); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}
