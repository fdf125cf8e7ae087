package jsonpatch_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

func TestApply(t *testing.T) {
	for _, test := range []struct{ reason, original, patch, want string }{
		{"a member is added behind the others", `{"a":1}`, `[{"op":"add","path":"/b","value":2}]`, `{"a":1,"b":2}`},
		{"a member that is there is replaced", `{"a":1}`, `[{"op":"add","path":"/a","value":[]}]`, `{"a":[]}`},
		{"null is a value", `{"a":1}`, `[{"op":"replace","path":"/a","value":null}]`, `{"a":null}`},
		{"an element is inserted before its index", `[1,3]`, `[{"op":"add","path":"/1","value":2}]`, `[1,2,3]`},
		{"the length is the end", `[1]`, `[{"op":"add","path":"/1","value":2}]`, `[1,2]`},
		{"and so is -", `[1]`, `[{"op":"add","path":"/-","value":2}]`, `[1,2]`},
		{"an added element may be added to", `[]`, `[{"op":"add","path":"/-","value":[]},{"op":"add","path":"/0/-","value":1}]`, `[[1]]`},
		{"a map has a member -", `{}`, `[{"op":"add","path":"/-","value":1},{"op":"add","path":"/01","value":1}]`, `{"-":1,"01":1}`},
		{"names may be empty", `{"":{"":1}}`, `[{"op":"remove","path":"//"}]`, `{"":{}}`},
		{"~1 is a slash, and ~01 is ~1", `{"a/b":1,"~1":2}`, `[{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/~01","value":3}]`, `{"~1":3}`},
		{"the root is replaced", `{"a":1}`, `[{"op":"replace","path":"","value":5}]`, `5`},
		{"and moved to", `{"a":[1]}`, `[{"op":"move","from":"/a","path":""}]`, `[1]`},
		{"indexes after a removal are those of the rest", `[1,2,3]`, `[{"op":"remove","path":"/0"},{"op":"remove","path":"/0"}]`, `[3]`},
		{"a move in a list removes first", `[1,2,3]`, `[{"op":"move","from":"/0","path":"/2"}]`, `[2,3,1]`},
		{"a move to its own place changes nothing", `{"a":{"b":1}}`, `[{"op":"move","from":"/a","path":"/a"},{"op":"move","from":"","path":""}]`, `{"a":{"b":1}}`},
		{"a copy has a life of its own", `{"a":{"b":1}}`, `[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/a/b","value":2}]`, `{"a":{"b":2},"c":{"b":1}}`},
		{"a test compares exact numbers", `{"a":1.50}`, `[{"op":"test","path":"/a","value":15e-1}]`, `{"a":1.50}`},
		{"and maps in any order, with what was changed", `{"a":{"x":1,"y":[2]}}`, `[{"op":"add","path":"/a/y/-","value":3},{"op":"test","path":"","value":{"a":{"y":[2,3],"x":1}}}]`, `{"a":{"x":1,"y":[2,3]}}`},
		{"other members of an operation are ignored", `{"a":1}`, `[{"op":"remove","path":"/a","from":5,"value":{},"note":1}]`, `{}`},
		{"what is not touched stays as it is spelled", `{ "a" : 1.0,"b":2}`, `[{"op":"remove","path":"/b"}]`, `{ "a" : 1.0}`},
		{"a member that is removed and added stays in its place", `{"a":1,"b":2}`, `[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]`, `{"a":3,"b":2}`},
		{"a text that is empty is a map", ``, `[{"op":"add","path":"/a","value":1}]`, `{"a":1}`},
	} {
		got, err := jsonpatch.ApplyJSON([]byte(test.original), []byte(test.patch))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %s, %v, want %s", test.reason, got, err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ reason, original, patch, want string }{
		{"no JSON", `{}`, `[`, `JSON patch: syntax error in [0], byte 1: the text ends too early`},
		{"no JSON to patch", `{`, `[]`, `JSON patch: syntax error at byte 1: the text ends too early`},
		{"no list", `{}`, `{}`, `JSON patch: invalid-patch: expected a list of operations, got a map`},
		{"no map", `{}`, `[[]]`, `JSON patch: operation 0: invalid-patch: expected an operation, which is a map, got a list`},
		{"no op", `{}`, `[{"path":""}]`, `JSON patch: operation 0: invalid-patch: missing "op"`},
		{"unknown op", `{}`, `[{"op":"merge","path":""}]`, `JSON patch: operation 0: invalid-patch: unknown operation "merge"; expected add, remove, replace, move, copy or test`},
		{"path is no string", `{}`, `[{"op":"remove","path":1}]`, `JSON patch: operation 0: invalid-patch: "path": expected a string, got a number`},
		{"no value", `{}`, `[{"op":"test","path":""},{"op":"add","path":"/a"}]`, `JSON patch: operation 0: test "": invalid-patch: missing "value"`},
		{"no from", `{}`, `[{"op":"copy","path":""}]`, `JSON patch: operation 0: invalid-patch: missing "from"`},
		{"no pointer", `{}`, `[{"op":"remove","path":"a"}]`, `JSON patch: operation 0: remove "a": invalid-patch: expected the pointer "a" to begin with "/"`},
		{"a tilde", `{}`, `[{"op":"remove","path":"/~"}]`, `JSON patch: operation 0: remove "/~": invalid-patch: the pointer "/~" has a "~" without 0 or 1 after it; write "~0"`},
		{"no member", `{"a":{}}`, `[{"op":"add","path":"/a/b/c","value":1}]`, `JSON patch: operation 0: add "/a/b": not-found: missing field "b"`},
		{"the second operation", `{"a":[]}`, `[{"op":"add","path":"/a/0","value":1},{"op":"remove","path":"/a/1"}]`, `JSON patch: operation 1: remove "/a/1": not-found: index 1 is out of range; the list has length 1`},
		{"behind the end", `[]`, `[{"op":"add","path":"/1","value":1}]`, `JSON patch: operation 0: add "/1": not-found: index 1 is out of range; the list has length 0`},
		{"the end is no element", `[1]`, `[{"op":"remove","path":"/-"}]`, `JSON patch: operation 0: remove "/-": not-found: expected an index without leading zeros, got "-"`},
		{"a leading zero", `[1,2]`, `[{"op":"remove","path":"/01"}]`, `JSON patch: operation 0: remove "/01": not-found: expected an index without leading zeros, got "01"`},
		{"below a scalar", `{"a":"x"}`, `[{"op":"add","path":"/a/b","value":1}]`, `JSON patch: operation 0: add "/a/b": not-found: expected a map or a list above "b", got a string`},
		{"nothing to replace", `{}`, `[{"op":"replace","path":"/a","value":1}]`, `JSON patch: operation 0: replace "/a": not-found: missing field "a"`},
		{"nothing to move", `{}`, `[{"op":"move","from":"/a","path":"/b"}]`, `JSON patch: operation 0: move "/a": not-found: missing field "a"`},
		{"into itself", `{"a":{}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, `JSON patch: operation 0: move "/a/b": invalid-patch: a value cannot be moved into itself`},
		{"no document left", `{}`, `[{"op":"remove","path":""}]`, `JSON patch: operation 0: remove "": invalid-patch: expected a path below the root; the whole document cannot be removed`},
		{"another value", `{"a":1}`, `[{"op":"test","path":"/a","value":2}]`, `JSON patch: operation 0: test "/a": test-failed: expected a different number`},
		{"another kind", `{"a":1}`, `[{"op":"test","path":"/a","value":"1"}]`, `JSON patch: operation 0: test "/a": test-failed: expected a string, got a number`},
		{"no value to test", `{"a":1}`, `[{"op":"test","path":"/b/c","value":null}]`, `JSON patch: operation 0: test "/b": test-failed: missing field "b"`},
	} {
		got, err := jsonpatch.ApplyJSON([]byte(test.original), []byte(test.patch))
		if err == nil || err.Error() != test.want || got != nil {
			t.Errorf("%s: got %s, %v\nwant %s", test.reason, got, err, test.want)
		}
	}
}

// Members that an operation does not use are ignored, in Go values as well as in text.
func TestFromIsIgnored(t *testing.T) {
	got, err := jsonpatch.Patch{{Op: jsonpatch.Add, Path: "/a", From: "no pointer", Value: model.NewInt(1)}}.Apply(model.Value{})
	if err != nil || got.JSON() != `{"a":1}` {
		t.Errorf("got %s, %v", got.JSON(), err)
	}
}

func TestErrorOfTest(t *testing.T) {
	_, err := jsonpatch.Patch{{Op: jsonpatch.Test, Path: "/a", Value: model.NewInt(2)}}.Apply(model.MustParse(`{"a":1}`))
	var e *jsonpatch.Error
	if !errors.As(fmt.Errorf("wrapped: %w", err), &e) || e.Code != jsonpatch.TestFailed || e.Want.JSON() != "2" || e.Have.JSON() != "1" {
		t.Errorf("got %#v", e)
	}
	for _, p := range []jsonpatch.Patch{
		{{Op: "merge"}}, {{Op: jsonpatch.Add, Path: "/a"}}, {{Op: jsonpatch.Move, Path: "/a", From: "b"}},
	} {
		if _, err := p.Apply(model.MustParse(`{"a":1}`)); !errors.As(err, &e) || e.Code != jsonpatch.InvalidPatch {
			t.Errorf("%v: got %v", p, err)
		}
	}
}

func TestDiff(t *testing.T) {
	for _, test := range []struct{ reason, original, modified, want string }{
		{"nothing to do, however numbers are spelled", `{"a":[1.0]}`, `{ "a":[1]}`, `[]`},
		{"members", `{"a":1,"b":{"c":2}}`, `{"b":{"c":3},"d/e":4}`,
			`[{"op":"replace","path":"/b/c","value":3},{"op":"add","path":"/d~1e","value":4},{"op":"remove","path":"/a"}]`},
		{"an element between others", `["one thing","another"]`, `["one thing","in between","another"]`, `[{"op":"add","path":"/1","value":"in between"}]`},
		{"elements that go, from the end", `["a thing of some length","b","c","d","e and another of it"]`, `["a thing of some length","e and another of it"]`,
			`[{"op":"replace","path":"","value":["a thing of some length","e and another of it"]}]`},
		{"what is in an element", `[{"name":"a","image":"x"},{"name":"b","image":"y"}]`, `[{"name":"a","image":"z"},{"name":"b","image":"y"}]`,
			`[{"op":"replace","path":"/0/image","value":"z"}]`},
		{"an element that went, and one that changed behind it", `[{"name":"a"},{"name":"b","with":"something that is long"},{"name":"c","with":1}]`,
			`[{"name":"b","with":"something that is long"},{"name":"c","with":2}]`,
			`[{"op":"remove","path":"/0"},{"op":"replace","path":"/1/with","value":2}]`},
		{"a list that is replaced", `[1,2,3,4,5]`, `[9,8,7,6]`, `[{"op":"replace","path":"","value":[9,8,7,6]}]`},
		{"another kind", `{"a":{}}`, `{"a":null}`, `[{"op":"replace","path":"/a","value":null}]`},
		{"no texts", ``, ``, `[]`},
	} {
		got, err := jsonpatch.DiffJSON([]byte(test.original), []byte(test.modified))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %s, %v\nwant %s", test.reason, got, err, test.want)
		}
	}
}

// documents generates small documents. Some names need escapes, and some look like indexes.
func documents(depth int) *rapid.Generator[model.Value] {
	return rapid.Custom(func(t *rapid.T) model.Value {
		kinds := []int{7, 6, 5, 5, 4, 3, 2, 1, 0}
		if depth == 0 {
			kinds = kinds[4:]
		}
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		switch kind {
		case 0:
			return model.NewNull()
		case 1:
			return model.NewBool(rapid.Bool().Draw(t, "bool"))
		case 2, 3:
			v, _ := model.NewNumber(rapid.SampledFrom([]string{"0", "-0", "1", "1.0", "1e0", "12345678901234567890"}).Draw(t, "number"))
			return v
		case 4:
			return model.NewString(rapid.SampledFrom([]string{"", "a", "a string that is long enough"}).Draw(t, "string"))
		case 5:
			v, _ := model.NewList(rapid.SliceOfN(documents(depth-1), 0, 6).Draw(t, "list")...)
			return v
		default:
			names := rapid.SampledFrom([]string{"", "-", "0", "01", "a", "a/b", "~", "~1", "m~n"})
			var members []model.Member
			for name, value := range rapid.MapOfN(names, documents(depth-1), 0, 5).Draw(t, "map") {
				members = append(members, model.Member{Name: name, Value: value})
			}
			v, _ := model.NewMap(members...)
			return v
		}
	})
}

// The patch from Diff gives the second document when it is applied to the first one. The same is
// true for its text. Neither call changes its arguments.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := documents(4).Draw(t, "original"), documents(4).Draw(t, "modified")
		if a.Type() == model.List && rapid.Bool().Draw(t, "related") {
			b = a
			for i := range a.Len() {
				if change := rapid.IntRange(0, 5).Draw(t, "change"); change == 0 {
					b, _ = b.WithElements([]model.Element{{Index: i, Value: documents(2).Draw(t, "element")}}, documents(1).Draw(t, "more"))
				}
			}
		}
		before, after := a.JSON(), b.JSON()
		patch := jsonpatch.Diff(a, b)
		value, err := patch.Value()
		if err != nil {
			t.Fatal(err)
		}
		again, err := jsonpatch.Parse([]byte(value.JSON()))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []jsonpatch.Patch{patch, again} {
			if got, err := p.Apply(a); err != nil || !model.Equal(got, b) {
				t.Fatalf("%s makes %s of %s, not %s: %v", value.JSON(), got.JSON(), before, after, err)
			}
		}
		if model.Equal(a, b) != (len(patch) == 0) {
			t.Fatalf("the patch of %s and %s is %s", before, after, value.JSON())
		}
		if a.JSON() != before || b.JSON() != after {
			t.Fatal("an input has changed")
		}
	})
}

// Names returns the names that Pointer was called with.
func TestPointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.StringMatching(`[~/01a]*`)).Draw(t, "names")
		got, err := jsonpatch.Names(jsonpatch.Pointer(names...))
		if err != nil || strings.Join(got, "|") != strings.Join(names, "|") || len(got) != len(names) {
			t.Fatalf("got %q, %v, want %q", got, err, names)
		}
	})
}

// Each operation doubles the document by copying it into itself. Without a limit, the result of a
// patch of two kilobytes would not fit into memory.
func TestCopyBomb(t *testing.T) {
	patch := jsonpatch.Patch{}
	for i := range 60 {
		patch = append(patch, jsonpatch.Operation{Op: jsonpatch.Copy, From: "", Path: jsonpatch.Pointer(fmt.Sprint("a", i))})
	}
	_, err := patch.Apply(model.MustParse(`{"a":"0123456789"}`))
	var e *jsonpatch.Error
	if !errors.As(err, &e) || e.Code != jsonpatch.Limit || e.Operation < 10 {
		t.Fatalf("got %v", err)
	}
	half := model.NewString(strings.Repeat("x", jsonpatch.MaxCopied/2-2))
	original, _ := model.NewMap(model.Member{Name: "x", Value: half})
	copies := jsonpatch.Patch{{Op: jsonpatch.Copy, From: "/x", Path: "/y"}, {Op: jsonpatch.Copy, From: "/x", Path: "/z"}}
	if _, err := copies.Apply(original); err != nil {
		t.Errorf("as much as may be copied: %v", err)
	}
	more := append(copies, jsonpatch.Operation{Op: jsonpatch.Copy, From: "/a", Path: "/b"})
	original, _ = original.WithMembers(model.Member{Name: "a", Value: model.NewInt(1)})
	if _, err := more.Apply(original); !errors.As(err, &e) || e.Code != jsonpatch.Limit ||
		e.Error() != `JSON patch: operation 2: copy "/b": limit: the operations of the patch copy more than 3145728 bytes` {
		t.Errorf("one byte more: %v", err)
	}
}

// The limit of depth also applies to move operations.
func TestDepth(t *testing.T) {
	nested := func(levels int) error {
		text := strings.Repeat(`[`, levels) + strings.Repeat(`]`, levels)
		original, err := model.ParseString(`{"a":`+text+`,"b":[[]]}`, model.MaxDepth(model.HardMaxDepth))
		if err != nil {
			t.Fatal(err)
		}
		_, err = jsonpatch.Patch{{Op: jsonpatch.Move, From: "/a", Path: "/b/0/-"}}.Apply(original)
		return err
	}
	var e *jsonpatch.Error
	if err := nested(model.HardMaxDepth - 2); !errors.As(err, &e) || e.Code != jsonpatch.Limit ||
		e.Error() != `JSON patch: limit exceeded: nested deeper than 10000 levels` {
		t.Errorf("too deep: %v", err)
	}
	if err := nested(model.HardMaxDepth - 3); err != nil {
		t.Errorf("as deep as may be: %v", err)
	}
}

// The limit also applies to maps that the patch has already changed.
func TestDepthOfMoves(t *testing.T) {
	patch := jsonpatch.Patch{}
	for range model.HardMaxDepth + 2 {
		patch = append(patch,
			jsonpatch.Operation{Op: jsonpatch.Add, Path: "/b", Value: model.MustParse(`{}`)},
			jsonpatch.Operation{Op: jsonpatch.Move, From: "/a", Path: "/b/a"},
			jsonpatch.Operation{Op: jsonpatch.Move, From: "/b", Path: "/a"})
	}
	_, err := patch.Apply(model.MustParse(`{"a":{}}`))
	if want := `JSON patch: limit: the result is nested more than 10000 levels deep`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The time for an operation on a list or map does not depend on the size of the list or map.
func TestManyOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	cputime.CheckGrowth(t, 1250, cputime.Proportional, func(n int) func() {
		patch := jsonpatch.Patch{}
		for i := range n {
			patch = append(patch, jsonpatch.Operation{Op: jsonpatch.Add, Path: "/list/0", Value: model.NewInt(int64(i))},
				jsonpatch.Operation{Op: jsonpatch.Add, Path: fmt.Sprint("/map/", i), Value: model.NewNull()},
				jsonpatch.Operation{Op: jsonpatch.Copy, From: "/small", Path: "/other"},
				jsonpatch.Operation{Op: jsonpatch.Move, From: "/list/0", Path: "/list/-"},
				jsonpatch.Operation{Op: jsonpatch.Move, From: fmt.Sprint("/list/", i), Path: "/list/0"})
		}
		original := model.MustParse(`{"list":[],"map":{},"small":{}}`)
		return func() {
			result, err := patch.Apply(original)
			if err != nil {
				t.Fatal(err)
			}
			list, _ := result.Get("list")
			if list.Len() != n || list.At(0).NumberText() != fmt.Sprint(n-1) {
				t.Errorf("the list has %d elements, the first %s", list.Len(), list.At(0).JSON())
			}
			if back := jsonpatch.Diff(result, original); len(back) != n+2 {
				t.Errorf("%d operations replace a list, empty a map and remove a member", len(back))
			}
		}
	})
}

// Operations on a list have the same results as operations on a slice.
func TestListOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slice := make([]model.Value, rapid.IntRange(0, 30).Draw(t, "length"))
		for i := range slice {
			slice[i] = model.NewInt(int64(i))
		}
		original, _ := model.NewList(slice...)
		var patch jsonpatch.Patch
		index := func(end int) int { return rapid.IntRange(0, end).Draw(t, "index") }
		for i := range rapid.IntRange(1, 60).Draw(t, "operations") {
			o := jsonpatch.Operation{Op: jsonpatch.Add, Value: model.NewInt(int64(1000 + i))}
			if len(slice) > 0 {
				o.Op = rapid.SampledFrom([]jsonpatch.Op{jsonpatch.Add, jsonpatch.Remove, jsonpatch.Replace, jsonpatch.Move, jsonpatch.Copy, jsonpatch.Test}).Draw(t, "op")
			}
			at := 0
			switch last := len(slice) - 1; o.Op {
			case jsonpatch.Add:
				at = index(last + 1)
				slice = slices.Insert(slice, at, o.Value)
			case jsonpatch.Remove:
				at = index(last)
				slice = slices.Delete(slice, at, at+1)
			case jsonpatch.Replace:
				at = index(last)
				slice[at] = o.Value
			case jsonpatch.Test:
				at = index(last)
				o.Value = slice[at]
			default:
				from := index(last)
				o.From = fmt.Sprint("/", from)
				moved := slice[from]
				if o.Op == jsonpatch.Move {
					slice, last = slices.Delete(slice, from, from+1), last-1
				}
				at = index(last + 1)
				slice = slices.Insert(slice, at, moved)
			}
			o.Path = fmt.Sprint("/", at)
			patch = append(patch, o)
		}
		want, _ := model.NewList(slice...)
		if got, err := patch.Apply(original); err != nil || !model.Equal(got, want) {
			t.Fatalf("%v: got %s, want %s", err, got.JSON(), want.JSON())
		}
	})
}
