package jsonpatch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// asServer applies the text of a patch as an API server does.
func asServer(original, patch string) (model.Value, error) {
	v, err := model.ParseString(patch)
	if err != nil {
		return model.Value{}, err
	}
	p, err := jsonpatch.FromValueAsServer(v)
	if err != nil {
		return model.Value{}, err
	}
	return p.ApplyAsServer(model.MustParse(original))
}

// For these patches, API servers and RFC 6902 differ: only one of them accepts the patch, or the
// results are different.
func TestApplyAsServer(t *testing.T) {
	for _, test := range []struct{ reason, original, patch, want string }{
		{"from the end", `[1,2,3]`, `[{"op":"replace","path":"/-1","value":4},{"op":"remove","path":"/-2"}]`, `[1,4]`},
		{"after the end", `[1]`, `[{"op":"add","path":"/-1","value":2},{"op":"add","path":"/-2","value":3}]`, `[1,3,2]`},
		{"leading zeros", `[1,2]`, `[{"op":"remove","path":"/01"}]`, `[1]`},
		{"a plus sign", `[1,2]`, `[{"op":"remove","path":"/+1"}]`, `[1]`},
		{"a missing field is null", `{"a":{}}`, `[{"op":"test","path":"/a/b","value":null},{"op":"add","path":"/a/b","value":{}}]`, `{"a":{"b":{}}}`},
		{"a missing field is replaced", `{"a":{}}`, `[{"op":"replace","path":"/a/b","value":1}]`, `{"a":{"b":1}}`},
		{"a missing field is copied as null", `{"a":{}}`, `[{"op":"copy","from":"/a/b","path":"/c"}]`, `{"a":{},"c":null}`},
		{"below the element that takes its place", `[1,{}]`, `[{"op":"move","from":"/0","path":"/0/a"}]`, `[{"a":1}]`},
		{"a missing value is null", `{"a":1}`, `[{"op":"replace","path":"/a"},{"op":"add","path":"/b"},{"op":"test","path":"/b"},{"op":"test","path":"/c"}]`, `{"a":null,"b":null}`},
		{"what comes before the first slash is ignored", `{"a":1}`, `[{"op":"add","path":"x/b","value":2}]`, `{"a":1,"b":2}`},
		{"a tilde is a tilde", `{}`, `[{"op":"add","path":"/~2","value":1},{"op":"add","path":"/a~","value":2},{"op":"test","path":"/~02","value":1}]`, `{"~2":1,"a~":2}`},
		{"null is a patch", `{"a":1}`, `null`, `{"a":1}`},
		{"what was copied is escaped", `{}`, `[{"op":"add","path":"/a","value":"<"},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":"\u003c"},{"op":"test","path":"/a","value":"<"}]`, `{"a":"<","b":"\u003c"}`},
		{"a null that was copied is {}", `{}`, `[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":{}},{"op":"test","path":"/b/c","value":null}]`, `{"a":null,"b":null}`},
	} {
		if got, err := asServer(test.original, test.patch); err != nil || got.JSON() != test.want {
			t.Errorf("%s: got %s, %v, want %s", test.reason, got.JSON(), err, test.want)
		}
		if got, err := jsonpatch.ApplyJSON([]byte(test.original), []byte(test.patch)); err == nil && string(got) == test.want {
			t.Errorf("%s: RFC 6902 gives %s, too", test.reason, got)
		}
	}
	for _, test := range []struct {
		reason, original, patch string
		want                    string
	}{
		{"before the beginning", `[1]`, `[{"op":"remove","path":"/-2"}]`, `0: remove "/-2": not-found: index -2 is out of range; the list has length 1`},
		{"not an index", `[1]`, `[{"op":"remove","path":"/a"}]`, `0: remove "/a": not-found: expected an index, got "a"`},
		{"a field is not null", `{"a":1}`, `[{"op":"test","path":"/a","value":null}]`, `0: test "/a": test-failed: expected null, got a number`},
		{"a field is not missing", `{"a":1}`, `[{"op":"test","path":"/a"}]`, `0: test "/a": test-failed: expected nothing, got a number`},
		{"an element is not replaced", `[]`, `[{"op":"replace","path":"/0","value":1}]`, `0: replace "/0": not-found: index 0 is out of range; the list has length 0`},
		{"a missing field is not moved", `{"a":{}}`, `[{"op":"move","from":"/a/b","path":"/c"}]`, `0: move "/a/b": not-found: missing field "b"`},
		{"an element is not null", `[]`, `[{"op":"test","path":"/0","value":null}]`, `0: test "/0": test-failed: index 0 is out of range; the list has length 0`},
		{"nothing is below a missing field", `{}`, `[{"op":"test","path":"/a/b","value":null}]`, `0: test "/a": test-failed: missing field "a"`},
		{"into itself", `{"a":{}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, `0: move "/a": not-found: missing field "a"`},
		{"the whole below itself", `{}`, `[{"op":"move","from":"","path":"/a"}]`, `0: move "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"the whole is not added", `{}`, `[{"op":"add","path":"","value":{}}]`, `0: add "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"the whole is not removed", `{}`, `[{"op":"remove","path":""}]`, `0: remove "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"the whole is not copied", `{}`, `[{"op":"copy","from":"","path":"/a"}]`, `0: copy "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"the whole is not copied to", `{"a":{}}`, `[{"op":"copy","from":"/a","path":""}]`, `0: copy "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"the whole is not moved to", `{"a":{}}`, `[{"op":"move","from":"/a","path":""}]`, `0: move "": invalid-patch: expected the pointer "" to begin with "/"`},
		{"a scalar does not replace the whole", `{}`, `[{"op":"replace","path":"","value":1}]`, `0: replace "": invalid-patch: expected a map or a list for the whole document, got a number`},
		{"nor does null", `{}`, `[{"op":"replace","path":"","value":null}]`, `0: replace "": invalid-patch: expected a map or a list for the whole document, got null`},
		{"nothing replaces the whole", `{}`, `[{"op":"replace","path":""}]`, `0: replace "": panic: missing "value" for the whole document`},
		{"nothing is compared with the whole", `{}`, `[{"op":"test","path":""}]`, `0: test "": panic: missing "value" for the whole document`},
		{"the whole is not null", `{}`, `[{"op":"test","path":"","value":null}]`, `0: test "": test-failed: expected null, got a map`},
		{"no slash", `{"a":1}`, `[{"op":"remove","path":"a"}]`, `0: remove "": invalid-patch: expected the pointer "a" to begin with "/"`},
		{"the spelling of a number", `{"a":3}`, `[{"op":"test","path":"/a","value":3.0}]`, `0: test "/a": test-failed: expected a different number`},
		{"the spelling of a string", `{"a":"front"}`, `[{"op":"test","path":"/a","value":"\u0066ront"}]`, `0: test "/a": test-failed: expected a different string`},
		{"in what the patch added, too", `{}`, `[{"op":"add","path":"/a","value":[1.0]},{"op":"test","path":"/a","value":[1]}]`, `1: test "/a": test-failed: expected a different list`},
		{"the escapes of the document", `{"a":"<"}`, `[{"op":"test","path":"/a","value":"<"}]`, `0: test "/a": test-failed: expected a different string`},
		{"null from the patch in a map", `{"a":{}}`, `[{"op":"add","path":"/a/b","value":null},{"op":"test","path":"/a","value":{"b":null}}]`, `1: test "/a": test-failed: expected a different map`},
		{"null from the patch without a value", `{"a":{}}`, `[{"op":"add","path":"/a/b","value":null},{"op":"test","path":"/a/b"}]`, `1: test "/a/b": test-failed: expected nothing, got null`},
		{"null that was copied", `{}`, `[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":null}]`, `2: test "/b": test-failed: expected a different null`},
		{"below a null that was copied", `{}`, `[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/c","value":1}]`, `2: add "/b/c": panic: a server cannot add a field to a copied null`},
		{"nor is a field of it replaced", `{}`, `[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/c","value":1}]`, `2: replace "/b/c": panic: a server cannot add a field to a copied null`},
		{"nothing is below it", `{}`, `[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"remove","path":"/b/c"}]`, `2: remove "/b/c": not-found: expected a map or a list above "c", got null`},
		{"nulls in lists", `{"a":[null]}`, `[{"op":"test","path":"/a","value":[null]}]`, `0: test "/a": panic: a server cannot compare lists with null in them`},
		{"null in the list of a test", `{"a":[1]}`, `[{"op":"test","path":"/a","value":[null]}]`, `0: test "/a": panic: a server cannot compare lists with null in them`},
		{"lists of several lengths", `{"a":[null]}`, `[{"op":"test","path":"/a","value":[null,1]}]`, `0: test "/a": test-failed: expected a different list`},
		{"unknown operation", `{}`, `[{"op":"merge","path":"/a"}]`, `0: invalid-patch: unknown operation "merge"; expected add, remove, replace, move, copy or test`},
		{"no operation", `{}`, `[{}]`, `0: invalid-patch: missing "op"`},
		{"null is not an operation", `{}`, `[null]`, `0: invalid-patch: missing "op"`},
		{"no path", `{}`, `[{"op":"test","value":{}}]`, `0: test "": invalid-patch: missing "path"`},
		{"null is not a path", `{}`, `[{"op":"replace","path":null,"value":{}}]`, `0: replace "": invalid-patch: missing "path"`},
		{"no from", `{"a":1}`, `[{"op":"move","path":"/a"}]`, `0: move "": invalid-patch: expected the pointer "" to begin with "/"`},
	} {
		var e *jsonpatch.Error
		if got, err := asServer(test.original, test.patch); !errors.As(err, &e) || e.Error() != "JSON patch: operation "+test.want || e.Operation < 0 || got.Type() != model.Absent {
			t.Errorf("%s: got %s, %v, want %s", test.reason, got.JSON(), err, test.want)
		}
	}
}

