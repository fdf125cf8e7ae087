package structtag_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// The type wood refers to itself in every possible way.
type wood struct {
	embeddedWood
	Name     string               `json:"name"`
	Next     *wood                `json:"next" patchStrategy:"retainKeys"`
	Children []wood               `json:"children" patchStrategy:"merge" patchMergeKey:"name"`
	ByName   map[string][]*wood   `json:"byName"`
	Any      any                  `json:"any"`
	Empty    struct{}             `json:"empty"`
	Plain    struct{ A, B *wood } `json:"plain"`
	Nested   woodLists            `json:"nested"`
}

type embeddedWood struct {
	Names []string `json:"names" patchStrategy:"merge"`
}

type woodLists [][]wood

func TestLazilyIsTheSame(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[wood](), reflect.TypeFor[*wood](), reflect.TypeFor[[]wood](), reflect.TypeFor[map[string]wood]()} {
		at, err := structtag.OfType(typ)
		if err != nil {
			t.Fatal(err)
		}
		later, err := structtag.OfType(typ, structtag.Lazily())
		if err != nil {
			t.Fatal(err)
		}
		if !later.Equal(at) {
			t.Errorf("%s is another when it is read lazily", typ)
		}
	}
	_, definitions, err := structtag.Describe(reflect.TypeFor[wood](), structtag.Lazily())
	if err != nil || definitions["github.com/strategicpatch/smp/smp/structtag_test.wood"].Fields == nil {
		t.Errorf("Describe is lazy: %v, %v", definitions, err)
	}
}

func TestCheck(t *testing.T) {
	type wrong struct {
		Word   []string          `json:"word" patchStrategy:"mrege"`
		Key    []wood            `json:"key" patchStrategy:"merge" patchMergeKey:"nmae"`
		Fine   []wood            `json:"fine" patchStrategy:"merge" patchMergeKey:"name"`
		Values map[string]func() `json:"values"`
	}
	type outer struct {
		A map[string][]wrong `json:"a"`
		B *wrong             `json:"b"`
	}
	if err := structtag.Check[wood](); err != nil {
		t.Errorf("a type without fault: %v", err)
	}
	err := structtag.Check[outer]()
	var fault *smp.Error
	if !errors.As(err, &fault) || fault.Code != smp.InvalidSchema {
		t.Fatalf("no fault of a schema: %v", err)
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 {
		t.Errorf("%d faults:\n%v", len(lines), err)
	}
	for i, field := range []string{".properties.key", ".properties.values", ".properties.word"} {
		if i < len(lines) && !strings.Contains(lines[i], `wrong"]`+field) {
			t.Errorf("expected %s in %s", field, lines[i])
		}
	}
	if err := structtag.Check[func()](); err == nil {
		t.Error("a function has a schema")
	}
}

// A merge key without effect is a fault for Check only.
func TestCheckKeysWithoutMerge(t *testing.T) {
	type keys struct {
		Absent      []wood          `json:"absent" patchMergeKey:"name"`
		Replaced    []wood          `json:"replaced" patchStrategy:"replace" patchMergeKey:"name"`
		Retained    []wood          `json:"retained" patchStrategy:"retainKeys" patchMergeKey:"name"`
		Recommended []wood          `json:"recommended" recommendedPatchMergeKey:"name"`
		Map         map[string]wood `json:"map" patchMergeKey:"name"`
		Scalar      string          `json:"scalar" patchStrategy:"merge" patchMergeKey:"name"`
		Fine        []wood          `json:"fine" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
		Plain       []wood          `json:"plain"`
	}
	const (
		unmerged = ` has no effect without strategy merge; add patchStrategy:"merge", or remove `
		noList   = `patchMergeKey has no effect on a field that is not a list; remove it`
	)
	var want []string
	for _, fault := range [][2]string{
		{"absent", "patchMergeKey" + unmerged + "patchMergeKey"},
		{"map", noList},
		{"recommended", "recommendedPatchMergeKey" + unmerged + "recommendedPatchMergeKey"},
		{"replaced", "patchMergeKey" + unmerged + "patchMergeKey"},
		{"retained", "patchMergeKey" + unmerged + "patchMergeKey"},
		{"scalar", noList},
	} {
		want = append(want, `schema: definitions["github.com/strategicpatch/smp/smp/structtag_test.keys"].properties.`+fault[0]+": invalid-schema: "+fault[1])
	}
	err := structtag.Check[keys]()
	if err == nil || err.Error() != strings.Join(want, "\n") {
		t.Errorf("got %v\nwant %s", err, strings.Join(want, "\n"))
	}
	if _, err := structtag.Of[keys](); err != nil {
		t.Errorf("Of rejects the type: %v", err)
	}
	// The list types of ListTypesDecide make the list merge.
	type decided struct {
		List []wood `json:"list" patchMergeKey:"name"`
	}
	keyed := structtag.ListTypes(func(definition, field string) (structtag.ListType, bool) {
		return structtag.ListType{Relation: "map", Keys: []string{"name"}}, field == "list"
	})
	if err := structtag.Check[decided](keyed, structtag.ListTypesDecide()); err != nil {
		t.Errorf("a list that merges by its list type: %v", err)
	}
	if structtag.Check[decided]() == nil {
		t.Error("without list types, the key has an effect")
	}
}
