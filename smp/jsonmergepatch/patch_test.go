package jsonmergepatch_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp/jsonmergepatch"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

func TestThreeWay(t *testing.T) {
	for _, test := range []struct{ name, original, modified, current, want string }{
		{"no documents", ``, ``, ``, `{}`},
		{"set, deleted, left alone", `{"a":1,"b":2}`, `{"a":3}`, `{"a":1,"b":2,"c":4}`, `{"a":3,"b":null}`},
		{"deleted again", `{"b":2}`, `{}`, `{}`, `{"b":null}`},
		{"maps of different depth", `{"m":{"x":{"y":1}}}`, `{"m":{"x":{"z":1}}}`, `{"m":2}`, `{"m":{"x":{"y":null,"z":1}}}`},
		{"an empty map is a value", ``, `{"m":{},"n":{}}`, `{"m":{"x":1}}`, `{"n":{}}`},
		{"a list is sent whole, without nulls in it", ``, `{"l":[{"a":null,"b":1},null]}`, `{"l":[{"b":1},null]}`, `{"l":[{"b":1},null]}`},
		{"null deletes what was not null", `{"b":null}`, `{"a":null,"b":null,"m":{"x":null}}`, ``, `{"a":null,"m":{"x":null}}`},
		{"numbers are equal by value", ``, `{"a":1.0,"b":1e2}`, `{"a":1,"b":100}`, `{}`},
		{"digits are kept", ``, `{"n":12345678901234567891}`, `{"n":12345678901234567890}`, `{"n":12345678901234567891}`},
		{"the last of one name counts", ``, `{"a":1,"a":2}`, `null`, `{"a":2}`},
		{"names are sorted and escaped", ``, `{"b":1,"<a>":"&"}`, ``, `{"\u003ca\u003e":"\u0026","b":1}`},
	} {
		patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch([]byte(test.original), []byte(test.modified), []byte(test.current))
		if err != nil || string(patch) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.name, patch, err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for i, fault := range []string{`{`, `[]`, `1`, `{} {}`, `"a"`} {
		documents := [3][]byte{}
		documents[i%3] = []byte(fault)
		if _, err := jsonmergepatch.CreateThreeWayJSONMergePatch(documents[0], documents[1], documents[2]); err != mergepatch.ErrBadJSONDoc {
			t.Errorf("%s: %v", fault, err)
		}
	}
	named := []byte(`{"kind":"A","metadata":{"name":"a"}}`)
	_, err := jsonmergepatch.CreateThreeWayJSONMergePatch(nil, named, nil,
		mergepatch.RequireKeyUnchanged("other"), mergepatch.RequireMetadataKeyUnchanged("name"))
	if !mergepatch.IsPreconditionFailed(err) {
		t.Errorf("a precondition does not fail: %v", err)
	}
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(nil, named, named, mergepatch.RequireKeyUnchanged("kind"))
	if err != nil || string(patch) != "{}" {
		t.Errorf("a precondition fails: %s, %v", patch, err)
	}
}
