package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Slip is a likely mistake in a patch or in its result: a field that neither the schema
// nor the format defines, a value of the wrong type, a string or fraction that a cluster cannot
// read, an element with the key of an earlier one, or two members of a union.
type Slip struct {
	Path  model.Path // in the patch, where lists are addressed by index; in the result by key
	Does  string     // the problem, or its effect
	Meant string     // the name or place that is probably meant; may be empty
	Fix   string     // the correction of a value of the wrong type or of a name; may be empty
	// InResult is set if the mistake is in the result.
	InResult bool
	// WrongType is set if the mistake is a value of the wrong type, or a string or fraction
	// that a cluster cannot read.
	WrongType bool
}

// IsCertain reports whether the slip is a mistake. A field that the schema does not define
// may belong to a newer version of the schema, unless its name is close to that of a known
// field.
func (s Slip) IsCertain() bool { return s.Does != unknownField || s.Meant != "" || s.Fix != "" }

// WithWords adds the correction to the slips about unknown fields of a document whose names are words
// such as n. A cluster reads these words as the name true or false.
func WithWords(d load.Document, slips []Slip) []Slip {
	for i, slip := range slips {
		if slip.Does != unknownField {
			continue
		}
		if word := d.Word(slip.Path); word != "" {
			slips[i].Meant, slips[i].Fix = "", fmt.Sprintf("YAML reads the name %s as %s; put it in quotes", word, slip.Path[len(slip.Path)-1])
		}
	}
	return slips
}

// String returns one line, as in "spec.replica: unknown field; did you mean replicas?".
// Mistakes in the result begin with "the result: ".
func (s Slip) String() string {
	where := ""
	if s.InResult {
		where = "the result: "
	}
	return where + fmt.Sprintf("%s: %s", s.Path, s.Does) + s.Advice()
}

// Advice returns a suffix such as "; did you mean replicas?" or "; write it in quotes", or an
// empty text.
func (s Slip) Advice() string {
	if s.Fix != "" {
		return "; " + s.Fix
	}
	return s.Question()
}

// Question returns a suffix such as "; did you mean replicas?", or an empty text.
func (s Slip) Question() string {
	if s.Meant == "" {
		return ""
	}
	return "; did you mean " + model.Shorten(s.Meant) + "?"
}

// Suggesting adds advice to an error. For an unknown field or a value of the wrong type, this
// is the advice of the slip at its path. For an ambiguous key, it is Unambiguous.
func Suggesting(err error, slips []Slip) error {
	var e *smp.Error
	if errors.As(err, &e) && e.Code == smp.AmbiguousMergeKey && e.Rule == smp.RuleKeysRecommended {
		advising := *e
		advising.Cause = errors.New(Ambiguous(e.Cause))
		return &advising
	}
	if !errors.As(err, &e) || e.Code != smp.UnknownField && e.Code != smp.WrongType {
		return err
	}
	for _, slip := range slips {
		if advice := slip.Advice(); slip.WrongType == (e.Code == smp.WrongType) && slip.Path.Equal(e.Path) && advice != "" {
			suggesting := *e
			suggesting.Cause = fmt.Errorf("%w%s", e.Cause, advice)
			return &suggesting
		}
	}
	return err
}

// Slips returns the likely mistakes in a patch: those of Unfit, elements with the key of an
// earlier element, and deletions with a recommended key that has no effect.
func (t Types) Slips(patch model.Value) []Slip {
	s := t.schema
	problems := smp.Lint(s, patch)
	found, repeats := t.unfit(patch, problems), Repeating{}
	for _, p := range problems {
		switch {
		case p.Code == smp.RepeatedKey && isMap(patch, p.Path):
			found = append(found, Slip{Path: p.Path, Does: p.Cause.Error() + ", so the two are merged"})
		case p.Code == smp.AmbiguousMergeKey && repeats.Has(s, patch, p.Path):
			found = append(found, Slip{Path: p.Path, Does: Ambiguous(p.Cause)})
		case p.Code == smp.NoEffect && isKeyOfDeletion(s, patch, p.Path):
			text, _, _ := strings.Cut(p.Cause.Error(), ", because ")
			found = append(found, Slip{Path: p.Path, Does: text + Unambiguous})
		}
	}
	return found
}

