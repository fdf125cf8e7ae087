package reference_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// unordered returns a value with its merging lists sorted.
func unordered(s smp.Schema, v model.Value) model.Value {
	made, err := v, error(nil)
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, member := range v.Members() {
			field, _ := s.Member(name)
			members = append(members, model.Member{Name: name, Value: unordered(field, member)})
		}
		made, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, element := range v.Elements() {
			elements = append(elements, unordered(s.Element(), element))
		}
		if s.Merging() {
			slices.SortStableFunc(elements, model.Compare)
		}
		made, err = model.NewList(elements...)
	}
	if err != nil {
		panic(err)
	}
	return made
}

func TestPatchConflicts(t *testing.T) {
	const key, keys = `"$patchMergeKey":["foo"]`, `"$patchMergeKey":["foo","bar","baz"]`
	for _, c := range []struct {
		name, left, right string
		want              []string
	}{
		{"other fields", `{"name":"a","map":{"n":1}}`, `{"n":1,"map":{"name":"a"},"labels":{}}`, nil},
		{"the same", `{"name":"a","n":1,"list":[{"name":"a","$patch":"replace"}]}`, `{"name":"a","n":1.0,"list":[{"name":"a","$patch":"replace"}]}`, nil},
		{"nothing", `{}`, `{"$patch":"delete"}`, nil},
		{"scalars", `{"name":"a","map":{"n":1}}`, `{"name":"b","map":{"n":2}}`, []string{`map.n both-changed 1 2`, `name both-changed "a" "b"`}},
		{"a removal", `{"name":"a","labels":{"a":null},"any":{"$patch":"delete"}}`, `{"name":null,"labels":{"a":"1"},"any":null}`, []string{`labels.a left-deleted null "1"`, `name right-deleted "a" null`}},
		{"the root", `{"$patch":"delete"}`, `{"n":1}`, []string{`. left-deleted {"$patch":"delete"} {"n":1}`}},
		{"the root, without an effect", `{"$patch":"delete"}`, `{"$retainKeys":["n"],"name":null}`, nil},
		{"the root, replaced", `{"$patch":"replace","n":1}`, `{"n":1}`, nil},
		{"an empty map and a removal", `{"map":{}}`, `{"map":null}`, []string{`map right-deleted {} null`}},
		{"other kinds", `{"any":{"a":1}}`, `{"any":[1]}`, []string{`any both-changed {"a":1} [1]`}},
		{"a map that is replaced", `{"map":{"$patch":"replace","n":1}}`, `{"map":{"name":"a"}}`, []string{`map both-changed {"$patch":"replace","n":1} {"name":"a"}`}},
		{"a map that is replaced, and what it lacks", `{"map":{"$patch":"replace","n":1}}`, `{"map":{"name":null}}`, nil},
		{"a map that is replaced, and nothing", `{"map":{"$patch":"replace","n":1}}`, `{"map":{}}`, nil},
		{"an atomic map", `{"atomic":{"n":1}}`, `{"atomic":{"name":"a"}}`, []string{`atomic both-changed {"n":1} {"name":"a"}`}},
		{"an atomic map, the same", `{"atomic":{"n":1,"name":null}}`, `{"atomic":{"n":1}}`, nil},
		{"an atomic map, a set in another order", `{"atomic":{"set":["a","b"]}}`, `{"atomic":{"set":["b","a"]}}`, nil},
		{"a set in an atomic list", `{"items":[{"set":["a","b"]}]}`, `{"items":[{"set":["b","a"]}]}`, nil},
		{"atomic lists", `{"args":["a"],"raw":[1]}`, `{"args":["b"],"raw":[1.0]}`, []string{`args both-changed ["a"] ["b"]`}},
		{"retained keys", `{"map":{"$retainKeys":["n"],"n":1}}`, `{"map":{"n":1,"name":"a","any":null}}`, []string{`map.name left-deleted - "a"`}},
		{"retained keys, and a deletion", `{"map":{"$retainKeys":["n"],"name":null}}`, `{"map":{"name":"a"}}`, []string{`map.name left-deleted - "a"`}},
		{"retained keys of both", `{"map":{"$retainKeys":["n","any"],"n":1}}`, `{"map":{"$retainKeys":["n","name"]}}`, nil},
		{"sets", `{"set":["a"],"$deleteFromPrimitiveList/set":["x"]}`, `{"set":["b"],"$deleteFromPrimitiveList/set":["y"]}`, nil},
		{"sets: deleted and added", `{"$deleteFromPrimitiveList/set":["a","x"]}`, `{"set":["a"]}`, []string{`set[=a] left-deleted - "a"`}},
		{"sets: deleted and added, and added", `{"set":["a"],"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["a"]}`, nil},
		{"sets: the other way round", `{"set":["a"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`, []string{`set[=a] right-deleted "a" -`}},
		{"sets: replaced", `{"set":["a",{"$patch":"replace"}]}`, `{"set":["b"]}`, []string{`set both-changed ["a",{"$patch":"replace"}] ["b"]`}},
		{"sets: replaced and merged", `{"set":["a",{"$patch":"replace"}]}`, `{"set":["a"]}`, nil},
		{"sets: replaced in another order", `{"set":["a","b",{"$patch":"replace"}]}`, `{"set":[{"$patch":"replace"},"b","a"]}`, nil},
		{"sets: deleted and replaced", `{"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["b",{"$patch":"replace"}]}`, nil},
		{"sets: order is no conflict", `{"$setElementOrder/set":["a","b"]}`, `{"$setElementOrder/set":["b","a"]}`, nil},
		{"sets: two times the same value", `{"set":["a","a"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`, []string{`set[=a] right-deleted "a" -`}},
		{"sets: several spellings of a value", `{"set":[1,1.0,1]}`, `{"$deleteFromPrimitiveList/set":[1e0]}`, []string{`set[=1.0] right-deleted 1.0 -`, `set[=1] right-deleted 1 -`}},
		{"deleted from what is replaced", `{"$deleteFromPrimitiveList/raw":[1]}`, `{"raw":[2,{}]}`, []string{`raw left-deleted - [2,{}]`}},
		{"deleted from what becomes a map", `{"any":{"$deleteFromPrimitiveList/f":[1]}}`, `{"any":{"f":{}}}`, []string{`any.f left-deleted - {}`}},
		{"deleted from a map that replaces the list", `{"$deleteFromPrimitiveList/args":["a"]}`, `{"args":{}}`, nil},
		{"deleted from what is removed", `{"$deleteFromPrimitiveList/set":["a"]}`, `{"set":null}`, nil},
		{"elements", `{"list":[{"name":"a","value":"1"},{"name":"b"}]}`, `{"list":[{"name":"a","value":"2","image":"i"},{"name":"c"}]}`, []string{`list[name=a].value both-changed "1" "2"`}},
		{"elements: deleted", `{"list":[{"name":"a","$patch":"delete"},{"name":"b","$patch":"delete"}]}`, `{"list":[{"name":"a"},{"name":"b","$patch":"delete"}]}`, []string{`list[name=a] left-deleted {"$patch":"delete","name":"a"} {"name":"a"}`}},
		{"elements: replaced, and what it lacks", `{"list":[{"name":"a","$patch":"replace"}]}`, `{"list":[{"name":"a","value":null}]}`, nil},
		{"elements: duplicates of one side", `{"list":[{"name":"a","value":"1"},{"name":"a","image":"i"}]}`, `{"list":[{"name":"a","value":"2"}]}`, []string{`list[name=a].value both-changed "1" "2"`}},
		{"elements: duplicates of both sides", `{"list":[{"name":"a","value":"1"},{"name":"a","image":"i"}]}`, `{"list":[{"name":"a","other":"1"},{"name":"a","another":"1"}]}`, []string{`list[name=a] both-changed {"image":"i","name":"a"} {"name":"a","other":"1"}`}},
		{"elements: duplicates of both sides, the first one equal", `{"list":[{"name":"a","image":"i"},{"name":"a","value":"1"}]}`, `{"list":[{"name":"a","value":"1"},{"name":"a","value":"2"}]}`, []string{`list[name=a] both-changed {"name":"a","value":"1"} {"name":"a","value":"1"}`}},
		{"elements: duplicates of one side with equal values", `{"list":[{"name":"a","value":"1"},{"name":"a","value":"1","image":"i"}]}`, `{"list":[{"name":"a","value":"2"}]}`, []string{`list[name=a].value both-changed "1" "2"`}},
		{"elements: duplicates of both sides, deletions", `{"list":[{"name":"a","$patch":"delete"},{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","$patch":"delete"},{"name":"a","$patch":"delete"},{"name":"b"}]}`, []string{`list[name=a] left-deleted {"$patch":"delete","name":"a"} {"$patch":"delete","name":"a"}`}},
		{"elements: replaced", `{"list":[{"name":"a","$patch":"replace"}]}`, `{"list":[{"name":"a","n":1}]}`, []string{`list[name=a] both-changed {"$patch":"replace","name":"a"} {"n":1,"name":"a"}`}},
		{"elements: of a replaced list", `{"list":[{"$patch":"replace"}]}`, `{"list":[{"name":"a"}]}`, []string{`list both-changed [{"$patch":"replace"}] [{"name":"a"}]`}},
		{"keys: by all", `{"rec":[{` + keys + `,"foo":"a","value":"1"}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":"x","value":"2"}]}`, nil},
		{"keys: by all, the same", `{"rec":[{` + keys + `,"foo":"a","bar":"x","value":"1"}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":"x","value":"2"}]}`, []string{`rec[foo=a,bar=x,baz=].value both-changed "1" "2"`}},
		{"keys: by some and by all", `{"rec":[{"foo":"a"}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":"x"}]}`, []string{`rec[foo=a] both-changed {"foo":"a"} {` + keys + `,"bar":"x","foo":"a"}`}},
		{"keys: by some and by all, others", `{"rec":[{"foo":"a"}]}`, `{"rec":[{` + keys + `,"foo":"b","bar":"x"}]}`, nil},
		{"keys: the default key, named or not", `{"rec":[{` + key + `,"foo":"a","value":"1"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, nil},
		{"keys: one goes", `{"rec":[{` + keys + `,"foo":"a","bar":null}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":"x"}]}`, []string{`rec[foo=a,baz=] both-changed {` + keys + `,"bar":null,"foo":"a"} {` + keys + `,"bar":"x","foo":"a"}`}},
		{"keys: one goes twice", `{"rec":[{` + keys + `,"foo":"a","bar":null,"value":"1"}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":null}]}`, []string{`rec[foo=a,baz=] both-changed {` + keys + `,"bar":null,"foo":"a","value":"1"} {` + keys + `,"bar":null,"foo":"a"}`}},
		{"keys: one goes, the same element", `{"rec":[{` + keys + `,"foo":"a","bar":null}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":null},{` + keys + `,"foo":"b"}]}`, nil},
		{"keys: deletions commute", `{"rec":[{"foo":"a","$patch":"delete"}]}`, `{"rec":[{` + keys + `,"foo":"a","bar":"x","$patch":"delete"}]}`, nil},
		{"keys: the first may be another", `{"$setElementOrder/rec":[{` + keys + `,"foo":"a"}]}`, `{"rec":[{"foo":"a","value":"1"}]}`, []string{`rec[foo=a] both-changed [{` + keys + `,"foo":"a"}] {"foo":"a","value":"1"}`}},
		{"keys: the first may be another, the same list", `{"rec":[{"foo":"a"}],"$setElementOrder/rec":[{` + keys + `,"foo":"a"},{"foo":"a"}]}`, `{"rec":[{"foo":"a"}]}`, []string{`rec[foo=a] both-changed [{` + keys + `,"foo":"a"},{"foo":"a"}] {"foo":"a"}`}},
		{"keys: the first may be another, but all go", `{"$setElementOrder/rec":[{` + keys + `,"foo":"a"}]}`, `{"rec":[{"foo":"a","$patch":"delete"}]}`, nil},
		{"keys: the first may be another, but none stays", `{"$setElementOrder/rec":[{` + keys + `,"foo":"a"}]}`, `{"rec":[{"foo":"a"},{"$patch":"replace"}]}`, nil},
		{"keys: the first is none of those", `{"$setElementOrder/rec":[{` + keys + `,"foo":"b"}]}`, `{"rec":[{"foo":"a"}]}`, nil},
		{"keys: the first stays", `{"$setElementOrder/rec":[{"foo":"a"}]}`, `{"rec":[{` + keys + `,"foo":"a","value":"1"}]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkPatchConflicts(t, smp.Engine{}, c.left, c.right, c.want) })
	}
}

// Conflicts with equal values are one conflict, except if their paths have other spellings.
func TestPatchConflictsOfSpellings(t *testing.T) {
	const keys = `"$patchMergeKey":["foo","bar","baz"],`
	several, one := value(`{"rec":[{`+keys+`"foo":1},{`+keys+`"foo":1.0},{`+keys+`"foo":1}]}`), value(`{"rec":[{"foo":1}]}`)
	for _, c := range []struct {
		left, right model.Value
		want        []string
	}{
		{several, one, []string{`rec[foo=1,bar=,baz=] both-changed {` + keys + `"foo":1} {"foo":1}`, `rec[foo=1.0,bar=,baz=] both-changed {` + keys + `"foo":1.0} {"foo":1}`}},
		{one, several, []string{`rec[foo=1] both-changed {"foo":1} {` + keys + `"foo":1}`}},
	} {
		if got := lines(reference.PatchConflicts(smp.Engine{}, testSchema(), c.left, c.right)); !slices.Equal(got, c.want) {
			t.Errorf("PatchConflicts(%s, %s)\n got %s\nwant %s", c.left, c.right, got, c.want)
		}
	}
}

func checkPatchConflicts(t *testing.T, e smp.Engine, left, right string, want []string) {
	t.Helper()
	got := lines(reference.PatchConflicts(e, testSchema(), value(left), value(right)))
	if !slices.Equal(got, want) {
		t.Errorf("PatchConflicts(%s, %s)\n got %s\nwant %s", left, right, got, want)
	}
	if other := reference.PatchConflicts(e, testSchema(), value(right), value(left)); len(other) != len(want) {
		t.Errorf("the other way round: %s", lines(other))
	}
}

// A union that sets a key moves the element to another key.
func TestPatchConflictsOfMoved(t *testing.T) {
	item := declared(map[string]smp.Definition{"type": {Type: smp.ScalarType, Default: value(`"A"`)}, "b": {}, "v": {Type: smp.ScalarType}})
	item.Unions = []smp.Union{{Discriminator: "type", Members: []smp.UnionMember{{Fields: []string{"b"}, Value: "B"}}}}
	moved, named := keyed(item, "type"), keyed(item, "v")
	moved.MapKeys, named.Recommended = true, []string{"v", "type"}
	s, err := smp.NewSchema(declared(map[string]smp.Definition{"moved": moved, "named": named}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, left, right string
		want              []string
	}{
		{"the old key", `{"moved":[{"b":1}]}`, `{"moved":[{"v":1}]}`, []string{`moved[type=A] both-changed {"b":1} {"v":1}`}},
		{"the old key, and values", `{"moved":[{"b":1,"v":1}]}`, `{"moved":[{"type":"A","v":2}]}`,
			[]string{`moved[type=A] both-changed {"b":1,"v":1} {"type":"A","v":2}`, `moved[type=A].b right-deleted 1 -`, `moved[type=A].v both-changed 1 2`}},
		{"both keys", `{"moved":[{"type":"A"},{"type":"B"}]}`, `{"moved":[{"type":"B"},{"b":1}]}`,
			[]string{`moved[type=A] both-changed {"type":"A"} {"b":1}`, `moved[type=A].b left-deleted - 1`, `moved[type=B] both-changed {"type":"B"} {"b":1}`}},
		{"several", `{"moved":[{"b":1}]}`, `{"moved":[{"v":1},{"v":2}]}`, []string{`moved[type=A] both-changed {"b":1} {"v":1}`}},
		{"several, the first one equal", `{"moved":[{"b":1}]}`, `{"moved":[{"b":1},{"v":2}]}`, []string{`moved[type=A] both-changed {"b":1} {"b":1}`}},
		{"several on both sides, by the old key", `{"moved":[{"v":1},{"b":1}]}`, `{"moved":[{"v":1},{"b":2}]}`, []string{`moved[type=A] both-changed {"b":1} {"v":1}`, `moved[type=A] both-changed {"v":1} {"b":2}`}},
		{"several on both sides, by the new key", `{"moved":[{"b":1},{"b":2}]}`, `{"moved":[{"type":"B","v":1},{"type":"B","v":2}]}`, []string{
			`moved[type=A] both-changed {"b":1} {"type":"B","v":1}`, `moved[type=A] both-changed {"b":2} {"type":"B","v":1}`}},
		{"the same", `{"moved":[{"b":1}]}`, `{"moved":[{"b":1},{"type":"C"}]}`, nil},
		{"a deletion", `{"moved":[{"b":1}]}`, `{"moved":[{"type":"B","$patch":"delete"}]}`, []string{`moved[type=A] right-deleted {"b":1} {"$patch":"delete","type":"B"}`}},
		{"several, a deletion", `{"moved":[{"b":1}]}`, `{"moved":[{"type":"A"},{"type":"A","$patch":"delete"}]}`,
			[]string{`moved[type=A] right-deleted {"b":1} {"$patch":"delete","type":"A"}`, `moved[type=A] both-changed {"b":1} {"type":"A"}`, `moved[type=A].b right-deleted 1 -`}},
		{"a key that only Strict reads", `{"named":[{"v":1}]}`, `{"named":[{"v":1,"b":1}]}`, []string{`named[v=1].type left-deleted - "B"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := smp.Engine{Unions: true, Strict: true}
			if got := lines(reference.PatchConflicts(e, s, value(c.left), value(c.right))); !slices.Equal(got, c.want) {
				t.Errorf("PatchConflicts(%s, %s)\n got %s\nwant %s", c.left, c.right, got, c.want)
			}
		})
	}
}

// Each of these pairs has the same effect in both orders.
func TestPatchConflictsStrict(t *testing.T) {
	const key = `"$patchMergeKey":["foo"]`
	for _, c := range []struct {
		name, left, right string
		want              []string
	}{
		{"a key", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","value":"1"}]}`, []string{`rec[foo=a].bar right-deleted "x" -`}},
		{"a key of an element that names its key", `{"rec":[{` + key + `,"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","value":"1"}]}`, nil},
		{"a key, next to an element that names its key", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{` + key + `,"foo":"a","value":"1"}]}`, nil},
		{"a key that has its default", `{"ports":[{"port":1,"protocol":"TCP"}]}`, `{"ports":[{"port":1}]}`, nil},
		{"the root", `{"$patch":"replace","n":1}`, `{"n":1}`, []string{`. both-changed {"$patch":"replace","n":1} {"n":1}`}},
		{"a map", `{"map":{"$patch":"replace","n":1}}`, `{"map":{"$retainKeys":["n"]}}`, []string{`map both-changed {"$patch":"replace","n":1} {"$retainKeys":["n"]}`}},
		{"a map and nothing", `{"map":{"$patch":"replace","n":1}}`, `{"map":{}}`, nil},
		{"a map that both replace", `{"map":{"$patch":"replace","n":1}}`, `{"map":{"$patch":"replace","n":1,"name":null}}`, nil},
		{"an atomic map", `{"atomic":{"$patch":"replace","n":1}}`, `{"atomic":{"n":1}}`, nil},
		{"an element", `{"list":[{"name":"a","$patch":"replace","value":"1"}]}`, `{"list":[{"name":"a"}]}`, []string{`list[name=a] both-changed {"$patch":"replace","name":"a","value":"1"} {"name":"a"}`}},
		{"a list", `{"set":["a",{"$patch":"replace"}]}`, `{"set":["a"]}`, []string{`set both-changed ["a",{"$patch":"replace"}] ["a"]`}},
		{"a list and an order list", `{"set":["a",{"$patch":"replace"}]}`, `{"set":[],"$setElementOrder/set":["b"]}`, []string{`set both-changed ["a",{"$patch":"replace"}] []`}},
		{"a list and only an order list", `{"set":["a",{"$patch":"replace"}]}`, `{"$setElementOrder/set":["b"]}`, []string{`set both-changed ["a",{"$patch":"replace"}] ["b"]`}},
		{"a list and an empty one", `{"set":["a",{"$patch":"replace"}]}`, `{"set":[]}`, []string{`set both-changed ["a",{"$patch":"replace"}] []`}},
		{"a list and a delete list", `{"set":["a",{"$patch":"replace"}]}`, `{"$deleteFromPrimitiveList/set":["b"]}`, nil},
		{"a list that both replace", `{"set":["a",{"$patch":"replace"}]}`, `{"set":["a",{"$patch":"replace"}],"$setElementOrder/set":["a"]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkPatchConflicts(t, smp.Engine{}, c.left, c.right, nil)
			checkPatchConflicts(t, smp.Engine{Strict: true}, c.left, c.right, c.want)
		})
	}
}

// The conflicts of the corpus have the paths, kinds and values that the reference finds.
func TestPatchConflictCases(t *testing.T) {
	cases, err := corpus.CasesWhere(func(_ string, text []byte) bool { return bytes.Contains(text, []byte("op: conflicts")) })
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, c := range cases {
		if c.Want.Rejection != nil || c.Input.Options.Ignore != 0 { // the reference assumes that all directives are supported
			continue
		}
		e := smp.Engine{Strict: c.Input.Options.Strict, Unions: c.Input.Options.Unions}
		got, err := corpus.ConflictList(reference.PatchConflicts(e, c.Input.Schema, c.Input.Left, c.Input.Right))
		if tried++; err != nil || !model.Equal(got, c.Want.Result) {
			t.Errorf("%s: PatchConflicts\n got %s, %v\nwant %s", c.Name, got.Canonical(), err, c.Want.Result.Canonical())
		}
	}
	if tried == 0 {
		t.Error("no case of conflicts")
	}
}

// Patches without a conflict give the same result in either order, and most patches with a
// conflict do not.
func TestPatchConflictLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts what thousands of inputs do")
	}
	free, needed, needless := 0, 0, 0
	for seed := range uint64(10_000) {
		e := smp.Engine{Unions: seed%2 == 1, Strict: seed%3 == 1}
		c, src := newTriple(seed), gen.FromSeed(seed+1<<32)
		left, right := gen.Patch(src, c.schema, c.original), gen.Patch(src, c.schema, c.original)
		apply := func(patches ...model.Value) (v model.Value, err error) {
			v = c.original
			for _, patch := range patches {
				if v, err = reference.Apply(e, c.schema, v, patch); err != nil {
					return v, err
				}
			}
			return unordered(c.schema, v), nil
		}
		_, err := apply(left)
		_, fault := apply(right)
		if err != nil || fault != nil {
			continue
		}
		one, err := apply(left, right)
		other, fault := apply(right, left)
		commute := err == nil && fault == nil && model.Equal(one, other)
		conflicts := reference.PatchConflicts(e, c.schema, left, right)
		switch {
		case len(conflicts) == 0 && !commute:
			t.Fatalf("seed %d: original %s\nleft %s\nright %s\n got %s, %v\n and %s, %v", seed,
				c.original.JSON(), left.JSON(), right.JSON(), one.JSON(), err, other.JSON(), fault)
		case len(conflicts) == 0:
			free++
		case commute:
			needless++
		default:
			needed++
		}
	}
	if free < 1000 || needed < 1000 || needless > needed/10 {
		t.Errorf("%d without conflicts, %d with, %d that commute all the same", free, needed, needless)
	}
}
