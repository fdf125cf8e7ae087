package differential

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// Compose applies patches in order with apimachinery, and compares the result with that of
// our composed patch. The order of elements is not compared.
func (s Subject) Compose(original model.Value, patches []model.Value) (DiffVerdict, string) {
	original = asRead(original)
	for i := range patches {
		patches[i] = asRead(patches[i])
	}
	composed, err := s.engine().Compose(s.Schema, patches...)
	if err != nil {
		return Refused, ""
	}
	want := original
	for _, patch := range patches {
		a := s.ask(want, patch)
		if a.unread || a.err != nil || a.panicked != nil {
			return UnreadDiff, ""
		}
		var failed error
		if want, failed = model.FromAny(a.result); failed != nil {
			return UnreadDiff, ""
		}
	}
	a := s.ask(original, composed)
	if a.err == nil && a.panicked == nil && !a.unread {
		if got, failed := model.FromAny(a.result); failed == nil && model.Equal(sorted(s.Schema, got), sorted(s.Schema, want)) {
			return SamePatch, ""
		}
	}
	for range answers {
		if again := s.ask(original, composed); !again.equal(a) {
			return UnreadDiff, "" // a member has the name of a directive, so apimachinery misreads it
		}
	}
	text := fmt.Sprintf("original %s\ncomposed %s\ngives %s\ninstead of %s", original.Canonical(), composed.Canonical(), a, want.Canonical())
	for _, patch := range patches {
		text += "\npatch " + string(patch.Canonical())
	}
	return Wrong, text
}