// These patches have the same results on API servers and by RFC 6902.
func TestApplyAsServerAsApply(t *testing.T) {
	for _, test := range []struct{ reason, original, patch, want string }{
		{"from counts for moves and copies alone", `{"a":1}`, `[{"op":"remove","path":"/a","from":null}]`, `{}`},
		{"the document is written by Go", `{"a":"<","b":3.0,"c":1e21,"d":"\u00e9"}`, `[{"op":"test","path":"/a","value":"\u003c"},{"op":"test","path":"/b","value":3},{"op":"test","path":"/c","value":1e+21},{"op":"test","path":"/d","value":"é"}]`, `{"a":"<","b":3.0,"c":1e21,"d":"\u00e9"}`},
		{"small numbers and minus zero, too", `{"a":0.0000001,"b":-0}`, `[{"op":"test","path":"/a","value":1e-7},{"op":"test","path":"/b","value":0}]`, `{"a":0.0000001,"b":-0}`},
		{"what the patch added has its text", `{}`, `[{"op":"add","path":"/a","value":{"x":1.0}},{"op":"test","path":"/a/x","value":1.0},{"op":"add","path":"/b","value":null},{"op":"test","path":"/b","value":null}]`, `{"a":{"x":1.0},"b":null}`},
		{"a map and a list of the patch replace the whole", `{"a":1}`, `[{"op":"replace","path":"","value":[1]},{"op":"replace","path":"","value":{}}]`, `{}`},
	} {
		got, err := asServer(test.original, test.patch)
		plain, fault := jsonpatch.ApplyJSON([]byte(test.original), []byte(test.patch))
		if err != nil || fault != nil || got.JSON() != test.want || string(plain) != test.want {
			t.Errorf("%s: got %s, %v and %s, %v, want %s", test.reason, got.JSON(), err, plain, fault, test.want)
		}
	}
}

