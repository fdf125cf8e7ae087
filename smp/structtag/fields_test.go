//lint:file-ignore SA5008 tags that mean something else than they seem to are what is tested here
//lint:file-ignore U1000 so are fields that no schema may have

package structtag_test

import (
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

type (
	plain struct {
		Named       int `json:"named"`
		Untagged    int
		Dash        int `json:"-,"`
		Skipped     int `json:"-"`
		BadName     int `json:"bad\"name"`
		Punctuation int `json:"$a.b/c"`
		Escaped     int `json:"e\u0073c"`
		OnlyOption  int `json:",omitempty"`
		unexported  int
	}
	inner struct {
		Deep   int `json:"deep"`
		Shared int
	}
	otherInner struct {
		Other  int `json:"other"`
		Shared int
	}
	embedding struct {
		inner
		Top int `json:"top"`
	}
	// Both embedded structs have the field shared, so encoding/json writes neither of them.
	conflict struct {
		inner
		otherInner
	}
	// The field at the outer level hides the two fields that conflict.
	shadow struct {
		inner
		otherInner
		Shared int
	}
	Renamed struct {
		Shared int
	}
	taggedWins struct {
		Renamed
		Tagged
	}
	Tagged struct {
		Again int `json:"Shared"`
	}
	deepest struct{ Shared int }
	deeper  struct{ deepest }
	// A conflict also hides the name at deeper levels.
	settled struct {
		inner
		otherInner
		deeper
	}
	twice1    struct{ inner }
	twice2    struct{ inner }
	sameTwice struct {
		twice1
		twice2
	}
	// The struct that is embedded twice has no fields of its own. The fields of the struct below it
	// are written.
	below1        struct{ deeper }
	below2        struct{ deeper }
	twiceAndBelow struct {
		below1
		below2
	}
	PointerTo struct{ Below int }
	byPointer struct{ *PointerTo }
	withName  struct {
		inner `json:"named"`
	}
	inlineField struct {
		Spec inner `json:",inline"`
	}
	Text        string
	scalarEmbed struct {
		Text
		*Renamed
	}
	face           interface{ private() }
	Face           any
	interfaceEmbed struct {
		face
		Face
	}
	Recursive struct {
		*Recursive
		A int
	}
)

// The names in the schema are those that encoding/json writes for a value whose pointers are set.
func TestFieldsAreThoseOfEncodingJSON(t *testing.T) {
	for _, value := range []any{
		plain{}, embedding{}, conflict{}, shadow{}, taggedWins{}, settled{}, sameTwice{}, twiceAndBelow{},
		byPointer{&PointerTo{}}, withName{}, inlineField{}, scalarEmbed{Renamed: &Renamed{}},
		interfaceEmbed{}, Recursive{Recursive: &Recursive{}},
		struct{ time.Time }{}, struct {
			time.Time
			A int
		}{}, struct {
			A string `json:",string"`
			B **int
		}{},
	} {
		t.Run(reflect.TypeOf(value).String(), func(t *testing.T) {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			var written any
			if err := json.Unmarshal(text, &written); err != nil {
				t.Fatal(err)
			}
			s, err := structtag.OfType(reflect.TypeOf(value))
			if err != nil {
				t.Fatal(err)
			}
			members, ok := written.(map[string]any)
			if !ok {
				if s.Type() == smp.MapType {
					t.Errorf("encoding/json writes %s, the schema is a map", text)
				}
				return
			}
			var fields []string
			for name := range s.Fields() {
				fields = append(fields, name)
			}
			// The field OnlyOption is omitted because it is zero.
			if reflect.TypeOf(value) == reflect.TypeFor[plain]() {
				members["OnlyOption"] = 0
			}
			if want := slices.Sorted(maps.Keys(members)); !slices.Equal(fields, want) {
				t.Errorf("fields %q, encoding/json writes %q", fields, want)
			}
		})
	}
}

type filled struct {
	Bool       bool               `json:"bool,string"`
	Int        *int               `json:"int,string"`
	Number     json.Number        `json:"number"`
	Bytes      []byte             `json:"bytes"`
	NamedBytes []octet            `json:"namedBytes"`
	Array      [3]byte            `json:"array"`
	Time       time.Time          `json:"time"`
	Big        *big.Int           `json:"big"`
	Address    netip.Addr         `json:"address"`
	Keys       map[int8]**string  `json:"keys"`
	Addresses  map[netip.Addr]any `json:"addresses"`
	Raw        json.RawMessage    `json:"raw"`
	Lists      [][]float32        `json:"lists"`
	Below      *filled            `json:"below,omitempty"`
	Tree       tree               `json:"tree"`
	List       *[]*inner          `json:"list" patchStrategy:"merge" patchMergeKey:"deep"`
	Anonymous  struct {
		A uint `json:"a"`
	} `json:"anonymous"`
	inner
}

type (
	octet byte
	tree  []tree
)

// The JSON of a random value has names and types that its schema declares.
func TestSchemaFitsFilledValues(t *testing.T) {
	s, err := structtag.Of[filled]()
	if err != nil {
		t.Fatal(err)
	}
	f := fuzz.NewWithSeed(1).NilChance(0.3).MaxDepth(6).NumElements(1, 3).Funcs(
		func(n *json.Number, c fuzz.Continue) { *n = json.Number(big.NewInt(c.Int63()).String()) },
		func(n *big.Int, c fuzz.Continue) { n.SetInt64(c.Int63()) },
		func(a *netip.Addr, c fuzz.Continue) { *a = netip.AddrFrom4([4]byte{byte(c.Uint32())}) },
		func(m *json.RawMessage, c fuzz.Continue) { *m = json.RawMessage(`{"x":[null]}`) },
		func(v *any, c fuzz.Continue) { *v = c.RandString() },
	)
	for range 200 {
		var value filled
		f.Fuzz(&value)
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var written any
		if err := json.Unmarshal(text, &written); err != nil {
			t.Fatal(err)
		}
		if misfit := misfit(s, written, "."); misfit != "" {
			t.Fatalf("%s\nin %s", misfit, text)
		}
	}
}

// misfit describes a difference between a document and its schema. It returns an empty string if
// there is none.
func misfit(s smp.Schema, value any, path string) string {
	switch value := value.(type) {
	case nil:
		return ""
	case map[string]any:
		if s.Type() == smp.AnyType {
			return ""
		}
		for name, v := range value {
			member, ok := s.Member(name)
			if !ok {
				return path + " has the unknown member " + name
			}
			if below := misfit(member, v, path+"/"+name); below != "" {
				return below
			}
		}
		return wrongKind(s, smp.MapType, 0, path)
	case []any:
		for _, v := range value {
			if below := misfit(s.Element(), v, path+"/[]"); below != "" {
				return below
			}
		}
		return wrongKind(s, smp.ListType, 0, path)
	case string:
		return wrongKind(s, smp.ScalarType, smp.StringScalar, path)
	case float64:
		if value == math.Trunc(value) {
			return wrongKind(s, smp.ScalarType, smp.IntegerScalar, path)
		}
		return wrongKind(s, smp.ScalarType, smp.NumberScalar, path)
	default:
		return wrongKind(s, smp.ScalarType, smp.BoolScalar, path)
	}
}

func wrongKind(s smp.Schema, kind smp.SchemaType, scalars smp.Scalars, path string) string {
	if s.Type() == smp.AnyType || s.Type() == kind && s.Scalars()&scalars == scalars {
		return ""
	}
	return path + " is no " + s.Type().String() + " of this kind: " + cmp.Diff(s.Scalars(), scalars)
}
