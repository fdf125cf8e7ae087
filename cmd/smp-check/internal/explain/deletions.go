package explain

import (
	"fmt"
	"iter"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Deletions collects the elements that a patch deletes, to find ambiguous deletions: without
// $patchMergeKey, {port: 53, $patch: delete} deletes both 53/UDP and 53/TCP. No rule rejects
// such a patch, even if the engine is strict.
type Deletions []model.Path

// Record adds the deleted element of an event. Call it from the Trace of an Engine.
func (d *Deletions) Record(event cluster.Event) {
	if event.Rule == smp.RuleKeyedDelete {
		*d = append(*d, event.Path)
	}
}

// Slips returns the ambiguous deletions of a patch.
func (d Deletions) Slips(s smp.Schema, original, patch model.Value) []report.Slip {
	if len(d) == 0 {
		return nil
	}
	return d.slipsIn(&Explanation{schema: s, original: original, patch: patch, elements: map[model.Value]map[string]elementPosition{}, keyed: map[keyedBy]map[uint64][]int{}})
}

// slipsIn returns the ambiguous deletions of an explained patch.
func (d Deletions) slipsIn(x *Explanation) []report.Slip {
	var slips []report.Slip
	sharing, setting := map[string]sharers{}, map[string]sharers{} // by the path of the list
	for _, path := range d {
		n := len(path) - 1
		if n < 0 {
			continue
		}
		key, ok := path[n].(model.Key)
		s := x.schemaOf(path[:n])
		if !ok || len(key) != len(s.Keys()) || len(s.Recommended()) <= len(key) {
			continue // $patchMergeKey selects by all keys, or the schema has only the default keys
		}
		list := path[:n].String()
		if sharing[list] == nil {
			sharing[list] = sharersOf(s, x.lookup(x.original, path[:n]).Elements())
			setting[list] = sharersOf(s, settingIn(x.lookup(x.patch, path[:n])))
		}
		group := sharing[list][key.String()]
		if group == nil || group.differ == "" || namesRecommended(s, x.lookup(x.patch, path)) {
			continue // report.Slips reports a recommended key in a deletion
		}
		if setting[list][key.String()] != nil {
			continue // the patch deletes all elements with the key, and sets those that stay
		}
		slips = append(slips, report.Slip{Path: path, Does: fmt.Sprintf("the deletion removes %d elements, which differ in %s%s", group.count, group.differ, report.Unambiguous)})
	}
	return slips
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
		var key model.Key
		for _, name := range s.Keys() {
			key = append(key, model.KeyField{Name: name, Value: keyIn(s, e, name)})
		}
		group := groups[key.String()]
		if group == nil {
			group = &sharerGroup{first: e}
			groups[key.String()] = group
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

// keyIn returns the value of a key in an element, or else the default of the key.
func keyIn(s smp.Schema, e model.Value, name string) model.Value {
	v, ok := e.Get(name)
	if !ok {
		v, _ = s.KeyDefault(name)
	}
	return v
}
