package output

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/model"
)

// yamlText and jsonText return the text of a document.
func yamlText(v model.Value) string { return written(YAML, v) }

func jsonText(v model.Value) string { return written(JSON, v) }

func written(write func(*bufio.Writer, model.Value), v model.Value) string {
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	write(w, v)
	w.Flush()
	return text.String()
}

func TestYAMLLayout(t *testing.T) {
	for _, test := range []struct{ name, json, want string }{
		{"scalars", `{"a":"x","b":1,"c":true,"d":null}`, "a: x\nb: 1\nc: true\nd: null\n"},
		{"empty", `{"a":{},"b":[],"c":""}`, "a: {}\nb: []\nc: \"\"\n"},
		{"empty root", `{}`, "{}\n"},
		{"nested", `{"a":{"b":{"c":1}},"d":[1,{"e":2,"f":[3]}]}`, "a:\n  b:\n    c: 1\nd:\n- 1\n- e: 2\n  f:\n  - 3\n"},
		{"lists in lists", `{"a":[[1,[2]],[]]}`, "a:\n- - 1\n  - - 2\n- []\n"},
		{"numbers as spelled", `{"a":12345678901234567890,"b":0.10,"c":1E5,"d":-0}`, "a: 12345678901234567890\nb: 0.10\nc: 1E5\nd: -0\n"},
		{"lines", `{"a":"x\ny\n","b":["x\n\ny"],"c":"x\n\n"}`, "a: |\n  x\n  y\nb:\n- |-\n  x\n\n  y\nc: |+\n  x\n\n"},
		{"indented first line", `{"a":" x\ny"}`, "a: \" x\\ny\"\n"},
		{"long name", `{"` + strings.Repeat("k", maxSimpleKey+1) + `":{"a":1}}`, "? " + strings.Repeat("k", maxSimpleKey+1) + "\n:\n  a: 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := yamlText(model.MustParse(test.json)); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

// Strings that some YAML reader does not read as strings are quoted. Other
// common strings are not.
func TestPlain(t *testing.T) {
	for _, s := range []string{
		"", " ", "a ", " a", "true", "False", "NULL", "~", "yes", "No", "on", "OFF", "y", "N",
		"0", "-1", "+1", "1.0", ".5", "1e3", "0x1F", "0o17", "017", "0b1", "1_000", "1:30", "12:30:45",
		".inf", "-.Inf", ".NaN", "2001-01-01", "2001-12-14t21:59:43.10-05:00", "1.2.3e4",
		"-", "- a", "---", "--- a", "...", "?", "? a", ": a", "a: b", "a:", "a #b", "#a", "a\tb", "a\nb",
		"&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'a'", "\"a\"", "{a}", "[a]", "a, {b}", "=", "<<",
		"\u0085", "a\u2028b", "\ufeffa", "\x7f", "a\u0000",
	} {
		if plain(s) {
			t.Errorf("%q is written without quotes", s)
		}
	}
	for _, s := range []string{
		"a", "nginx:1.25", "registry.example/a/b@sha256:0f", "500m", "64Mi", "10.96.0.10", "v1", "apps/v1",
		"$patch", "--port=80", "ClusterFirst", "key=value", "a b", "https://x.example/?q=1&r=2", "größer", "/healthz", "kubernetes.io/name",
		".example", "1.2.3",
	} {
		if !plain(s) {
			t.Errorf("%q is written with quotes", s)
		}
	}
}

// The text of a document is read as the same document: YAML by the reader of kubectl, and
// JSON by the reader of this module. The strings in the documents consist of pieces that have
// a meaning in YAML.
func TestWritersRoundTrip(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		v := randomValue(source, 0)
		text := yamlText(v)
		back, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			t.Fatalf("%v: %s:\n%s", err, v.GoString(), text)
		}
		if got := model.MustParse(string(back)); !model.Equal(got, v) {
			t.Fatalf("got %s, want %s, from\n%s", got.Canonical(), v.Canonical(), text)
		}
		if got := model.MustParse(jsonText(v)); !model.Equal(got, v) {
			t.Fatalf("got %s, want %s", got.Canonical(), v.Canonical())
		}
	}
}

// A document that is nested more deeply than the writer indents is read as the same document,
// and its text does not grow with the square of its depth.
func TestWritersDeep(t *testing.T) {
	const depth = 900
	long := strings.Repeat("k", 2000)
	open, end := strings.Repeat(`{"`+long+`":[`, depth/2), strings.Repeat(`,1]}`, depth/2)
	v := model.MustParse(open + `"x"` + end)
	back, err := yaml.YAMLToJSONStrict([]byte(yamlText(v)))
	if err != nil {
		t.Fatalf("%.200v", err)
	}
	for name, text := range map[string]string{"yaml": string(back), "json": jsonText(v)} {
		if !model.Equal(model.MustParse(text), v) {
			t.Errorf("%s reads as something else", name)
		}
	}
	for name, text := range map[string]string{"yaml": yamlText(v), "json": jsonText(v)} {
		if limit := len(v.JSON()) + depth*100; len(text) > limit {
			t.Errorf("%s: %d bytes, want at most %d", name, len(text), limit)
		}
	}
}

// Values are written on one line from depth flowDepth on.
func TestWritersFlow(t *testing.T) {
	nested := func(depth int, open, inner, end string) model.Value {
		return model.MustParse(strings.Repeat(open, depth) + inner + strings.Repeat(end, depth))
	}
	spaces := func(depth int) string { return "\n" + strings.Repeat("  ", depth) }
	name := strings.Repeat("k", maxSimpleKey)
	for _, test := range []struct{ name, text, want string }{
		{"json in lines", jsonText(nested(flowDepth-1, "[", "[1,2]", "]")), spaces(flowDepth) + "1," + spaces(flowDepth) + "2" + spaces(flowDepth-1) + "]" + spaces(flowDepth-2) + "]"},
		{"json in one line", jsonText(nested(flowDepth, "[", "[1,2]", "]")), spaces(flowDepth) + "[1, 2]" + spaces(flowDepth-1) + "]"},
		{"yaml in lines", yamlText(nested(flowDepth-1, `{"a":`, `{"b":1}`, "}")), spaces(flowDepth-2) + "a:" + spaces(flowDepth-1) + "b: 1\n"},
		{"yaml in one line", yamlText(nested(flowDepth, `{"a":`, `{"b":1}`, "}")), spaces(flowDepth-1) + `a: {"b": 1}` + "\n"},
		{"long simple key", yamlText(nested(1, `{"a":`, `{"`+name+`":1}`, "}")), "a:\n  " + name + ": 1\n"},
		{"long simple key in one line", yamlText(nested(flowDepth, `{"a":`, `{"`+name+`":1}`, "}")), spaces(flowDepth-1) + `a: {"` + name + `": 1}` + "\n"},
	} {
		if !strings.Contains(test.text, test.want) {
			t.Errorf("%s: got\n%swhich does not contain\n%s", test.name, test.text, test.want)
		}
	}
}

// Both writers keep numbers and their spelling.
func TestWritersKeepNumbers(t *testing.T) {
	const number = "123456789012345678901234567890.10e-7"
	v := model.MustParse(`{"a":[` + number + `]}`)
	for name, text := range map[string]string{"yaml": yamlText(v), "json": jsonText(v)} {
		if !strings.Contains(text, " "+number+"\n") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestJSONLayout(t *testing.T) {
	v := model.MustParse(`{"a": {"b":[1,{}],"c":[]},"d":"\u0041"}`)
	var want bytes.Buffer
	if err := json.Indent(&want, []byte(`{"a":{"b":[1,{}],"c":[]},"d":"A"}`+"\n"), "", "  "); err != nil {
		t.Fatal(err)
	}
	if got := jsonText(v); got != want.String() {
		t.Errorf("got\n%swant\n%s", got, &want)
	}
}

var stringPieces = []string{
	"a", "b c", " ", "  ", "\n", "\n\n", "\t", ":", ": ", "-", "- ", "---", "#", " #", "'", `"`, `\`, "{", "}", "[", "]", ",",
	"&", "*", "!", "|", ">", "%", "@", "`", "?", "? ", "=", "<<", "~", "0", "1", ".", "e", "x", "_", "+", "true", "null", "no", "on",
	"\r", "\u0085", "\u2028", "\ufeff", "\u0000", "\x1b", "\x7f", "é", "世", "\U0001F600", "\uffff", "...", "$patch",
}

func randomString(source *rand.Rand) string {
	var s strings.Builder
	for range source.IntN(5) {
		s.WriteString(stringPieces[source.IntN(len(stringPieces))])
	}
	if source.IntN(50) == 0 {
		s.WriteString(strings.Repeat("long ", 300))
	}
	return s.String()
}

func randomValue(source *rand.Rand, depth int) model.Value {
	kind := source.IntN(8)
	if depth == 0 {
		kind = 0
	}
	if depth > 4 {
		kind = 3 + source.IntN(5)
	}
	switch kind {
	case 0, 1:
		var members []model.Member
		for range source.IntN(4) {
			members = append(members, model.Member{Name: randomString(source), Value: randomValue(source, depth+1)})
		}
		v, _ := model.NewMap(members...)
		return v
	case 2:
		var elements []model.Value
		for range source.IntN(4) {
			elements = append(elements, randomValue(source, depth+1))
		}
		v, _ := model.NewList(elements...)
		return v
	case 3:
		return model.NewInt(source.Int64N(1000) - 500)
	case 4:
		return [...]model.Value{model.NewNull(), model.NewBool(true), model.NewBool(false)}[source.IntN(3)]
	default:
		return model.NewString(randomString(source))
	}
}