// The first operation that fails determines the error, even if a later operation is invalid.
func TestApplyAsServerInTurn(t *testing.T) {
	var e *jsonpatch.Error
	_, err := asServer(`{}`, `[{"op":"add","path":"/a","value":1},{"op":"test","path":"/a","value":2},{"op":"merge"}]`)
	if !errors.As(err, &e) || e.Operation != 1 || e.Op != jsonpatch.Test || e.Path != "/a" || e.Want.JSON() != "2" || e.Have.JSON() != "1" {
		t.Errorf("got %#v", e)
	}
	_, err = asServer(`{}`, `[{"op":"merge","path":"/a"}]`)
	if !errors.As(err, &e) || e.Op != "" {
		t.Errorf("got %#v", e)
	}
}

func TestFromValueAsServer(t *testing.T) {
	for _, patch := range []string{`{}`, `1`, `"x"`, `[1]`, `[[]]`, `["x"]`, `[{"op":1}]`, `[{"op":"add","path":{}}]`, `[{"op":"remove","path":"/a","from":1}]`} {
		var e *jsonpatch.Error
		if p, err := jsonpatch.FromValueAsServer(model.MustParse(patch)); !errors.As(err, &e) || e.Code != jsonpatch.InvalidPatch || p != nil {
			t.Errorf("%s: got %v, %v", patch, p, err)
		}
	}
}

