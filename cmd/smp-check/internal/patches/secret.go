package patches

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

var (
	dataPath       = FieldsPath("data")
	stringDataPath = FieldsPath("stringData")
)

// secretKind is the kind of Secrets, as text.
const secretKind = "v1/Secret"

func isSecret(object model.Value) bool { return corpus.DeclaredKind(object).String() == secretKind }

// isLiveSecret reports whether an object is a Secret without stringData, as in a cluster.
func isLiveSecret(object model.Value) bool {
	given, _ := stringDataPath.Lookup(object)
	return isSecret(object) && given.Type() == model.Absent
}

// IsSecret reports whether a kind is that of Secrets.
func IsSecret(k kubernetes.Kind) bool { return k.String() == secretKind }

// WithStored adds the conflicts between two patches that only the stored form of a Secret shows: one
// patch sets or clears a value in data, and the other one sets it in stringData. find returns the
// conflicts between two patches.
func WithStored(k kubernetes.Kind, conflicts []smp.Conflict, left, right model.Value, find func(left, right model.Value) ([]smp.Conflict, error)) ([]smp.Conflict, error) {
	if !IsSecret(k) {
		return conflicts, nil
	}
	stored := [2]model.Value{left, right}
	for i, patch := range stored {
		var err error
		if stored[i], err = kubernetes.StoredSecret(patch); err != nil {
			return conflicts, nil // a cluster rejects such a Secret
		}
	}
	inStored, err := find(stored[0], stored[1])
	if err != nil {
		return nil, err
	}
	for _, found := range inStored {
		if n := len(found.Path); n != 1 && n != 2 || !found.Path[:1].Equal(dataPath) {
			continue
		}
		listed := slices.ContainsFunc(conflicts, func(known smp.Conflict) bool {
			return known.Path.Equal(found.Path) || begins(known.Path, stringDataPath) && known.Path[1:].Equal(found.Path[1:])
		})
		if !listed {
			conflicts = append(conflicts, found)
		}
	}
	return conflicts, nil
}

// begins reports whether a path begins with the steps of another one.
func begins(path, with model.Path) bool { return path[:min(len(path), len(with))].Equal(with) }

// HasSecrets reports whether documents are Secrets, or patches for one: by the chosen kind, or by the kind in a
// document, even if a flag chooses another one.
func HasSecrets(k kubernetes.Kind, docs ...load.Document) bool {
	return IsSecret(k) || slices.ContainsFunc(docs, func(d load.Document) bool {
		kind, _ := d.Value.Get("kind")
		return strings.EqualFold(strings.TrimSpace(kind.Text()), "Secret")
	})
}

// MaskedConflicts returns the conflicts of an object of the chosen kind, which docs are for. If it is a Secret,
// its secret values are replaced by ***.
func MaskedConflicts(k kubernetes.Kind, conflicts []smp.Conflict, docs ...load.Document) []smp.Conflict {
	if !HasSecrets(k, docs...) {
		return conflicts
	}
	masked := make([]smp.Conflict, len(conflicts))
	for i, c := range conflicts {
		c.Left, c.Right = Masked(c.Path, c.Left), Masked(c.Path, c.Right)
		masked[i] = c
	}
	return masked
}

// publicFields are the fields of a Secret whose values are not secret. All others are, also if their names are
// misspelled.
var publicFields = []string{"apiVersion", "kind", "metadata", "type", "immutable"}

// Masked returns a value at a path of a Secret, or of a patch for one, with *** in place of its secret
// values: all except those of publicFields and directives. Commands mask the values that they show to people,
// and write patches and results with all values.
func Masked(path model.Path, v model.Value) model.Value {
	switch {
	case v.Type() == model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			members[i].Value = Masked(append(path[:len(path):len(path)], model.Field(m.Name)), m.Value)
		}
		if made, err := model.NewMap(members...); err == nil {
			return made
		}
	case isSecretAt(path) && v.Type() != model.Absent && v.Type() != model.Null:
		return model.NewString("***")
	}
	return v
}

// isSecretAt reports whether the value at a path of a Secret is secret, unless it is a map.
func isSecretAt(path model.Path) bool {
	for _, step := range path[:min(len(path), 2)] {
		if name, _ := step.(model.Field); strings.HasPrefix(string(name), "$") {
			return false
		}
	}
	if len(path) == 0 {
		return true
	}
	name, _ := path[0].(model.Field)
	return !slices.Contains(publicFields, string(name)) || path.Equal(lastAppliedPath)
}