// Unambiguous is the advice for an element that a patch finds by a key that several elements
// may have, such as port 53 of 53/UDP and 53/TCP. The advice is correct by the specification
// and on clusters.
const Unambiguous = "; to be unambiguous, write the whole list with $patch: replace, as diff does"

// Ambiguous returns the text of a problem with code AmbiguousMergeKey, with the advice
// Unambiguous. It replaces the advice of package smp to use $patchMergeKey, which clusters do not
// support.
func Ambiguous(cause error) string {
	text, _, _ := strings.Cut(cause.Error(), "; use $patchMergeKey")
	return text + Unambiguous
}

// Unfit returns the unknown fields and directives in a patch, the values of the wrong type, and
// the strings and fractions that a cluster cannot read. In a free-form map, it reports only names
// that look like directives. It does not look inside unknown fields. Placeholders such as ${replicas}
// have any type.
func (t Types) Unfit(patch model.Value) []Slip { return t.unfit(patch, smp.Lint(t.schema, patch)) }

// maxHints is the number of unknown names in a document for which the schema is searched for a similar
// name, and for a place with this name.
const maxHints = 50

func (t Types) unfit(patch model.Value, problems []smp.Problem) []Slip {
	s := t.schema
	hints := maxHints
	found := unknownNames(s, patch, true, &hints)
	hints = maxHints
	for i, slip := range found {
		if slip.Does == unknownField && slip.Meant == "" {
			if hints--; hints < 0 {
				break
			}
			found[i].Meant = misplaced(s, slip.Path)
		}
	}
	for _, p := range problems {
		if p.Code == smp.WrongType && !p.Rejected && !t.IsPlaceholder(patch, p.Path) {
			v, _ := p.Path.Lookup(patch)
			found = append(found, Slip{Path: p.Path, Does: p.Cause.Error(), Fix: typeFix(schemaAt(s, p.Path), v), WrongType: true})
		}
	}
	return append(found, t.Unreadable(patch)...)
}

func isMap(patch model.Value, path model.Path) bool {
	v, _ := path.Lookup(patch)
	return v.Type() == model.Map
}

// Repeating is a cache for Has. It records which elements of a patch's lists have the same
// merge keys as an earlier element, so that both change one element.
type Repeating map[model.Value][]bool

// Has reports whether the element at a path of a patch has the default key of an earlier
// element.
func (r Repeating) Has(s smp.Schema, patch model.Value, path model.Path) bool {
	n := len(path) - 1
	index, ok := path[n].(model.Index)
	if !ok {
		return true
	}
	list, _ := path[:n].Lookup(patch)
	if _, known := r[list]; !known {
		r[list] = repeating(schemaAt(s, path[:n]).Keys(), list)
	}
	return r[list][index]
}

// repeating reports for each element of a list whether an earlier one has the same keys.
func repeating(keys []string, list model.Value) []bool {
	repeats := make([]bool, list.Len())
	first := map[uint64][]model.Value{} // the first elements with their keys, by the hash of the keys
	for i, e := range list.Elements() {
		var hash uint64
		for _, key := range keys {
			v, _ := e.Get(key)
			hash = hash*31 + v.Hash()
		}
		for _, earlier := range first[hash] {
			repeats[i] = repeats[i] || sameKeys(keys, earlier, e)
		}
		if !repeats[i] {
			first[hash] = append(first[hash], e)
		}
	}
	return repeats
}

// isKeyOfDeletion reports whether a path of a patch leads to a recommended key in the deletion
// of an element.
func isKeyOfDeletion(s smp.Schema, patch model.Value, path model.Path) bool {
	n := len(path) - 1
	if n < 1 {
		return false
	}
	name, isField := path[n].(model.Field)
	_, inElement := path[n-1].(model.Index)
	deletion, _ := path[:n].Lookup(patch)
	operation, _ := deletion.Get("$patch")
	return isField && inElement && operation.Text() == "delete" && slices.Contains(schemaAt(s, path[:n-1]).Recommended(), string(name))
}

