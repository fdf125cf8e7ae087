//lint:file-ignore SA5008 tags that mean something else than they seem to are what is tested here
//lint:file-ignore U1000 so are fields that no schema may have

package structtag_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// These types describe themselves with methods, like some types of Kubernetes.
type (
	quantity       struct{ hidden int }
	intOrString    struct{ Type, IntVal int }
	free           struct{ A int }
	object         struct{ A int }
	array          struct{ A int }
	oddType        struct{ A int }
	embeddedNil    struct{ *quantity }
	jsonOnly       struct{ A int }
	textOnly       struct{ A int }
	jsonByPointer  struct{ A int }
	textInterface  interface{ MarshalText() ([]byte, error) }
	stringerStruct struct{ A int }
	level          uint8
)

func (quantity) OpenAPISchemaType() []string        { return []string{"string"} }
func (quantity) OpenAPIV3OneOfTypes() []string      { return []string{"string", "number"} }
func (intOrString) OpenAPISchemaType() []string     { return []string{"string"} }
func (intOrString) OpenAPISchemaFormat() string     { return "int-or-string" }
func (*free) OpenAPISchemaType() []string           { return nil }
func (object) OpenAPISchemaType() []string          { return []string{"object"} }
func (array) OpenAPISchemaType() []string           { return []string{"array"} }
func (oddType) OpenAPISchemaType() []string         { return []string{"string", "object"} }
func (jsonOnly) MarshalJSON() ([]byte, error)       { return []byte("{}"), nil }
func (*jsonByPointer) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (textOnly) MarshalText() ([]byte, error)       { return nil, nil }
func (level) MarshalText() ([]byte, error)          { return nil, nil }
func (level) MarshalJSON() ([]byte, error)          { return nil, nil }
func (stringerStruct) String() string               { return "" }

type (
	link struct {
		Next *link  `json:"next"`
		Name string `json:"name"`
	}
	forest      []forest
	nest        map[string]nest
	pair[T any] struct {
		Left  T        `json:"left"`
		Right *pair[T] `json:"right"`
	}
)

var (
	anyType = smp.Definition{}
	text    = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	number  = smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}
	integer = smp.Definition{Type: smp.ScalarType, Scalars: smp.IntegerScalar}
	flag    = smp.Definition{Type: smp.ScalarType, Scalars: smp.BoolScalar}
)

func declared(fields map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: fields}
}

func listOf(element smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.ListType, Element: &element}
}

func mapOf(values smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Values: &values}
}

