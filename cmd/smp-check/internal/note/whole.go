package note

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Comparison holds command lines for the same files that a user of diff may have meant.
type Comparison struct {
	// ThreeWay is the command for a live object and its manifest. In Backwards, the files are
	// in the other order.
	ThreeWay, Backwards string
	// Apply is the command for an object and a patch. In ApplyBackwards, the files are in the
	// other order.
	Apply, ApplyBackwards string
	// Result is set if diff shows the result instead of the patch. The result never has the
	// fields that servers fill in, so their deletion is not reported.
	Result bool
}

// Compared reports if one document of a diff is not a complete manifest. The patch then
// deletes the fields that modified lacks. original may be a live object, and modified may be
// a patch, or the two may be swapped.
func (n *Notes) Compared(s smp.Schema, original, modified load.Document, c Comparison) {
	switch deleted := onlyServers(original.Value, modified.Value); {
	case len(deleted) > 0 && c.Result:
	case len(deleted) > 0:
		n.Say("%s is a live object: the patch deletes %s, and all other fields that %s lacks", original.Name, patches.Paths(deleted), modified.Name)
		n.Say("to leave alone all fields that others set, run %s; to leave alone only some, use diff --keep PATH, as in --keep status", c.ThreeWay)
	case n.swappedLive(original, modified):
		n.Say("to get a patch for the live object, run %s", c.Backwards)
	default:
		if why := likePatch(s, modified, original); why != "" {
			n.Say("%s looks like a patch: %s; diff compares complete objects, so its patch deletes all fields that only %s has", modified.Name, why, original.Name)
			n.Say("to apply %s, run %s; if it is a manifest with only some fields of a live object, run %s", modified.Name, c.Apply, c.ThreeWay)
		} else if why := likePatch(s, original, modified); why != "" {
			n.Say("%s looks like a patch: %s; diff compares complete objects; to apply it, run %s", original.Name, why, c.ApplyBackwards)
		}
	}
}

// PatchAsObject adds advice to the error of a diff if modified contains directives.
func PatchAsObject(err error, original, modified load.Document, c Comparison) error {
	if err == nil || likePatch(smp.Schemaless, modified, original) == "" {
		return err
	}
	if _, found := directiveIn(modified.Value); !found {
		return err
	}
	return fmt.Errorf("%w\n%s looks like a patch. To apply it, run %s", err, modified.Name, c.Apply)
}

// swappedLive reports that a patch sets fields that only servers set.
func (n *Notes) swappedLive(original, modified load.Document) bool {
	set := onlyServers(modified.Value, original.Value)
	if len(set) > 0 {
		n.Say("%s is a live object: the patch sets %s, which only servers set; the order of arguments is ORIGINAL MODIFIED", modified.Name, patches.Paths(set))
	}
	return len(set) > 0
}

// onlyServers returns the fields of live that only servers set, if other has none of them. A
// manifest may have an empty status, and creationTimestamp: null.
func onlyServers(live, other model.Value) []model.Path {
	var found []model.Path
	certain := false
	for _, path := range append(serverFields(), fieldPath("metadata.resourceVersion"), fieldPath("metadata.generation")) {
		hasValue := func(v model.Value) bool {
			v, _ = path.Lookup(v)
			return v.IsScalar() || v.Len() > 0
		}
		if hasValue(other) {
			return nil
		}
		if hasValue(live) {
			found = append(found, path)
			certain = certain || path.String() != "metadata.generation"
		}
	}
	if !certain {
		return nil
	}
	slices.SortFunc(found, func(a, b model.Path) int { return len(b) - len(a) })
	return found
}

// likePatch returns the reason why a document looks like a patch for another one, and not
// like a complete object. The reason is empty if the document does not look like a patch.
func likePatch(s smp.Schema, d, object load.Document) string {
	if path, found := directiveIn(d.Value); found {
		if _, both := directiveIn(object.Value); !both {
			return fmt.Sprintf("it contains the directive %s", path)
		}
	}
	declared, other := corpus.DeclaredKind(d.Value), corpus.DeclaredKind(object.Value)
	if !load.Complete(other) {
		return ""
	}
	if !load.Complete(declared) {
		return "it has no apiVersion and kind"
	}
	for _, path := range append(requiredFields(s), fieldPath("metadata.name")) {
		if isSet(path, object.Value) && !isSet(path, d.Value) {
			return fmt.Sprintf("it has no %s", path)
		}
	}
	return ""
}