// schemaAt returns the schema at a path of a patch.
func schemaAt(s smp.Schema, path model.Path) smp.Schema {
	for _, step := range path {
		if field, isField := step.(model.Field); isField {
			s, _ = s.Member(string(field))
		} else {
			s = s.Element()
		}
	}
	return s
}

func sameKeys(keys []string, a, b model.Value) bool {
	for _, key := range keys {
		left, _ := a.Get(key)
		right, _ := b.Get(key)
		if !model.Equal(left, right) {
			return false
		}
	}
	return true
}

// unknownNames returns the slips about names in a part of a patch, which is the whole patch
// if isRoot is true. Their paths are relative to that part. It searches for at most as many similar
// names as hints.
func unknownNames(s smp.Schema, patch model.Value, isRoot bool, hints *int) []Slip {
	var found []Slip
	nearest := func(name string) string {
		if *hints--; *hints < 0 {
			return ""
		}
		return load.Nearest(name, namesOf(s))
	}
	for name, member := range patch.SortedMembers() {
		slip := func(does, meant string) {
			found = append(found, Slip{Path: model.Path{model.Field(name)}, Does: does, Meant: meant})
		}
		inner, known := s.Member(name)
		_, isField := s.Field(name)
		dollar := strings.HasPrefix(name, "$") && !isField
		switch {
		case dollar && isDirective(name):
		case dollar && s.Declared():
			slip("unknown directive, which is dropped", load.Nearest(name, directives))
		case dollar && load.Nearest(name, directives) != "":
			slip("unknown directive, which is kept as data", load.Nearest(name, directives))
		case !known && s.Declared() && !(isRoot && isTyped(name)):
			slip(unknownField, nearest(name))
		default:
			for _, slip := range unknownNames(inner, member, false, hints) {
				slip.Path = append(model.Path{model.Field(name)}, slip.Path...)
				found = append(found, slip)
			}
		}
	}
	for i, e := range patch.Elements() {
		for _, slip := range unknownNames(s.Element(), e, false, hints) {
			slip.Path = append(model.Path{model.Index(i)}, slip.Path...)
			found = append(found, slip)
		}
	}
	return found
}

// UnknownField returns the slip for the first unknown field in a path, and whether there is
// one. The path consists of field names only: list elements are left out, and lists in lists
// are not supported.
func UnknownField(s smp.Schema, path model.Path) (Slip, bool) {
	root := s
	for i, step := range path {
		if s.Type() == smp.ListType {
			s = s.Element()
		}
		if s.Type() == smp.ListType {
			return Slip{}, false
		}
		name := string(step.(model.Field))
		inner, known := s.Member(name)
		if !known && s.Declared() && !(i == 0 && isTyped(name)) {
			slip := Slip{Path: path[:i+1], Does: unknownField, Meant: load.Nearest(name, namesOf(s))}
			if slip.Meant == "" {
				slip.Meant = misplaced(root, slip.Path)
			}
			return slip, true
		}
		s = inner
	}
	return Slip{}, false
}

// isTyped reports whether a field of the root is apiVersion or kind, which every schema
// accepts.
func isTyped(name string) bool { return name == "apiVersion" || name == "kind" }

const unknownField = "unknown field"

// directives lists the names of the directives. The last two are followed by /FIELD.
var directives = []string{"$patch", "$retainKeys", "$patchMergeKey", "$setElementOrder", "$deleteFromPrimitiveList"}

func isDirective(name string) bool {
	base, _, _ := strings.Cut(name, "/")
	return slices.Contains(directives, base)
}

// RuleMeant returns a suffix such as "; did you mean keys-null?" if the text is close to the
// id of a rule or divergence, and an empty string if it is not.
func RuleMeant(written string) string {
	var ids []string
	for _, rule := range smp.Rules() {
		ids = append(ids, string(rule))
	}
	for _, d := range cluster.Divergences() {
		ids = append(ids, d.String())
	}
	return load.Meant(written, ids)
}
