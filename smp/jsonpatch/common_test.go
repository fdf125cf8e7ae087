package jsonpatch_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// TestDiffKeepsCommonElements compares patches of lists with the longest common sequence. The test
// finds that sequence by brute force. The elements are so long that keeping an element is always
// shorter than replacing the list.
func TestDiffKeepsCommonElements(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	list := func() (elements []string, value model.Value) {
		var values []model.Value
		for range random.Intn(8) {
			e := strings.Repeat(string(rune('a'+random.Intn(4))), 1000)
			elements, values = append(elements, e), append(values, model.NewString(e))
		}
		value, err := model.NewList(values...)
		if err != nil {
			t.Fatal(err)
		}
		return elements, value
	}
	tried := 0
	for range 3000 {
		a, original := list()
		b, modified := list()
		common := commonLength(a, b)
		patch := jsonpatch.Diff(original, modified)
		got, err := patch.Apply(original)
		if err != nil || !model.Equal(got, modified) {
			t.Fatalf("from %s to %s: got %s, %v", short(a), short(b), got.JSON(), err)
		}
		if common == 0 {
			continue
		}
		tried++
		written := 0
		for _, op := range patch {
			if op.Op != jsonpatch.Remove {
				written++
			}
		}
		if want := len(b) - common; written != want {
			t.Fatalf("from %s to %s: %d elements are written, want %d", short(a), short(b), written, want)
		}
	}
	if tried < 1000 {
		t.Errorf("only %d pairs have common elements", tried)
	}
}

func commonLength(a, b []string) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return 0
	case a[0] == b[0]:
		return 1 + commonLength(a[1:], b[1:])
	}
	return max(commonLength(a[1:], b), commonLength(a, b[1:]))
}

func short(list []string) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteByte(e[0])
	}
	return b.String()
}
