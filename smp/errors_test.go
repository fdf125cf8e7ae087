package smp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// TestErrorText and the next three tests are the only ones in this package that compare texts.
func TestErrorText(t *testing.T) {
	ports := keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")
	ports.Recommended = []string{"name", "value"}
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"ports": ports,
		"list":  keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name"),
		"set":   {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"map":   mapOf(map[string]smp.Definition{"a": text}),
	}))
	tests := []struct{ original, patch, want string }{
		{`[]`, `{}`, `original: wrong-kind: expected a map, got a list (rule root)`},
		{`{}`, `null`, `patch: wrong-kind: expected a map, got null (rule root)`},
		{`{}`, `{"list":[{"value":"secret"}]}`, `patch: list[0]: missing-merge-key: missing merge key "name" (rule keyed-merge)`},
		{`{}`, `{"list":[{"name":["secret"]}]}`, `patch: list[0].name: invalid-merge-key: merge key "name": expected a scalar, got a list (rule keyed-merge)`},
		{`{}`, `{"map":{"$patch":"secret"}}`, `patch: map["$patch"]: invalid-directive: expected "replace" or "delete" (rule unknown-directive)`},
		{`{}`, `{"map":{"$retainKeys":[],"a":"secret"}}`, `patch: map.a: retain-keys-mismatch: this field is not in $retainKeys; add it there (rule retain-keys)`},
		{`{}`, `{"$deleteFromPrimitiveList/map":["secret"]}`, `patch: ["$deleteFromPrimitiveList/map"]: invalid-directive: expected a field that is a list of scalars; it is a map (rule set-delete)`},
		{`{}`, `{"set":[{"a":"secret"}]}`, `patch: set[0]: wrong-kind: expected a scalar, got a map (rule set-merge)`},
		{`{}`, `{"set":["b","a"],"$setElementOrder/set":["a","b"]}`, `patch: set[1]: order-mismatch: this element has a different place in $setElementOrder/set; put the elements of the patch in the order of this directive (rule order-directive)`},
		{
			`{}`, `{"ports":[{"name":"a","value":"1"},{"name":"b"},{"name":"a","value":"2"}],"$setElementOrder/ports":[` +
				`{"$patchMergeKey":["name","value"],"name":"a","value":"1"},{"name":"b"},{"$patchMergeKey":["name","value"],"name":"a","value":"2"}]}`,
			`patch: ports[2]: order-mismatch: elements with the same keys are not next to each other; move them together, as $setElementOrder/ports requires (rule order-directive)`,
		},
	}
	for _, test := range tests {
		_, err := smp.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if err == nil {
			t.Errorf("%s is accepted", test.patch)
			continue
		}
		if err.Error() != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.patch, err, test.want)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the text holds a value: %s", test.patch, err)
		}
	}
}

