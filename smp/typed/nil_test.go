package typed_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/typed"
)

// A fieldKind is a field of a Pod that can be nil in Go. The documents of a test contain the field
// with one of its values.
type fieldKind struct {
	name string
	// around is a Pod, with one %s for the field, which begins with a comma.
	around string
	field  string
	path   model.Path
	// mine and theirs are values by two actors. both is the merged value, and left is both without the
	// values of mine. If the field does not merge, both is theirs, and left is empty.
	mine, theirs, both, left string
	merges                   bool
}

const podAround = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"hostname":"h"%s}}`

var fieldKinds = []fieldKind{
	{
		name: "keyed list", around: podAround, field: "containers", path: fieldPath("spec", "containers"),
		mine: `[{"name":"mine"}]`, theirs: `[{"name":"theirs"}]`, both: `[{"name":"mine"},{"name":"theirs"}]`, left: `[{"name":"theirs"}]`, merges: true,
	},
	{
		name: "set", around: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"%s}}`, field: "finalizers", path: fieldPath("metadata", "finalizers"),
		mine: `["a/mine"]`, theirs: `["a/theirs"]`, both: `["a/mine","a/theirs"]`, left: `["a/theirs"]`, merges: true,
	},
	{
		name: "atomic list", around: podAround, field: "tolerations", path: fieldPath("spec", "tolerations"),
		mine: `[{"key":"mine"}]`, theirs: `[{"key":"theirs"}]`, both: `[{"key":"theirs"}]`,
	},
	{
		name: "map", around: podAround, field: "nodeSelector", path: fieldPath("spec", "nodeSelector"),
		mine: `{"mine":"1"}`, theirs: `{"theirs":"1"}`, both: `{"mine":"1","theirs":"1"}`, left: `{"theirs":"1"}`, merges: true,
	},
	{
		name: "pointer to a struct", around: podAround, field: "dnsConfig", path: fieldPath("spec", "dnsConfig"),
		mine: `{"nameservers":["1.1.1.1"]}`, theirs: `{"searches":["theirs"]}`, both: `{"nameservers":["1.1.1.1"],"searches":["theirs"]}`, merges: true,
	},
	{
		name: "pointer to a scalar", around: podAround, field: "activeDeadlineSeconds", path: fieldPath("spec", "activeDeadlineSeconds"),
		mine: `5`, theirs: `7`, both: `7`,
	},
	{
		name: "list in an element", around: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"a"},{"name":"b"%s}]}}`, field: "env",
		path: fieldPath("spec", "containers").Append(model.Key{{Name: "name", Value: model.NewString("b")}}, model.Field("env")),
		mine: `[{"name":"mine","value":"1"}]`, theirs: `[{"name":"theirs","value":"1"}]`, both: `[{"name":"mine","value":"1"},{"name":"theirs","value":"1"}]`, left: `[{"name":"theirs","value":"1"}]`, merges: true,
	},
}

// document returns the Pod with a value of the field. The value "" means that the field is missing.
func (k fieldKind) document(value string) string {
	if value != "" {
		value = `,"` + k.field + `":` + value
	}
	return fmt.Sprintf(k.around, value)
}

// value returns the field in a document, or "" if it is missing or null. Members of maps are sorted,
// and the elements of a list with both values are in the order of both.
func (k fieldKind) value(t *testing.T, document []byte) string {
	t.Helper()
	v, err := model.Parse(document)
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	if v, _ = k.path.Lookup(v); v.Type() == model.Null {
		return ""
	}
	// A struct writes its other fields, too.
	text := strings.NewReplacer(`"env":null,`, "", `"nameservers":null,`, "", `,"searches":null`, "").Replace(v.Canonical())
	if k.merges && alikeInAnyOrder(text, k.both) {
		return k.both
	}
	return text
}

func alikeInAnyOrder(a, b string) bool {
	var x, y []any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil || len(x) != 2 || len(y) != 2 {
		return false
	}
	return reflect.DeepEqual(x, []any{y[1], y[0]})
}

// A subject makes the three operations with documents that it gets as JSON.
type subject struct {
	name string
	// isStruct is set if the documents are Go structs, which have nil fields and no nulls. Only a
	// patch can be JSON then.
	isStruct bool
	apply    func(original, patch string) ([]byte, error)
	diff     func(original, modified string) ([]byte, error)
	threeWay func(original, modified, current string) ([]byte, error)
}

// podType returns a Go type with the fields of fieldKinds. option is the option in their tags.
func podType(option string) reflect.Type {
	field := func(name string, of any, tags string) reflect.StructField {
		t, ok := of.(reflect.Type)
		if !ok {
			t = reflect.TypeOf(of)
		}
		return reflect.StructField{Name: strings.ToUpper(name[:1]) + name[1:], Type: t, Tag: reflect.StructTag(`json:"` + name + option + `" ` + tags)}
	}
	list := func(fields ...reflect.StructField) reflect.Type { return reflect.SliceOf(reflect.StructOf(fields)) }
	const byName = `patchStrategy:"merge" patchMergeKey:"name"`
	variable := list(field("name", "", ""), field("value", "", ""))
	container := list(field("name", "", ""), field("env", variable, byName))
	dns := reflect.StructOf([]reflect.StructField{field("nameservers", []string{}, ""), field("searches", []string{}, "")})
	metadata := reflect.StructOf([]reflect.StructField{field("name", "", ""), field("finalizers", []string{}, `patchStrategy:"merge"`)})
	spec := reflect.StructOf([]reflect.StructField{
		field("hostname", "", ""), field("containers", container, byName), field("tolerations", list(field("key", "", "")), ""),
		field("nodeSelector", map[string]string{}, ""), field("dnsConfig", reflect.PointerTo(dns), ""), field("activeDeadlineSeconds", new(int64), ""),
	})
	return reflect.StructOf([]reflect.StructField{field("apiVersion", "", ""), field("kind", "", ""), field("metadata", metadata, ""), field("spec", spec, "")})
}

func subjects(t *testing.T) (all []subject) {
	for _, option := range []string{"", ",omitempty", ",omitzero"} {
		pod := podType(option)
		meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.New(pod).Interface())
		if err != nil {
			t.Fatal(err)
		}
		value := func(text string) any {
			made := reflect.New(pod)
			if err := json.Unmarshal([]byte(text), made.Interface()); err != nil {
				t.Fatal(err)
			}
			return made.Interface()
		}
		asText := func(x any, err error) ([]byte, error) {
			if err != nil {
				return nil, err
			}
			return json.Marshal(x)
		}
		for _, schema := range []smp.Schema{{}, kubernetes.MustLookup("v1", "Pod")} {
			engine := typed.Engine[any]{Schema: schema}
			all = append(all, subject{
				fmt.Sprintf("typed with %q, its own schema: %t", option, schema == (smp.Schema{})), true,
				func(original, patch string) ([]byte, error) {
					layer := typed.Raw("patch", []byte(patch))
					if !strings.Contains(patch, "null") {
						layer = typed.Values("patch", value(patch))
					}
					result, _, err := engine.Overlay(value(original), layer)
					return asText(result, err)
				},
				func(original, modified string) ([]byte, error) {
					return engine.Diff(value(original), value(modified), smp.DiffOptions{})
				},
				func(original, modified, current string) ([]byte, error) {
					return engine.ThreeWay(value(original), value(modified), value(current), smp.ThreeWayOptions{Overwrite: true})
				},
			})
		}
		all = append(all, subject{
			fmt.Sprintf("strategicpatch with %q", option), false,
			func(original, patch string) ([]byte, error) {
				return strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(original), []byte(patch), meta)
			},
			func(original, modified string) ([]byte, error) {
				return strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta([]byte(original), []byte(modified), meta)
			},
			func(original, modified, current string) ([]byte, error) {
				return strategicpatch.CreateThreeWayMergePatch([]byte(original), []byte(modified), []byte(current), meta, true)
			},
		})
	}
	maps := typed.Engine[map[string]any]{Schema: kubernetes.MustLookup("v1", "Pod")}
	content := func(text string) map[string]any { return model.MustParse(text).ToAny().(map[string]any) }
	return append(all, subject{
		"typed with maps", false,
		func(original, patch string) ([]byte, error) {
			result, err := maps.Apply(content(original), []byte(patch))
			text, _ := json.Marshal(result)
			return text, err
		},
		func(original, modified string) ([]byte, error) {
			return maps.Diff(content(original), content(modified), smp.DiffOptions{})
		},
		func(original, modified, current string) ([]byte, error) {
			return maps.ThreeWay(content(original), content(modified), content(current), smp.ThreeWayOptions{Overwrite: true})
		},
	}, subject{
		"kubernetes", false,
		func(original, patch string) ([]byte, error) {
			return kubernetes.Apply([]byte(original), []byte(patch))
		},
		func(original, modified string) ([]byte, error) {
			return kubernetes.Diff([]byte(original), []byte(modified))
		},
		func(original, modified, current string) ([]byte, error) {
			return kubernetes.ThreeWay([]byte(original), []byte(modified), []byte(current), smp.ThreeWayOptions{Overwrite: true})
		},
	})
}

// The table of the package documentation holds for all kinds of fields, for all tags, for all
// operations, and in the three packages.
func TestNilNullAndMissing(t *testing.T) {
	page, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	// A question puts the state of a field into the argument of a row, and returns the field of the
	// result. The answers are the fields that the words of the table mean.
	type question struct {
		ask     func(s subject, k fieldKind, state string) ([]byte, error)
		answers map[string]func(fieldKind) string
	}
	onto := func(object string, patch []byte, err error) ([]byte, error) {
		if err != nil {
			return nil, err
		}
		return kubernetes.Apply([]byte(object), patch)
	}
	mine := func(k fieldKind) string { return k.mine }
	none := func(fieldKind) string { return "" }
	questions := map[string][]question{
		"original of Apply": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			return s.apply(k.document(state), k.document(k.mine))
		}, map[string]func(fieldKind) string{"missing": mine}}},
		"patch of Apply": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			return s.apply(k.document(k.mine), k.document(state))
		}, map[string]func(fieldKind) string{"keeps the field": mine, "deletes the field": none}}},
		"original of Diff": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			patch, err := s.diff(k.document(state), k.document(k.mine))
			return onto(k.document(""), patch, err)
		}, map[string]func(fieldKind) string{"missing": mine}}},
		"modified of Diff": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			patch, err := s.diff(k.document(k.mine), k.document(state))
			return onto(k.document(k.mine), patch, err)
		}, map[string]func(fieldKind) string{"deletes the field": none}}},
		"original of ThreeWay": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			patch, err := s.threeWay(k.document(state), k.document(k.mine), k.document(k.theirs))
			return onto(k.document(k.theirs), patch, err)
		}, map[string]func(fieldKind) string{"missing": func(k fieldKind) string {
			if k.merges {
				return k.both
			}
			return k.mine
		}}}},
		"modified of ThreeWay": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			patch, err := s.threeWay(k.document(""), k.document(state), k.document(k.theirs))
			return onto(k.document(k.theirs), patch, err)
		}, map[string]func(fieldKind) string{"deletes the values of original": func(k fieldKind) string { return k.theirs }, "deletes the field": none}},
			{func(s subject, k fieldKind, state string) ([]byte, error) {
				patch, err := s.threeWay(k.document(k.mine), k.document(state), k.document(k.both))
				return onto(k.document(k.both), patch, err)
			}, map[string]func(fieldKind) string{"deletes the values of original": func(k fieldKind) string { return k.left }, "deletes the field": none}}},
		"current of ThreeWay": {{func(s subject, k fieldKind, state string) ([]byte, error) {
			patch, err := s.threeWay(k.document(k.mine), k.document(k.mine), k.document(state))
			return onto(k.document(""), patch, err)
		}, map[string]func(fieldKind) string{"missing": mine}}},
	}
	all := subjects(t)
	row := regexp.MustCompile(`(?m)^//\t(\w+ of \w+) {2,}(\S+(?: \S+)*) {2,}(\S+(?: \S+)*)$`)
	asked := 0
	for _, cells := range row.FindAllStringSubmatch(string(page), -1) {
		argument := cells[1]
		if questions[argument] == nil {
			t.Errorf("the table has the unknown argument %q", argument)
		}
		for _, q := range questions[argument] {
			for state, word := range map[string]string{"": cells[2], "null": cells[3]} {
				answer, ok := q.answers[word]
				if !ok {
					t.Errorf("%s: the table has the unknown words %q", argument, word)
					continue
				}
				for _, s := range all {
					if s.isStruct && state == "null" && argument != "patch of Apply" {
						continue
					}
					for _, k := range fieldKinds {
						asked++
						result, err := q.ask(s, k, state)
						if err != nil {
							t.Errorf("%s, %s, %q as %s: %v", s.name, k.name, state, argument, err)
						} else if got, want := k.value(t, result), answer(k); got != want {
							t.Errorf("%s, %s, %q as %s: the field is %q, want %q", s.name, k.name, state, argument, got, want)
						}
					}
				}
			}
		}
		delete(questions, argument)
	}
	if len(questions) > 0 {
		t.Errorf("the table lacks rows: %v", reflect.ValueOf(questions).MapKeys())
	}
	t.Log(asked, "questions")
}