func TestTypes(t *testing.T) {
	for _, test := range []struct {
		name   string
		of     reflect.Type
		want   smp.Definition
		reason string
	}{
		{"string", reflect.TypeFor[string](), text, "a string is a string"},
		{"bool", reflect.TypeFor[bool](), flag, "a bool is a boolean"},
		{"uintptr", reflect.TypeFor[uintptr](), integer, "encoding/json writes it as a whole number"},
		{"int", reflect.TypeFor[*int32](), integer, "encoding/json writes it as a whole number"},
		{"float", reflect.TypeFor[***float64](), number, "pointers count as what they point to"},
		{"interface", reflect.TypeFor[error](), anyType, "any value may be in an interface"},
		{"any", reflect.TypeFor[any](), anyType, "any value may be in an interface"},
		{"text interface", reflect.TypeFor[textInterface](), text, "its values are written as text"},
		{"bytes", reflect.TypeFor[[]byte](), text, "base64"},
		{"byte array", reflect.TypeFor[[2]byte](), listOf(integer), "encoding/json writes arrays of bytes as lists"},
		{"bytes with text", reflect.TypeFor[[]level](), listOf(smp.Definition{Type: smp.ScalarType}), "each writes itself, so it is no base64"},
		{"array", reflect.TypeFor[[2]*string](), listOf(text), "an array is a list"},
		{"map", reflect.TypeFor[map[string][]int](), mapOf(listOf(integer)), "a map is free-form"},
		{"map by text", reflect.TypeFor[map[netip.Addr]int](), mapOf(integer), "keys that write text are names"},
		{"empty struct", reflect.TypeFor[struct{}](), smp.Definition{Type: smp.MapType}, "no fields: a map without schema"},
		{"raw message", reflect.TypeFor[json.RawMessage](), anyType, "any JSON"},
		{"json number", reflect.TypeFor[json.Number](), number, "its text is written as a number"},
		{"time", reflect.TypeFor[time.Time](), text, "RFC 3339"},
		{"big int", reflect.TypeFor[*big.Int](), integer, "it writes digits"},
		{"text", reflect.TypeFor[textOnly](), text, "a TextMarshaler is a string"},
		{"text and JSON", reflect.TypeFor[struct {
			textOnly
			*jsonOnly
		}](), smp.Definition{Type: smp.ScalarType}, "text says scalar, JSON leaves open which"},
		{"JSON", reflect.TypeFor[jsonOnly](), anyType, "its JSON may be anything"},
		{"JSON by pointer", reflect.TypeFor[jsonByPointer](), anyType, "the method of the pointer counts"},
		{"stringer", reflect.TypeFor[stringerStruct](), declared(map[string]smp.Definition{"A": integer}), "String is not for encoding"},
		{"quantity", reflect.TypeFor[*quantity](), smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.NumberScalar}, "OpenAPIV3OneOfTypes adds what is accepted"},
		{"int or string", reflect.TypeFor[intOrString](), smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.IntegerScalar}, "the format says both"},
		{"free", reflect.TypeFor[free](), anyType, "no type named: anything"},
		{"object", reflect.TypeFor[object](), smp.Definition{Type: smp.MapType}, "a map of which nothing is known"},
		{"list", reflect.TypeFor[array](), smp.Definition{Type: smp.ListType}, "a list of which nothing is known"},
		{"odd", reflect.TypeFor[oddType](), anyType, "a string or a map: anything"},
		{"quoted", reflect.TypeFor[struct {
			A *int        `json:",string"`
			B json.Number `json:",string"`
			C []int       `json:",string"`
			D textOnly    `json:",string"`
			E level       `json:",string"`
		}](), declared(map[string]smp.Definition{"A": text, "B": text, "C": listOf(integer), "D": text, "E": {Type: smp.ScalarType}}), "\",string\" is for numbers and booleans"},
		{"strategies", reflect.TypeFor[struct {
			Set     []string            `json:"set" patchStrategy:"merge"`
			Keyed   *[]link             `json:"keyed" patchStrategy:"merge|retainKeys" patchMergeKey:"name"`
			Both    []map[string]string `json:"both" patchStrategy:"retainKeys,merge" patchMergeKey:"a,b" recommendedPatchMergeKey:"a,b,c"`
			Ignored []pair[int]         `json:"ignored" patchMergeKey:"name"`
			Retain  **struct{}          `json:"retain" patchStrategy:"retainKeys"`
			Replace map[string]int      `json:"replace" patchStrategy:"replace" patchMergeKey:"x"`
			Any     any                 `json:"any" patchStrategy:"replace" patchMergeKey:"x"`
			Scalar  int                 `json:"scalar" patchStrategy:"merge" patchMergeKey:"x"`
		}](), declared(map[string]smp.Definition{
			"set":   {Type: smp.ListType, Element: &text, Strategy: smp.Merge},
			"keyed": {Type: smp.ListType, Element: &smp.Definition{Ref: "link"}, Strategy: smp.Merge, RetainKeys: true, Keys: []string{"name"}},
			"both": {Type: smp.ListType, Element: &smp.Definition{Type: smp.MapType, Values: &text}, Strategy: smp.Merge, RetainKeys: true,
				Keys: []string{"a", "b"}, Recommended: []string{"a", "b", "c"}},
			"ignored": listOf(smp.Definition{Ref: "pair"}),
			"retain":  {Type: smp.MapType, RetainKeys: true},
			"replace": {Type: smp.MapType, Values: &integer, Strategy: smp.Replace},
			"any":     {Strategy: smp.Replace},
			"scalar":  integer,
		}), "tags say how fields merge, where they can say it"},
		{"nearer field", reflect.TypeFor[struct {
			inner
			Shared string
		}](), declared(map[string]smp.Definition{"deep": integer, "Shared": text}), "the less nested field wins"},
		{"recursive struct", reflect.TypeFor[link](), smp.Definition{Ref: "link"}, "a type may hold itself"},
		{"recursive list", reflect.TypeFor[forest](), smp.Definition{Ref: "forest"}, "a list may hold itself"},
		{"recursive map", reflect.TypeFor[nest](), smp.Definition{Ref: "nest"}, "a map may hold itself"},
		{"generic", reflect.TypeFor[pair[int]](), smp.Definition{Ref: "pair"}, "type arguments are filled in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want, err := smp.NewSchema(test.want, func(name string) (smp.Definition, bool) {
				d, ok := map[string]smp.Definition{
					"link":   declared(map[string]smp.Definition{"next": {Ref: "link"}, "name": text}),
					"forest": listOf(smp.Definition{Ref: "forest"}),
					"nest":   mapOf(smp.Definition{Ref: "nest"}),
					"pair":   declared(map[string]smp.Definition{"left": integer, "right": {Ref: "pair"}}),
				}[name]
				return d, ok
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := structtag.OfType(test.of)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(want) {
				typ, definitions, _ := structtag.Describe(test.of)
				t.Errorf("%s: got %+v with %+v", test.reason, typ, definitions)
			}
		})
	}
}