// These are the texts of errors about unions.
func TestErrorTextOfUnions(t *testing.T) {
	plain := mapOf(map[string]smp.Definition{"a": text, "b": text})
	plain.Unions = []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"a"}}, {Fields: []string{"b"}}}}}
	named := mapOf(map[string]smp.Definition{"type": text, "a": text, "b": text})
	named.Unions = []smp.Union{{Discriminator: "type", Members: []smp.UnionMember{{Value: "A", Fields: []string{"a"}}, {Value: "B", Fields: []string{"b"}}}}}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"plain": plain, "named": named}))
	for patch, want := range map[string]string{
		`{"plain":{"a":"1","b":"2"}}`:    `patch: plain: union-conflict: a and b exclude each other, but both are set (rule union-member)`,
		`{"named":{"a":"1","type":"B"}}`: `patch: named: union-conflict: a is set, which requires type "A", but type has another value (rule union-member)`,
	} {
		if _, err := (smp.Engine{Strict: true, Unions: true}).Apply(s, model.MustParse(`{}`), model.MustParse(patch)); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// These are the texts of errors under Strict.
func TestErrorTextUnderStrict(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"text": text, "any": {Type: smp.ScalarType}, "either": {Type: smp.ScalarType, Scalars: smp.StringScalar | smp.NumberScalar},
		"map": mapOf(map[string]smp.Definition{"a": text}),
	}))
	for patch, want := range map[string]string{
		`{"text":1}`:      `patch: text: wrong-kind: expected a string, got a number (rule value-type)`,
		`{"either":true}`: `patch: either: wrong-kind: expected a string or number, got a boolean (rule value-type)`,
		`{"any":{}}`:      `patch: any: wrong-kind: expected a scalar, got a map (rule value-type)`,
		`{"map":1}`:       `patch: map: wrong-kind: expected a map, got a number (rule value-type)`,
	} {
		if _, err := (smp.Engine{Strict: true}).Apply(s, model.MustParse(`{}`), model.MustParse(patch)); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	whole := schemaOf(t, mapOf(map[string]smp.Definition{"whole": {Type: smp.ScalarType, Scalars: smp.IntegerScalar}}))
	if _, err := (smp.Engine{Strict: true}).Apply(whole, model.MustParse(`{}`), model.MustParse(`{"whole":1.5}`)); err != nil {
		t.Errorf("the engine distinguishes whole numbers: %v", err)
	}
	list := keyedBy(mapOf(map[string]smp.Definition{"a": text, "b": text, "c": text}), "a")
	list.Recommended = []string{"a", "b"}
	s = schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	several, one := `{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"x","b":"1"}]}`
	for _, test := range []struct{ original, patch, want string }{
		{several, `{"list":[{"a":"x","b":"3"}]}`, `first of several elements and changes its b`},
		{several, `{"list":[{"a":"x","c":"3"}]}`, `first of several elements, which differ in b`},
		{one, `{"list":[{"a":"x","b":"3"}]}`, `element and changes its b`},
		{one, `{"list":[{"a":"x","b":null}]}`, `element and removes its b`},
		{one, `{"list":[{"a":"x","$retainKeys":["a"]}]}`, `element and removes its b`},
		{one, `{"list":[{"a":"x","$patch":"replace","c":"3"}]}`, `element and removes its b`},
	} {
		want := `patch: list[0]: ambiguous-merge-key: a alone finds the ` + test.want + ` (rule keys-recommended)`
		if _, err := (smp.Engine{Strict: true}).Apply(s, model.MustParse(test.original), model.MustParse(test.patch)); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
		var notes []string
		e := smp.Engine{Trace: func(e smp.Event) {
			if e.Ambiguous != nil {
				notes = append(notes, e.Ambiguous.Error())
			}
		}}
		_, err := e.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if note := `a alone finds the ` + test.want; err != nil || len(notes) != 1 || notes[0] != note {
			t.Errorf("%s: there are notes %q, %v; want %s", test.patch, notes, err, note)
		}
	}
}