// A server stores null for a nil list without omitempty, and rejects a patch with an order for it.
// The patches of Diff and ThreeWay can be applied, and reports do not depend on tags.
func TestNilListsOnServers(t *testing.T) {
	type named struct {
		Name string `json:"name"`
	}
	type without struct {
		Parts []named  `json:"parts" patchStrategy:"merge" patchMergeKey:"name"`
		Set   []string `json:"set" patchStrategy:"merge"`
	}
	type with struct {
		Parts []named  `json:"parts,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
		Set   []string `json:"set,omitempty" patchStrategy:"merge"`
	}
	ordered := []byte(`{"$setElementOrder/parts":[{"name":"a"}],"parts":[{"name":"a"}]}`)
	var rejected *smp.Error
	if _, err := typed.Apply(without{}, ordered); !errors.As(err, &rejected) || rejected.Code != smp.InvalidDirective {
		t.Errorf("an order for null: got %v", err)
	}
	if _, err := typed.Apply(with{}, ordered); err != nil {
		t.Errorf("an order for a missing list: %v", err)
	}
	full := without{[]named{{"a"}, {"b"}}, []string{"a", "b"}}
	for _, make := range []func() ([]byte, error){
		func() ([]byte, error) { return typed.Diff(without{}, full) },
		func() ([]byte, error) { return typed.ThreeWay(full, full, without{}) },
		func() ([]byte, error) { return typed.ThreeWay(without{}, full, without{}) },
	} {
		patch, err := make()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := typed.Apply(without{}, patch); err != nil || !reflect.DeepEqual(got, full) {
			t.Errorf("%s makes %v, %v", patch, got, err)
		}
	}
	text := []byte(`{"parts":[{"name":"a"}]}`)
	_, first, err := typed.Overlay(without{}, typed.Raw("x", text), typed.Raw("y", []byte(`{"parts":null}`)))
	_, second, alsoErr := typed.Overlay(with{}, typed.Raw("x", text), typed.Raw("y", []byte(`{"parts":null}`)))
	if got := fmt.Sprint(first); err != nil || alsoErr != nil || got != fmt.Sprint(second) || got != "[{x [parts added]} {y [parts removed]}]" {
		t.Errorf("got %s, %v and %v, %v", got, err, second, alsoErr)
	}
}

// An optional holds JSON. If it is empty, or holds null, it is written as null.
type optional string

func (o optional) MarshalJSON() ([]byte, error) { return []byte(cmp.Or(string(o), "null")), nil }

func (o *optional) UnmarshalJSON(text []byte) error {
	*o = optional(text)
	return nil
}

// Only zeros of struct fields count as missing. Other nulls stay, because somebody has written them.
func TestNullsThatSomebodyHasWritten(t *testing.T) {
	type holder struct {
		Time  stamp             `json:"time"`
		Raw   json.RawMessage   `json:"raw"`
		Any   any               `json:"any"`
		Own   optional          `json:"own"`
		Map   map[string]*part  `json:"map"`
		List  []*part           `json:"list"`
		Named map[string]holder `json:"named"`
	}
	current := `{"time":"2024-01-02T03:04:05Z","raw":1,"any":{"a":1},"own":1,"map":{"a":{"name":"x"}},"list":[{"name":"x"}]}`
	for _, test := range []struct {
		modified holder
		want     string
	}{
		{holder{}, `{}`},
		{holder{Raw: json.RawMessage(`null`)}, `{"raw":null}`},
		{holder{Any: json.RawMessage(`null`)}, `{"any":null}`},
		{holder{Any: (*part)(nil)}, `{}`},
		{holder{Any: map[string]any{"a": nil}}, `{"any":{"a":null}}`},
		{holder{Own: "null"}, `{"own":null}`},
		{holder{Map: map[string]*part{"a": nil}}, `{"map":{"a":null}}`},
		{holder{List: []*part{nil}}, `{"list":[null]}`},
		{holder{Named: map[string]holder{"a": {}}}, `{"named":{"a":{}}}`},
	} {
		engine := typed.Engine[holder]{Specification: true}
		patch, err := engine.Patch(test.modified)
		if err != nil || string(patch) != test.want {
			t.Errorf("%+v: as a layer: got %s, %v, want %s", test.modified, patch, err, test.want)
		}
		patch, err = engine.ThreeWay(holder{}, test.modified, holderOf[holder](t, current), smp.ThreeWayOptions{Overwrite: true})
		if err != nil || string(patch) != test.want {
			t.Errorf("%+v: got %s, %v, want %s", test.modified, patch, err, test.want)
		}
	}
}

func holderOf[T any](t *testing.T, text string) (x T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	return x
}
