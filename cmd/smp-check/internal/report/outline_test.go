package report

import (
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A reader who follows sameAs finds every place of every built-in kind in the report about
// the kind, and the report contains no other places.
func TestReportHasEveryPlace(t *testing.T) {
	for _, all := range []bool{false, true} {
		for _, k := range kubernetes.Kinds() {
			s, _ := kubernetes.Lookup(k.APIVersion, k.Kind)
			checkReport(t, k.String(), s, all)
		}
	}
}

// The same holds for types that use each other.
func TestReportOfMutualRecursion(t *testing.T) {
	d, err := openapi.Read(model.MustParse(`{"openapi": "3.0.0", "components": {"schemas": {
		"A": {"type": "object", "properties": {"list": {"type": "array"}, "b": {"$ref": "#/components/schemas/B"},
			"c": {"type": "array", "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "key", "items": {"$ref": "#/components/schemas/C"}}}},
		"B": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}, "plain": {"$ref": "#/components/schemas/P"}},
			"additionalProperties": {"$ref": "#/components/schemas/C"}},
		"C": {"type": "object", "properties": {"key": {"type": "string"}, "b": {"$ref": "#/components/schemas/B"}, "c": {"$ref": "#/components/schemas/C"}}},
		"P": {"type": "object", "properties": {"p": {"$ref": "#/components/schemas/P"}, "q": {"$ref": "#/components/schemas/P"}}}
	}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A", "B", "C", "P"} {
		s, err := d.Schema(name)
		if err != nil {
			t.Fatal(err)
		}
		checkReport(t, name, s, false)
		checkReport(t, name, s, true)
	}
}

func checkReport(t *testing.T, name string, s smp.Schema, all bool) {
	t.Helper()
	r, err := NewSchema(name, s, all)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	places := map[string]placeReport{}
	for _, p := range r.Places {
		if _, twice := places[p.Path]; twice {
			t.Fatalf("%s: %s is listed twice", name, p.Path)
		}
		places[p.Path] = p
	}
	used := map[string]bool{}
	walkPlaces(s, "", nil, func(path string, m merging) {
		if m.plain() && !all {
			return
		}
		found, ok := places[follow(places, path)]
		if !ok {
			t.Fatalf("%s: %s is missing", name, path)
		}
		if !reflect.DeepEqual(found.merging, m) {
			t.Fatalf("%s: %s is %v, want %v", name, path, found.merging, m)
		}
		used[found.Path] = true
	})
	for path, p := range places {
		if !used[path] && (all || !p.plain()) {
			t.Errorf("%s: %s is no place of it", name, path)
		}
	}
}

// follow returns the path under which a report lists a place. It follows sameAs.
func follow(places map[string]placeReport, path string) string {
	for {
		if _, ok := places[path]; ok {
			return path
		}
		from := ""
		for outer, p := range places {
			rest, inside := strings.CutPrefix(path, outer)
			if inside && p.SameAs != "" && strings.IndexAny(rest, ".[") == 0 && len(outer) > len(from) {
				from = outer
			}
		}
		if from == "" {
			return path
		}
		path = strings.TrimPrefix(strings.TrimPrefix(places[from].SameAs, ".")+strings.TrimPrefix(path, from), ".")
	}
}

// walkPlaces visits every place of a schema. On each path, it enters a type at
// most twice.
func walkPlaces(s smp.Schema, path string, above []smp.Schema, visit func(path string, m merging)) {
	if path == "" {
		visit(".", MergingOf(s))
	} else {
		visit(path, MergingOf(s))
	}
	m := members(s)
	if m.Type() != smp.MapType || s.Strategy() == smp.Replace || m.Strategy() == smp.Replace {
		return
	}
	times := 0
	for _, outer := range above {
		if outer.Equal(m) {
			times++
		}
	}
	if times == 2 {
		return
	}
	above = append(above, m)
	for name, field := range m.Fields() {
		walkPlaces(field, joinPath(path, fieldText(name)), above, visit)
	}
	if values, ok := m.Values(); ok {
		walkPlaces(values, joinPath(path, anyName), above, visit)
	}
}