// A patch of Go values has the same result as its text.
func TestApplyAsServerOfGoValues(t *testing.T) {
	p := jsonpatch.Patch{
		{Op: jsonpatch.Test, Path: "/a", Value: model.NewString("é")},
		{Op: jsonpatch.Test, Path: "/b", Value: model.NewInt(3)},
		{Op: jsonpatch.Remove, Path: "/a"},
	}
	if got, err := p.ApplyAsServer(model.MustParse(`{"a":"\u00e9","b":3}`)); err != nil || got.JSON() != `{"b":3}` {
		t.Errorf("got %s, %v", got.JSON(), err)
	}
	if _, err := (jsonpatch.Patch{{Op: jsonpatch.Test, Path: "/a", Value: model.NewString("<")}}).ApplyAsServer(model.MustParse(`{"a":"<"}`)); err == nil {
		t.Error("the document has an escape")
	}
}

// The size of a copy is the size of the JSON that the server writes for it.
func TestCopiedAsServer(t *testing.T) {
	patch := `[{"op":"copy","from":"/a","path":"/b"}]`
	for _, test := range []struct {
		unit string
		size int
	}{{"x", 1}, {"<", 6}, {"\u2029", 6}} {
		n := (jsonpatch.MaxCopied - 2) / test.size
		if _, err := asServer(`{"a":"`+strings.Repeat(test.unit, n)+`"}`, patch); err != nil {
			t.Errorf("%d times %q: %v", n, test.unit, err)
		}
		var e *jsonpatch.Error
		if _, err := asServer(`{"a":"`+strings.Repeat(test.unit, n+1)+`"}`, patch); !errors.As(err, &e) || e.Code != jsonpatch.Limit ||
			e.Error() != `JSON patch: operation 0: copy "/b": limit: the operations of the patch copy more than 3145728 bytes` {
			t.Errorf("%d times %q: %v", n+1, test.unit, err)
		}
	}
}

// The time for an operation depends only on the values that it changes or compares.
func TestManyOperationsAsServer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	cputime.CheckGrowth(t, 625, cputime.Proportional, func(n int) func() {
		long := strings.Repeat("<", 10*n)
		var b strings.Builder
		b.WriteByte('[')
		for i := range n {
			fmt.Fprintf(&b, `{"op":"add","path":"/list/0","value":%d},{"op":"copy","from":"/list/0","path":"/list/-"},{"op":"test","path":"/list/-1","value":%d},{"op":"test","path":"/long","value":"x"},`, i, i)
		}
		b.WriteString(`null]`)
		return func() {
			var e *jsonpatch.Error
			if _, err := asServer(`{"list":[],"long":"x"}`, b.String()); !errors.As(err, &e) || e.Operation != 4*n {
				t.Errorf("got %v", err)
			}
			if _, err := asServer(`{"list":[],"long":"`+long+`"}`, b.String()); !errors.As(err, &e) || e.Operation != 3 {
				t.Errorf("got %v", err)
			}
		}
	})
}
