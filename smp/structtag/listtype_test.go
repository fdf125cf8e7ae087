package structtag_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

type (
	port struct {
		Port     int    `json:"port"`
		Protocol string `json:"protocol,omitempty"`
		Required string `json:"required"`
	}
	ports   []port
	atoms   struct{ A int }
	service struct {
		Tagged    []port                `json:"tagged" patchStrategy:"merge" patchMergeKey:"port"`
		Same      []port                `json:"same" patchStrategy:"merge" patchMergeKey:"port"`
		Other     []port                `json:"other" patchStrategy:"merge" patchMergeKey:"port"`
		Explicit  []port                `json:"explicit" patchStrategy:"merge" patchMergeKey:"port" recommendedPatchMergeKey:"port,required"`
		Replaced  []port                `json:"replaced" patchStrategy:"replace"`
		Untagged  []port                `json:"untagged"`
		Named     ports                 `json:"named"`
		Set       []*string             `json:"set"`
		SetOfMaps []port                `json:"setOfMaps"`
		Atomic    map[string]int        `json:"atomic"`
		Defined   atoms                 `json:"defined"`
		Merged    atoms                 `json:"merged" patchStrategy:"merge"`
		Granular  atoms                 `json:"granular"`
		Unkeyed   ports                 `json:"unkeyed"`
		Matrix    [][]port              `json:"matrix"`
		Groups    map[string]ports      `json:"groups"`
		Below     struct{ List []port } `json:"below"`
	}
)

const here = "github.com/strategicpatch/smp/smp/structtag_test."

var serviceListTypes = map[string]structtag.ListType{
	here + "service:tagged":     {Relation: "map", Keys: []string{"port", "protocol"}},
	here + "service:same":       {Relation: "map", Keys: []string{"port"}},
	here + "service:other":      {Relation: "map", Keys: []string{"protocol", "port"}},
	here + "service:explicit":   {Relation: "map", Keys: []string{"port", "protocol"}},
	here + "service:replaced":   {Relation: "map", Keys: []string{"port", "protocol"}},
	here + "service:untagged":   {Relation: "map", Keys: []string{"port", "protocol"}},
	here + "ports:":             {Relation: "map", Keys: []string{"port"}},
	here + "service:set":        {Relation: "set"},
	here + "service:setOfMaps":  {Relation: "set"},
	here + "service:atomic":     {Relation: "atomic"},
	here + "service:granular":   {Relation: "granular"},
	here + "service:unkeyed":    {Relation: "atomic"},
	here + "service:matrix[]":   {Relation: "map", Keys: []string{"port"}},
	here + "atoms:":             {Relation: "atomic"},
	here + "service:below.List": {Relation: "map", Keys: []string{"port"}},
}

// A merging is the part of a field's schema that tests compare.
type merging struct {
	Strategy    string
	Keys        []string
	Recommended []string
	MapKeys     bool
}

func mergingOf(s smp.Schema) merging {
	return merging{s.Strategy().String(), s.Keys(), s.Recommended(), s.MapKeys()}
}

func readService(t *testing.T, opts ...structtag.Option) (map[string]merging, smp.Schema) {
	t.Helper()
	opts = append(opts,
		structtag.ListTypes(func(definition, field string) (structtag.ListType, bool) {
			lt, ok := serviceListTypes[definition+":"+field]
			return lt, ok
		}),
		structtag.KeyDefaults(func(definition, field string) model.Value {
			if definition != here+"port" || field == "port" {
				return model.Value{}
			}
			return model.NewString("TCP")
		}))
	s, err := structtag.Of[service](opts...)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]merging{}
	for name, field := range s.Fields() {
		got[name] = mergingOf(field)
	}
	below, _ := s.Field("below")
	list, _ := below.Field("List")
	got["below.List"] = mergingOf(list)
	matrix, _ := s.Field("matrix")
	got["matrix[]"] = mergingOf(matrix.Element())
	groups, _ := s.Field("groups")
	values, _ := groups.Values()
	got["groups{}"] = mergingOf(values)
	return got, s
}

func TestListTypesExtendTags(t *testing.T) {
	got, s := readService(t)
	atomic := merging{Strategy: "replace"}
	free := merging{Strategy: "merge"}
	port := []string{"port"}
	want := map[string]merging{
		"tagged":     {"merge", port, []string{"port", "protocol"}, true},
		"same":       {"merge", port, nil, true},
		"other":      {"merge", port, nil, false},
		"explicit":   {"merge", port, []string{"port", "required"}, false},
		"replaced":   atomic,
		"untagged":   atomic,
		"named":      atomic,
		"set":        atomic,
		"setOfMaps":  atomic,
		"atomic":     free,
		"defined":    free,
		"merged":     free,
		"granular":   free,
		"unkeyed":    atomic,
		"matrix":     atomic,
		"matrix[]":   atomic,
		"groups":     free,
		"groups{}":   atomic,
		"below":      free,
		"below.List": atomic,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	tagged, _ := s.Field("tagged")
	if def, ok := tagged.KeyDefault("protocol"); !ok || !model.Equal(def, model.NewString("TCP")) {
		t.Error("protocol has no default")
	}
	if def, ok := tagged.KeyDefault("required"); !ok || def.Text() != "TCP" {
		t.Errorf("a field that Go programs always write has default %s, want TCP", def.JSON())
	}
	other, _ := s.Field("other")
	if _, ok := other.KeyDefault("protocol"); ok {
		t.Error("a default counts on a list without list-map-keys")
	}
}

func TestListTypesDecideWhereNoTagDoes(t *testing.T) {
	tags, _ := readService(t)
	want := maps.Clone(tags)
	both := []string{"port", "protocol"}
	want["untagged"] = merging{"merge", both, nil, true}
	want["named"] = merging{"merge", []string{"port"}, nil, true}
	want["set"] = merging{Strategy: "merge"}
	want["atomic"] = merging{Strategy: "replace"}
	want["defined"] = merging{Strategy: "replace"}
	want["matrix[]"] = merging{"merge", []string{"port"}, nil, true}
	want["groups{}"] = merging{"merge", []string{"port"}, nil, true}
	want["below.List"] = merging{"merge", []string{"port"}, nil, true}
	got, _ := readService(t, structtag.ListTypesDecide())
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestListTypesAreAskedByDefinitionAndField(t *testing.T) {
	var asked []string
	_, _, err := structtag.Describe(reflect.TypeFor[service](), structtag.ListTypes(func(definition, field string) (structtag.ListType, bool) {
		asked = append(asked, definition+":"+field)
		return structtag.ListType{}, false
	}))
	if err != nil {
		t.Fatal(err)
	}
	for place := range serviceListTypes {
		if !slices.Contains(asked, place) {
			t.Errorf("%s is not asked for", place)
		}
	}
}