func TestDescribeNamesDefinitions(t *testing.T) {
	type local struct{ A pair[link] }
	first := reflect.TypeFor[local]()
	second := func() reflect.Type {
		type local struct {
			B *local
			C []struct{ D forest }
		}
		return reflect.TypeFor[local]()
	}()
	both := reflect.StructOf([]reflect.StructField{
		{Name: "First", Type: first},
		{Name: "Second", Type: second},
	})
	root, definitions, err := structtag.Describe(both)
	if err != nil {
		t.Fatal(err)
	}
	const pkg = "github.com/strategicpatch/smp/smp/structtag_test."
	ref := func(name string) smp.Definition { return smp.Definition{Ref: pkg + name} }
	pointerTo := func(name string) smp.Definition { return smp.Definition{Ref: pkg + name, AcceptsLists: true} }
	if want := declared(map[string]smp.Definition{"First": ref("local"), "Second": ref("local#2")}); !reflect.DeepEqual(root, want) {
		t.Errorf("root:\n%s", cmp.Diff(want, root))
	}
	want := map[string]smp.Definition{
		pkg + "local": declared(map[string]smp.Definition{"A": ref("pair[" + pkg + "link]")}),
		pkg + "local#2": declared(map[string]smp.Definition{
			"B": pointerTo("local#2"),
			"C": listOf(declared(map[string]smp.Definition{"D": ref("forest")})),
		}),
		pkg + "pair[" + pkg + "link]": declared(map[string]smp.Definition{"left": ref("link"), "right": pointerTo("pair[" + pkg + "link]")}),
		pkg + "link":                  declared(map[string]smp.Definition{"next": pointerTo("link"), "name": text}),
		pkg + "forest":                listOf(ref("forest")),
	}
	if !reflect.DeepEqual(definitions, want) {
		t.Errorf("definitions:\n%v", definitions)
	}
}

func TestSchemasOfOneTypeAreEqual(t *testing.T) {
	first, err := structtag.Of[filled]()
	if err != nil {
		t.Fatal(err)
	}
	second, err := structtag.Of[*filled]()
	if err != nil {
		t.Fatal(err)
	}
	if !first.Equal(second) {
		t.Error("a type and a pointer to it have different schemas")
	}
}

// apimachinery accepts lists for these types, although their JSON is not a list.
func TestPointers(t *testing.T) {
	s, err := structtag.Of[struct {
		P  *string           `json:"p"`
		S  string            `json:"s"`
		B  []byte            `json:"b"`
		L  []string          `json:"l"`
		PL *[]string         `json:"pl"`
		M  map[string]string `json:"m"`
	}]()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"p": true, "s": false, "b": true, "l": false, "pl": true, "m": false} {
		if field, _ := s.Field(name); field.AcceptsLists() != want {
			t.Errorf("field %s: Pointer() is %t", name, !want)
		}
	}
}

// A nil option changes nothing.
func TestNilOption(t *testing.T) {
	type object struct {
		List []string `json:"list" patchStrategy:"merge"`
	}
	s, err := structtag.Of[object](nil, structtag.Lazily(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := structtag.Of[object]()
	if err != nil || !s.Equal(want) {
		t.Errorf("the schema is different: %v", err)
	}
	if _, _, err := structtag.Describe(reflect.TypeFor[object](), nil); err != nil {
		t.Error(err)
	}
	if err := structtag.Check[object](nil); err != nil {
		t.Error(err)
	}
}
