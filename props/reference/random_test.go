package reference_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// Any documents give a result, or an error with a path that exists in the document of the
// error.
func TestAnyDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts what thousands of inputs do")
	}
	s := testSchema()
	random := rand.New(rand.NewPCG(1, 2))
	results, kinds := 0, map[smp.Code]int{}
	for range 10_000 {
		original, patch := value(document(random, 4)), value(document(random, 4))
		e := smp.Engine{Strict: random.IntN(4) == 0}
		if random.IntN(8) == 0 {
			e.Ignore = smp.Directives(random.IntN(16))
		}
		got, err := reference.Apply(e, s, original, patch)
		if err == nil {
			results++
			if got.Type() != model.Map {
				t.Fatalf("Apply(%s, %s) = %s", original.JSON(), patch.JSON(), got.JSON())
			}
			continue
		}
		var fault *smp.Error
		if !errors.As(err, &fault) {
			t.Fatalf("Apply(%s, %s): %v", original.JSON(), patch.JSON(), err)
		}
		kinds[fault.Code]++
		in := map[string]model.Value{"original": original, "patch": patch}[fault.Document]
		if _, there := fault.Path.Lookup(in); !there || fault.Rule == "" {
			t.Fatalf("Apply(%s, %s): %v", original.JSON(), patch.JSON(), err)
		}
	}
	// The documents of this test must fail in different ways.
	want := []smp.Code{smp.WrongType, smp.InvalidDirective, smp.MissingMergeKey, smp.InvalidMergeKey,
		smp.AmbiguousMergeKey, smp.OrderMismatch, smp.RetainKeysMismatch, smp.UnknownField}
	for _, kind := range want {
		if kinds[kind] == 0 {
			t.Errorf("no error of kind %s among %v", kind, kinds)
		}
	}
	if results < 1000 {
		t.Errorf("only %d results", results)
	}
}

// document returns a map with names that the test schema defines.
func document(random *rand.Rand, depth int) string {
	fields := []string{
		"map", "map", "atomic", "labels", "lists", "open", "list", "list", "rec", "rec", "ports", "loose", "set", "set", "args",
		"items", "raw", "any", "name", "n", "foo", "bar", "port", "protocol", "new", "$new",
		"$patch", "$retainKeys", "$patchMergeKey", "$deleteFromPrimitiveList/set", "$deleteFromPrimitiveList/raw",
		"$setElementOrder/set", "$setElementOrder/list", "$setElementOrder/rec", "$deleteFromPrimitiveList/",
	}
	var names, members []string
	for range random.IntN(4) {
		name := fields[random.IntN(len(fields))]
		if !slices.Contains(names, name) {
			names = append(names, name)
			members = append(members, fmt.Sprintf("%q:%s", name, member(random, name, depth-1)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// member returns a value that usually has the right type for its name.
func member(random *rand.Rand, name string, depth int) string {
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	scalar := func() string { return pick(`"a"`, `"a"`, `"b"`, `"x"`, `1`, `1.0`, `true`) }
	list := func(n int, element func() string) string {
		var elements []string
		for range random.IntN(n) {
			elements = append(elements, element())
		}
		return "[" + strings.Join(elements, ",") + "]"
	}
	keyed := func() string {
		key := fmt.Sprintf(`{"name":%[1]s,"foo":%[1]s,"bar":%[2]s,"port":%[1]s`, pick(`"a"`, `"b"`, `1`), pick(`"a"`, `"b"`, `null`, `[]`))
		return pick(key+`}`, key+`,"$patch":"delete"}`, key+`,"$patch":"replace"}`,
			key+`,"$patchMergeKey":["foo"]}`, key+`,"$patchMergeKey":["foo","bar"]}`,
			key+`,"map":`+document(random, depth-1)+`}`, `{"$patch":"replace"}`, `{"name":{}}`, `{}`)
	}
	if depth <= 0 || random.IntN(10) == 0 {
		return pick(scalar(), `null`, `[]`, `{}`, `{"$patch":"delete"}`, `{"$patch":"replace"}`)
	}
	switch name {
	case "$patch":
		return pick(`"delete"`, `"replace"`, `"replace"`, `"merge"`)
	case "set", "args", "$deleteFromPrimitiveList/set", "$deleteFromPrimitiveList/raw", "$setElementOrder/set":
		return list(4, scalar)
	case "$retainKeys", "$patchMergeKey":
		return pick(`["set","map"]`, `["foo"]`, `["foo","bar"]`, `["name","list","rec"]`)
	case "list", "rec", "ports", "loose", "items", "$setElementOrder/list", "$setElementOrder/rec":
		return list(5, keyed)
	case "name", "n", "foo", "bar", "port", "protocol":
		return scalar()
	case "raw":
		return list(3, func() string { return pick(scalar(), keyed(), document(random, depth-1), `null`, `[1]`) })
	default:
		return document(random, depth)
	}
}
