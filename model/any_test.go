package model_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

func TestFromAny(t *testing.T) {
	part := model.MustParse(`[ 1.0, {"x" : null} ]`)
	tests := []struct {
		tree any
		want string
	}{
		{nil, `null`}, {true, `true`}, {false, `false`}, {"", `""`}, {"a\n\"é", `"a\n\"é"`},
		{0, `0`}, {-1, `-1`}, {int8(math.MinInt8), `-128`}, {int16(math.MinInt16), `-32768`}, {int32(math.MinInt32), `-2147483648`}, {int64(math.MinInt64), `-9223372036854775808`},
		{uint(7), `7`}, {uint8(math.MaxUint8), `255`}, {uint16(math.MaxUint16), `65535`}, {uint32(math.MaxUint32), `4294967295`}, {uint64(math.MaxUint64), `18446744073709551615`}, {uintptr(1), `1`},
		{1.0, `1`}, {0.1, `0.1`}, {-2.5, `-2.5`}, {float32(0.1), `0.1`}, {1e20, `100000000000000000000`}, {1e21, `1e+21`}, {1e-6, `0.000001`}, {1e-7, `1e-07`}, {math.MaxFloat64, `1.7976931348623157e+308`}, {math.SmallestNonzeroFloat64, `5e-324`}, {math.Copysign(0, -1), `-0`},
		{json.Number("1.0"), `1.0`}, {json.Number("123456789012345678901234567890"), `123456789012345678901234567890`}, {json.Number("-0e5"), `-0e5`},
		{map[string]any{}, `{}`}, {[]any{}, `[]`}, {map[string]any(nil), `null`}, {[]any(nil), `null`}, {map[string]string(nil), `null`}, {[]string(nil), `null`},
		{map[string]any{"b": 1, "a": []any{nil, "x"}, "": map[string]any{"c": true}}, `{"":{"c":true},"a":[null,"x"],"b":1}`},
		{map[string]string{"b": "1", "a\n": "2"}, `{"a\n":"2","b":"1"}`},
		{[]string{"a", "b"}, `["a","b"]`},
		{[]map[string]any{{"a": 1}, nil}, `[{"a":1},null]`},
		{part, `[ 1.0, {"x" : null} ]`},
		{[]model.Value{part, model.NewNull()}, `[[ 1.0, {"x" : null} ],null]`},
		{map[string]model.Value{"b": part, "a": model.NewInt(1)}, `{"a":1,"b":[ 1.0, {"x" : null} ]}`},
		{map[string]any{"a": part, "b": []any{part}}, `{"a":[ 1.0, {"x" : null} ],"b":[[ 1.0, {"x" : null} ]]}`},
	}
	for _, test := range tests {
		v, err := model.FromAny(test.tree)
		if err != nil || v.JSON() != test.want {
			t.Errorf("%#v: got %s, %v, want %s", test.tree, v.JSON(), err, test.want)
		}
	}
	if v, err := model.FromAny(model.Value{}); err != nil || v.Type() != model.Absent {
		t.Errorf("an absent value became %#v, %v", v, err)
	}
}

func TestFromAnyRejects(t *testing.T) {
	type named string
	itself := map[string]any{}
	itself["a"] = []any{itself}
	list := []any{nil}
	list[0] = list
	deep := any(nil)
	for range model.HardMaxDepth + 1 {
		deep = []any{deep}
	}
	deepValue := model.MustParse(nested("[", "", "]", model.HardMaxDepth))
	tests := []struct {
		name  string
		tree  any
		typ   model.Code
		path  string
		steps int
	}{
		{"named type", named("x"), model.Unsupported, ".", 0},
		{"struct", map[string]any{"a": struct{}{}}, model.Unsupported, "a", 0},
		{"pointer", []any{1, new(int)}, model.Unsupported, "[1]", 0},
		{"channel", map[string]any{"b": 1, "a": []any{map[string]any{"c": make(chan int)}}}, model.Unsupported, "a[0].c", 0},
		{"function", []any{func() {}}, model.Unsupported, "[0]", 0},
		{"complex", 1i, model.Unsupported, ".", 0},
		{"bytes", []byte("x"), model.Unsupported, ".", 0},
		{"map by int", map[int]any{1: 2}, model.Unsupported, ".", 0},
		{"NaN", []any{math.NaN()}, model.Unsupported, "[0]", 0},
		{"infinity", map[string]any{"x": math.Inf(1)}, model.Unsupported, "x", 0},
		{"infinity", float32(math.Inf(-1)), model.Unsupported, ".", 0},
		{"json.Number", []any{json.Number("01")}, model.Unsupported, "[0]", 0},
		{"json.Number", []any{json.Number("")}, model.Unsupported, "[0]", 0},
		{"json.Number", json.Number("1 "), model.Unsupported, ".", 0},
		{"json.Number", json.Number(`"1"`), model.Unsupported, ".", 0},
		{"text", []any{"a\xffb"}, model.Unsupported, "[0]", 0},
		{"text", []string{"", "\xc0\x80"}, model.Unsupported, "[1]", 0},
		{"name", map[string]any{"x": map[string]string{"\xff": ""}}, model.Unsupported, "x[\"\xff\"]", 0},
		{"absent", []any{model.Value{}}, model.Unsupported, "[0]", 0},
		{"absent", map[string]model.Value{"a.b": {}}, model.Unsupported, `["a.b"]`, 0},
		{"map in itself", itself, model.Limit, "", model.HardMaxDepth},
		{"list in itself", list, model.Limit, "", model.HardMaxDepth},
		{"too deep", deep, model.Limit, "", model.HardMaxDepth},
		{"value too deep", []any{deepValue}, model.Limit, "", model.HardMaxDepth},
	}
	for _, test := range tests {
		v, err := model.FromAny(test.tree)
		var e *model.Error
		if !errors.As(err, &e) || e.Code != test.typ || v.Type() != model.Absent || e.Offset != 0 {
			t.Errorf("%s: got %v, %v", test.name, v.Type(), e)
			continue
		}
		if test.steps == 0 && e.Path.String() != test.path || test.steps > 0 && len(e.Path) != test.steps {
			t.Errorf("%s: path %s of %d steps", test.name, e.Path, len(e.Path))
		}
	}
	if v, err := model.FromAny([]any{deepValue.At(0)}); err != nil || v.Len() != 1 {
		t.Errorf("a tree of exactly HardMaxDepth levels: %v", err)
	}
}

