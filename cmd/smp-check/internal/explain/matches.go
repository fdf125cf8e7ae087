package explain

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Matches collects the elements that a patch finds by their keys, to report those that may not be the
// ones that are meant. No rule rejects such a patch, even if the engine is strict.
//
//   - Without $patchMergeKey, {port: 53, $patch: delete} deletes both 53/UDP and 53/TCP.
//   - If two variables are called A, {name: A, value: x} changes only the first of them. A container
//     uses the last one.
type Matches struct {
	deleted, merged []model.Path
	ambiguous       map[string]bool // paths of merged elements that the engine reports as ambiguous
	replaced        map[string]bool // paths of maps and lists that $patch: replace replaces
}

// Record adds the element of an event. Call it from the Trace of an Engine.
func (m *Matches) Record(event cluster.Event) {
	switch {
	case event.Rule == smp.RuleKeyedDelete:
		m.deleted = append(m.deleted, event.Path)
	case slices.Contains(clearing, event.Rule):
		if m.replaced == nil {
			m.replaced = map[string]bool{}
		}
		m.replaced[event.Path.String()] = true
	case event.Rule != smp.RuleKeyedMerge:
	case event.Ambiguous == nil:
		m.merged = append(m.merged, event.Path)
	default:
		if m.ambiguous == nil {
			m.ambiguous = map[string]bool{}
		}
		m.ambiguous[event.Path.String()] = true
	}
}

// Findings returns the likely mistakes of a patch.
func (m Matches) Findings(s smp.Schema, original, patch model.Value) []finding.Finding {
	if len(m.deleted)+len(m.merged) == 0 {
		return nil
	}
	return m.in(&Explanation{schema: s, original: original, patch: patch, elements: map[model.Value]map[string]elementPosition{}, keyed: map[keyedBy]map[uint64][]int{}})
}

// in returns the likely mistakes of an explained patch.
func (m Matches) in(x *Explanation) []finding.Finding {
	return append(m.deletions(x), m.duplicates(x)...)
}

// duplicates returns the merged elements that have duplicates in the original.
func (m Matches) duplicates(x *Explanation) []finding.Finding {
	var found []finding.Finding
	counts := map[string]map[string]int{} // of elements, by the path of the list with the names of the keys, and by key
	reported := map[string]bool{}
	var deleted selections
	for _, path := range m.deleted {
		if in, key, ok := elementAt(path); ok {
			deleted.add(in.String(), key, cluster.Event{Event: smp.Event{Path: path}})
		}
	}
	for _, path := range m.merged {
		in, key, ok := elementAt(path)
		if !ok || m.ambiguous[path.String()] || reported[path.String()] || m.isReplaced(in) {
			continue
		}
		if x.lookup(x.patch, path).Len() == len(key) || len(deleted.of(in.String(), key)) > 0 {
			continue // the element of the patch changes nothing, or the patch deletes all duplicates
		}
		s, list := x.schemaOf(in), x.lookup(x.original, in)
		names := s.Recommended()
		for _, field := range key {
			if !slices.Contains(names, field.Name) {
				names = append(slices.Clip(names), field.Name)
			}
		}
		by := in.String() + " " + strings.Join(names, " ")
		if counts[by] == nil {
			counts[by] = map[string]int{}
			for _, e := range list.Elements() {
				counts[by][idOf(keyOf(s, e, names))]++
			}
		}
		if count := counts[by][idOf(keyOf(s, x.lookup(x.original, path), names))]; count > 1 {
			reported[path.String()] = true
			found = append(found, finding.Finding{
				Path: path, Code: smp.AmbiguousMergeKey, Rule: smp.RuleKeyedMerge, Severity: finding.Warning,
				Sentence: fmt.Sprintf("%d elements have this key, and the patch changes only the first", count),
				Remedy:   "remove the duplicates, or write the whole list with $patch: replace",
			})
		}
	}
	return found
}

// isReplaced reports whether the patch replaces a list, or a map or list around it.
func (m Matches) isReplaced(list model.Path) bool {
	for n := range len(list) + 1 {
		if len(m.replaced) > 0 && m.replaced[list[:n].String()] {
			return true
		}
	}
	return false
}

// deletions returns the ambiguous deletions.
func (m Matches) deletions(x *Explanation) []finding.Finding {
	var found []finding.Finding
	sharing, setting := map[string]sharers{}, map[string]sharers{} // by the path of the list
	for _, path := range m.deleted {
		in, key, ok := elementAt(path)
		s := x.schemaOf(in)
		if !ok || len(key) != len(s.Keys()) {
			continue // $patchMergeKey selects by all keys
		}
		list := in.String()
		if sharing[list] == nil {
			sharing[list] = sharersOf(s, x.lookup(x.original, in).Elements())
			setting[list] = sharersOf(s, settingIn(x.lookup(x.patch, in)))
		}
		group := sharing[list][idOf(key)]
		if group == nil || group.differ == "" || namesRecommended(s, x.lookup(x.patch, path)) {
			continue // judge.Patch reports a recommended key in a deletion
		}
		if setting[list][idOf(key)] != nil {
			continue // the patch deletes all elements with the key, and sets those that stay
		}
		found = append(found, finding.Finding{
			Path: path, Code: smp.AmbiguousMergeKey, Rule: smp.RuleKeyedDelete, Severity: finding.Warning,
			Sentence: fmt.Sprintf("the deletion removes %d elements, which differ in %s", group.count, group.differ),
			Remedy:   judge.Unambiguous,
		})
	}
	return found
}

// namesRecommended reports whether an element of a patch is a deletion that contains a
// recommended key that is not a default key.
func namesRecommended(s smp.Schema, e model.Value) bool {
	if operation, _ := e.Get("$patch"); operation.Text() != "delete" {
		return false
	}
	return slices.ContainsFunc(s.Recommended(), func(name string) bool {
		_, named := e.Get(name)
		return named && !slices.Contains(s.Keys(), name)
	})
}

// settingIn returns the elements of a patch list that contain no $patch.
func settingIn(list model.Value) iter.Seq2[int, model.Value] {
	return func(yield func(int, model.Value) bool) {
		for i, e := range list.Elements() {
			if _, isOperation := e.Get("$patch"); !isOperation && !yield(i, e) {
				return
			}
		}
	}
}

// sharers groups the elements of a list by their default key, as text.
type sharers map[string]*sharerGroup

// A sharerGroup describes the elements with one default key: the first of them, their number, and a
// recommended key in which they differ. differ is empty if no such key exists.
type sharerGroup struct {
	first  model.Value
	count  int
	differ string
}

func sharersOf(s smp.Schema, elements iter.Seq2[int, model.Value]) sharers {
	groups := sharers{}
	for _, e := range elements {
		key := keyOf(s, e, s.Keys())
		group := groups[idOf(key)]
		if group == nil {
			group = &sharerGroup{first: e}
			groups[idOf(key)] = group
		}
		group.count++
		for _, name := range s.Recommended() {
			if group.differ == "" && !model.Equal(keyIn(s, group.first, name), keyIn(s, e, name)) {
				group.differ = name
			}
		}
	}
	return groups
}

// keyOf returns the values of the keys with these names in an element.
func keyOf(s smp.Schema, e model.Value, names []string) model.Key {
	var key model.Key
	for _, name := range names {
		key = append(key, model.KeyField{Name: name, Value: keyIn(s, e, name)})
	}
	return key
}

// keyIn returns the value of a key in an element, or else the default of the key.
func keyIn(s smp.Schema, e model.Value, name string) model.Value {
	v, ok := e.Get(name)
	if !ok {
		v, _ = s.KeyDefault(name)
	}
	return v
}