// The text of an error about a document that cannot be parsed is that of the parser.
func TestErrorTextOfParsing(t *testing.T) {
	for patch, want := range map[string]string{
		`{"a":`:                   `patch: syntax error in a, byte 5: the text ends too early`,
		strings.Repeat(`[`, 1001): `patch: limit exceeded in ` + strings.Repeat(`[0]`, 66) + `[0…0]` + strings.Repeat(`[0]`, 66) + `, byte 1000: nested deeper than 1000 levels`,
	} {
		if _, err := smp.ApplyJSON(smp.Schemaless, []byte(`{}`), []byte(patch)); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// These are the texts of conflicts and problems.
func TestErrorTextOfConflictsAndProblems(t *testing.T) {
	list := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name"), "set": {Type: smp.ListType, Strategy: smp.Merge, Element: &text}}))
	for _, test := range []struct{ modified, current, want string }{
		{`{"a":"secret"}`, `{"a":"secret2"}`, `conflict: modified and current changed 1 value differently: a (both-added) (rule threeway-conflict)`},
		{`{"a":"secret","b":{"c":1}}`, `{"a":"secret2","b":{"c":2}}`, `conflict: modified and current changed 2 values differently: a (both-added), b.c (both-added) (rule threeway-conflict)`},
	} {
		_, err := smp.ThreeWay(smp.Schemaless, model.MustParse(`{}`), model.MustParse(test.modified), model.MustParse(test.current))
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
	for _, test := range []struct{ patch, want string }{
		{
			`{"list":[{"name":"a"}],"$setElementOrder/list":[]}`,
			`list[0]: order-mismatch: this element is not in $setElementOrder/list; add it there (rule order-directive)`,
		},
		{
			`{"list":[{"name":"a"},{"name":"b"}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`list[1]: order-mismatch: this element has a different place in $setElementOrder/list; put the elements of the patch in the order of this directive (rule order-directive)`,
		},
		{`{"list":{},"$setElementOrder/list":[]}`, `["$setElementOrder/list"]: no-effect: the field is set to a map (rule lint)`},
		{`{"set":1,"$deleteFromPrimitiveList/set":["a"]}`, `["$deleteFromPrimitiveList/set"]: no-effect: the field is set to a number (rule lint)`},
	} {
		problems := smp.Lint(list, model.MustParse(test.patch))
		if len(problems) == 0 || problems[0].String() != test.want {
			t.Errorf("got %v\nwant %s", problems, test.want)
		}
	}
}

// The option Unchanged supports only paths of fields. Another path would never be checked, so it is
// an error.
func TestErrorTextOfUnchanged(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")}))
	document := model.MustParse(`{"list":[{"name":"a"}]}`)
	for path, want := range map[string]string{
		`list[name=a].value`: `modified: list[name=a].value: precondition: expected a path of field names in the option Unchanged`,
		`list[0]`:            `modified: list[0]: precondition: expected a path of field names in the option Unchanged`,
		`.`:                  `modified: precondition: expected a path of field names in the option Unchanged`,
	} {
		p, err := model.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		opts := smp.DiffOptions{Unchanged: []model.Path{p}}
		if _, err := (smp.Engine{}).Diff(s, document, document, opts); err == nil || err.Error() != want {
			t.Errorf("%s: got %v\nwant %s", path, err, want)
		}
		if _, err := (smp.Engine{}).ThreeWay(s, document, document, document, smp.ThreeWayOptions{DiffOptions: opts}); err == nil || err.Error() != want {
			t.Errorf("%s: three-way: got %v\nwant %s", path, err, want)
		}
	}
}

// The patch would have one level more than a document can have.
func TestErrorTextOfDepth(t *testing.T) {
	s, err := smp.NewSchema(smp.Definition{Ref: "m"}, func(string) (smp.Definition, bool) {
		return smp.Definition{Type: smp.MapType, RetainKeys: true, Fields: map[string]smp.Definition{"m": {Ref: "m"}, "a": text, "b": text}}, true
	})
	if err != nil {
		t.Fatal(err)
	}
	nested := func(leaf string) model.Value {
		const levels = model.HardMaxDepth - 1
		return model.MustParse(strings.Repeat(`{"m":`, levels) + leaf + strings.Repeat(`}`, levels))
	}
	_, err = smp.Diff(s, nested(`{"a":"1","b":"1"}`), nested(`{"a":"2"}`))
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != smp.Limit || e.Cause.Error() != "the result is nested too deeply: limit exceeded: nested deeper than 10000 levels" {
		t.Errorf("got %.200v", err)
	}
}

// The patch cannot be a merge patch if a field that it sets is null.
func TestErrorTextOfMergePatch(t *testing.T) {
	_, err := smp.AsMergePatch(model.MustParse(`{"a":{"c":1}}`), model.MustParse(`{"a":{"b":null}}`))
	if want := "result: a.b: not-representable: a JSON merge patch cannot set a field to null"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		name, original, patch string
		limits                smp.Limits
		kind                  smp.Code
		document, path        string
	}{
		{"malformed original", `{"a":[1,}`, `{}`, smp.Limits{}, smp.Syntax, "original", "a[1]"},
		{"duplicate name in the patch", ``, `{"a":{"b":1,"b":2}}`, smp.Limits{}, smp.Syntax, "patch", "a.b"},
		{"too deep", ``, `{"a":{"b":{}}}`, smp.Limits{Depth: 2}, smp.Limit, "patch", "a.b"},
		{"too large", `{"a":1}`, `{}`, smp.Limits{Bytes: 6}, smp.Limit, "original", "."},
		{"empty patch", `{}`, ``, smp.Limits{}, smp.Syntax, "patch", "."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := smp.Engine{Limits: test.limits}.ApplyJSON(smp.Schemaless, []byte(test.original), []byte(test.patch))
			if got != nil {
				t.Errorf("a failed call returns %s", got)
			}
			var e *smp.Error
			if !errors.As(fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", err)), &e) {
				t.Fatalf("no *smp.Error: %v", err)
			}
			if e.Code != test.kind || e.Document != test.document || e.Path.String() != test.path {
				t.Errorf("got %v, want %s at %s of %s", e, test.kind, test.path, test.document)
			}
			var cause *model.Error
			if !errors.As(err, &cause) {
				t.Errorf("the cause is no *model.Error: %v", err)
			}
		})
	}
}

// For errors.As, a ConflictError is also an *Error.
func TestConflictsAreErrors(t *testing.T) {
	_, err := smp.ThreeWay(smp.Schemaless, model.MustParse(`{}`), model.MustParse(`{"b":{"c":1},"d":1}`), model.MustParse(`{"b":{"c":2},"d":2}`))
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != smp.Conflicting || e.Path.String() != "b.c" || e.Rule != smp.RuleThreeWayConflict {
		t.Errorf("%v is found as %v", err, e)
	}
	var list *smp.ConflictError
	if !errors.As(e, &list) || len(list.Conflicts) != 2 {
		t.Errorf("%v has the conflicts %v", e, list)
	}
	var fault *model.Error
	if errors.As(err, &fault) {
		t.Errorf("%v is a fault of a document", err)
	}
	if !errors.As(&smp.ConflictError{}, &e) || len(e.Path) > 0 {
		t.Errorf("no conflicts are found as %v", e)
	}
}

// Conflicts are sorted by the texts of their paths, even if the paths begin with the same steps.
func TestConflictsAreSorted(t *testing.T) {
	document := func(value int) model.Value {
		return model.MustParse(fmt.Sprintf(`{"a":{"c":%[1]d,"b c":%[1]d,"b":%[1]d,"C":%[1]d},"d":%[1]d,"b c":%[1]d,"C":%[1]d}`, value))
	}
	_, err := smp.ThreeWay(smp.Schemaless, document(1), document(2), document(3))
	want := `conflict: modified and current changed 7 values differently: C (both-changed), ["b c"] (both-changed), a.C (both-changed), ` +
		`a.b (both-changed), a.c (both-changed), a["b c"] (both-changed), d (both-changed) (rule threeway-conflict)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// The text of an error contains only the first conflicts, and the ends of long paths. The text of
// all conflicts could be very long.
func TestConflictErrorNamesSome(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	document := func(n, value int) model.Value {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"m%03d":%d`, i, value))
		}
		return model.MustParse(`{"` + long + `":{` + strings.Join(members, ",") + `}}`)
	}
	_, err := smp.ThreeWay(smp.Schemaless, document(300, 1), document(300, 2), document(300, 3))
	var list *smp.ConflictError
	if !errors.As(err, &list) || len(list.Conflicts) != 300 {
		t.Fatalf("%d conflicts", len(list.Conflicts))
	}
	text := err.Error()
	if !strings.Contains(text, ".m000 (both-changed), ") || len(text) > 50_000 || !strings.HasSuffix(text, ".m099 (both-changed) and 200 more (rule threeway-conflict)") {
		t.Errorf("%d bytes, which end in %.100s", len(text), text[len(text)-100:])
	}
	_, err = smp.ThreeWay(smp.Schemaless, document(100, 1), document(100, 2), document(100, 3))
	if err == nil || !strings.HasSuffix(err.Error(), ".m099 (both-changed) (rule threeway-conflict)") {
		t.Errorf("100 conflicts: ...%s", fmt.Sprint(err)[len(fmt.Sprint(err))-100:])
	}
}

// CheckOrder accepts every schema. In a field that is not a merging list, order lists have no effect.
func TestCheckOrderOfOtherSchemas(t *testing.T) {
	list := model.MustParse(`[{"name":"a"}]`)
	for _, d := range []smp.Definition{{}, text, mapOf(map[string]smp.Definition{"a": text}), {Type: smp.ListType}} {
		if err := smp.CheckOrder(schemaOf(t, d), list, list, 0); err != nil {
			t.Errorf("%v: %v", d, err)
		}
	}
	keyed := keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name")
	if err := smp.CheckOrder(schemaOf(t, keyed), list, model.MustParse(`[]`), 0); err == nil {
		t.Error("an order list without the element is accepted")
	}
}

// CheckOrder returns the error of Apply, also if both the elements and the order list are faulty.
func TestCheckOrderReturnsTheErrorOfApply(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name")
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	for _, elements := range []string{`[{"name":"a"}]`, `[{"no":1}]`, `[{"name":"a"},{"$patch":"replace"}]`, `[{"$patch":"x"},{"$patch":"replace"}]`} {
		for _, order := range []string{`[]`, `[{"no":1}]`, `{}`} {
			patch := model.MustParse(`{"list":` + elements + `,"$setElementOrder/list":` + order + `}`)
			_, want := smp.Apply(s, model.MustParse(`{}`), patch)
			got := smp.CheckOrder(schemaOf(t, list), model.MustParse(elements), model.MustParse(order), 0)
			if want == nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s with %s: %v; want %v", elements, order, got, want)
			}
		}
	}
}

// A document does not determine how long the text of an error is.
func TestErrorTextIsShort(t *testing.T) {
	name := strings.Repeat("k", 1<<20)
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"set":  {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"list": keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name"),
	}))
	for _, patch := range []string{
		`{"` + name + `":{"a":1,"a":2}}`,
		`{"` + name + `":{"$patch":"` + name + `"}}`,
		`{"$deleteFromPrimitiveList/` + name + `":1}`,
		`{"$` + name + `":1}`,
		`{"set":[{"` + name + `":1}]}`,
		`{"list":[{"name":"a","$patchMergeKey":["` + name + `"]}]}`,
		`{"list":[{"name":"a","$retainKeys":["` + name + `"]}]}`,
		`{"list":[{"name":"` + name + `"}],"$setElementOrder/list":[{"name":"b"}]}`,
		`{"` + name + `":1}`,
	} {
		_, err := smp.Engine{Strict: true}.ApplyJSON(s, []byte(`{}`), []byte(patch))
		if err == nil || len(err.Error()) > 10_000 {
			text := fmt.Sprint(err)
			t.Errorf("the error for %s… has %d bytes: %s…", patch[:min(len(patch), 40)], len(text), text[:min(len(text), 200)])
		}
	}
	document := func(value string) []byte { return []byte(`{"` + name + `":` + value + `}`) }
	if _, err := smp.ThreeWayJSON(s, document("1"), document("2"), document("3")); err == nil || len(err.Error()) > 10_000 {
		t.Errorf("the text of the conflicts has %d bytes", len(fmt.Sprint(err)))
	}
}
