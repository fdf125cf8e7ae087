package note

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
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
	// Keeps is set if a flag keeps places of original.
	Keeps bool
}

// Compared reports if one document of a diff is not a complete manifest. The patch then
// deletes the fields that modified lacks. original may be a live object, and modified may be
// a patch, or the two may be swapped. The patch turns original into result: modified with the
// places that the patch keeps. Compared reports no deletions if the patch deletes nothing.
func (n *Notes) Compared(s smp.Schema, original, modified load.Document, result model.Value, c Comparison) {
	switch live := onlyServers(original.Value, modified.Value); {
	case len(live) > 0 && c.Result:
	case len(live) > 0:
		n.deletedLive(s, original, modified, result, live, c)
	case n.swappedLive(original, load.Document{Name: modified.Name, Value: result}):
		n.Say("to get a patch for the live object, run %s", c.Backwards)
	default:
		if why := likePatch(s, modified, original); why != "" {
			if len(deletions(s, original.Value, result)) == 0 {
				return
			}
			n.Say("%s looks like a patch: %s; diff compares complete objects, so its patch deletes all fields that only %s has", modified.Name, why, original.Name)
			n.Say("to apply %s, run %s; if it is a manifest with only some fields of a live object, run %s", modified.Name, c.Apply, c.ThreeWay)
		} else if why := likePatch(s, original, modified); why != "" {
			n.Say("%s looks like a patch: %s; diff compares complete objects; to apply it, run %s", original.Name, why, c.ApplyBackwards)
		}
	}
}

// deletedLive reports that a patch deletes fields of a live object. It names the fields in
// live, which only servers set, or other places if the patch keeps all of these fields.
func (n *Notes) deletedLive(s smp.Schema, original, modified load.Document, result model.Value, live []model.Path, c Comparison) {
	deleted := slices.DeleteFunc(live, func(path model.Path) bool { return hasValue(path, result) })
	if len(deleted) == 0 {
		deleted = deletions(s, original.Value, result)
		deleted = deleted[:min(len(deleted), maxDeletions)]
	}
	if len(deleted) == 0 {
		return
	}
	except := ""
	if c.Keeps {
		except = ", except for the kept places"
	}
	n.Say("%s is a live object: the patch deletes %s, and all other fields that %s lacks%s", original.Name, patches.Paths(deleted), modified.Name, except)
	n.Say("to leave alone all fields that others set, run %s; to leave alone only some, use diff --keep PATH, as in --keep status", c.ThreeWay)
}

// maxDeletions is the maximal number of deleted places in a note.
const maxDeletions = 3

// deletions returns the fields of a document, and the elements of its lists that merge, that
// result lacks.
func deletions(s smp.Schema, document, result model.Value) []model.Path {
	var found []model.Path
	for _, d := range corpus.Differences(s, document, result) {
		if d.Code == corpus.Missing && !d.InAtomicList {
			found = append(found, d.Path)
		}
	}
	return found
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
		if hasValue(path, other) {
			return nil
		}
		if hasValue(path, live) {
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

// hasValue reports whether a document has a scalar, or a map or list that is not empty, at a
// path.
func hasValue(path model.Path, document model.Value) bool {
	v, _ := path.Lookup(document)
	return v.IsScalar() || v.Len() > 0
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
	if !kinds.Complete(other) {
		return ""
	}
	if !kinds.Complete(declared) {
		return "it has no apiVersion and kind"
	}
	path, found := requiredOnlyIn(s, object.Value, d.Value)
	if name := fieldPath("metadata.name"); !found {
		path, found = name, hasValue(name, object.Value) && !hasValue(name, d.Value)
	}
	if found {
		return fmt.Sprintf("it has no %s", path)
	}
	return ""
}