func TestToAny(t *testing.T) {
	tests := []struct {
		text string
		want any
	}{
		{`null`, nil}, {`true`, true}, {`false`, false}, {`"a\n\u00e9"`, "a\né"},
		{`0`, int64(0)}, {`-0`, int64(0)}, {`1`, int64(1)}, {`-5`, int64(-5)}, {`9223372036854775807`, int64(math.MaxInt64)}, {`-9223372036854775808`, int64(math.MinInt64)},
		{`9223372036854775808`, json.Number("9223372036854775808")}, {`123456789012345678901234567890`, json.Number("123456789012345678901234567890")},
		{`100000000000000000000`, 1e20}, {`1000000000000000000000`, 1e21}, {`18446744073709551615`, json.Number("18446744073709551615")},
		{`1.0`, 1.0}, {`1e0`, 1.0}, {`1e2`, 100.0}, {`0.1`, 0.1}, {`-2.50`, -2.5}, {`0.30000000000000004`, 0.30000000000000004}, {`0.3000000000000000400`, 0.30000000000000004},
		{`0.1000000000000000055511151231257827`, json.Number("0.1000000000000000055511151231257827")}, {`3.141592653589793238462643383279`, json.Number("3.141592653589793238462643383279")},
		{`1e400`, json.Number("1e400")}, {`1e-400`, json.Number("1e-400")}, {`0e400`, 0.0}, {`1e999999999999`, json.Number("1e999999999999")},
		{`[]`, []any{}}, {`{}`, map[string]any{}}, {`[null,[1]]`, []any{nil, []any{int64(1)}}}, {`{"a":{"b":[]},"\u0063":"d"}`, map[string]any{"a": map[string]any{"b": []any{}}, "c": "d"}},
	}
	for _, test := range tests {
		if got := model.MustParse(test.text).ToAny(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %#v, want %#v", test.text, got, test.want)
		}
	}
	if got := (model.Value{}).ToAny(); got != nil {
		t.Errorf("absent: got %#v", got)
	}
}

// A tree and its value do not share memory.
func TestAnyIsACopy(t *testing.T) {
	tree := map[string]any{"a": []any{"x"}, "m": map[string]any{"b": int64(1)}}
	v, err := model.FromAny(tree)
	if err != nil {
		t.Fatal(err)
	}
	first := v.ToAny().(map[string]any)
	if diff := cmp.Diff(tree, first); diff != "" {
		t.Fatal(diff)
	}
	tree["a"].([]any)[0] = "changed"
	first["m"].(map[string]any)["b"] = "changed"
	delete(first, "a")
	if v.JSON() != `{"a":["x"],"m":{"b":1}}` {
		t.Errorf("the value changed to %s", v.JSON())
	}
	if diff := cmp.Diff(map[string]any{"a": []any{"x"}, "m": map[string]any{"b": int64(1)}}, v.ToAny()); diff != "" {
		t.Error(diff)
	}
}

func TestAnyRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := model.MustParse(treeGen(4).Draw(t, "tree").spelled(t))
		again, err := model.FromAny(v.ToAny())
		if err != nil || !model.Equal(v, again) {
			t.Fatalf("%#v became %#v, %v", v, again, err)
		}
		// encoding/json writes the tree in the same way.
		text, err := json.Marshal(v.ToAny())
		if err != nil || !model.Equal(v, model.MustParse(string(text))) {
			t.Fatalf("%#v is written as %s, %v", v, text, err)
		}
	})
}
