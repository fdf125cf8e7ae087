package judge

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// duplicates returns the elements of keyed lists and sets of a document that have the key of an
// earlier element. Keys are those of server-side apply, with their defaults. An element that
// lacks a key without default is not compared.
func duplicates(s smp.Schema, document model.Value) []smp.Problem {
	var d duplicateWalk
	d.value(s, document)
	return d.found
}

type duplicateWalk struct {
	path  model.Path
	found []smp.Problem
}

func (d *duplicateWalk) value(s smp.Schema, v model.Value) {
	for name, member := range v.Members() {
		if inner, ok := s.Member(name); ok {
			d.path = append(d.path, model.Field(name))
			d.value(inner, member)
			d.path = d.path[:len(d.path)-1]
		}
	}
	if v.Type() != model.List || s.Type() != smp.ListType {
		return
	}
	keys := s.Recommended()
	if len(keys) == 0 {
		keys = s.Keys()
	}
	seen := map[string]bool{}
	for i, e := range v.Elements() {
		d.path = append(d.path, model.Index(i))
		d.value(s.Element(), e)
		if id, ok := textOfKey(s, keys, e); ok && s.Merging() {
			if seen[id] {
				d.repeated(keys)
			}
			seen[id] = true
		}
		d.path = d.path[:len(d.path)-1]
	}
}

func (d *duplicateWalk) repeated(keys []string) {
	cause := fmt.Errorf("an earlier element of the list has the same value")
	if len(keys) > 0 {
		cause = fmt.Errorf("an earlier element of the list has the same %s", strings.Join(keys, " and "))
	}
	d.found = append(d.found, smp.Problem{Path: d.path.Append(), Rule: smp.RuleLint, Code: smp.RepeatedKey, Cause: cause})
}

// textOfKey returns the key of an element as a text, and reports whether the element has the key.
func textOfKey(s smp.Schema, keys []string, e model.Value) (string, bool) {
	if len(keys) == 0 {
		return e.Canonical(), true
	}
	var b strings.Builder
	for _, key := range keys {
		v, _ := e.Get(key)
		if v.Type() == model.Absent || v.Type() == model.Null {
			v, _ = s.KeyDefault(key)
		}
		if v.Type() == model.Absent {
			return "", false
		}
		b.WriteString(v.Canonical())
		b.WriteByte(0)
	}
	return b.String(), true
}
