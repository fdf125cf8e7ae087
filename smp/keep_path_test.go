package smp_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func TestKeepPathText(t *testing.T) {
	for text, want := range map[string]string{
		".":                                    ".",
		"spec.replicas":                        "spec.replicas",
		".spec.replicas":                       "spec.replicas",
		`metadata.annotations["a.b/c"]`:        `metadata.annotations["a.b/c"]`,
		"containers[name=app].image":           "containers[name=app].image",
		`ports[port=53,protocol="a].b"].x`:     `ports[port=53,protocol="a].b"].x`,
		`finalizers[="x/a"]`:                   `finalizers[="x/a"]`,
		"args[2]":                              "args[2]",
		"containers[*].image":                  "containers[*].image",
		"containers.*.image":                   "containers[*].image",
		"containers[].image":                   "containers[*].image",
		"*":                                    "[*]",
		"[*].a":                                "[*].a",
		"**.image":                             "**.image",
		"spec.**":                              "spec.**",
		"spec.**.**.image":                     "spec.**.**.image",
		`["*"]["**"]`:                          `["*"]["**"]`,
		`a[="{"]["\"]"]`:                       `a[="{"]["\"]"]`,
		"/spec/replicas":                       "spec.replicas",
		"/spec/containers/0/image":             "spec.containers[0].image",
		"/metadata/annotations/a.b~1c~0":       `metadata.annotations["a.b/c~"]`,
		"/a/01/-1/":                            `a["01"]["-1"][""]`,
		"/":                                    `[""]`,
		`.metadata.annotations."a.b/c"`:        `metadata.annotations["a.b/c"]`,
		`.spec.containers[] | .image`:          "spec.containers[*].image",
		`.spec.containers[]?.image`:            "spec.containers[*].image",
		`.spec | .containers | .[] | ."image"`: "spec.containers[*].image",
		`.spec.containers[] | select(.name == "app") | .image`:             "spec.containers[name=app].image",
		`.spec.containers[]|select(.name=="app").env[]|select(.name=="A")`: "spec.containers[name=app].env[name=A]",
		`.spec.ports[] | select(.port == 53 and .protocol == "UDP")`:       "spec.ports[port=53,protocol=UDP]",
		`.a[] | select(."x-y" == true) | select(.b == "or")`:               `a[x-y=true,b=or]`,
		`.. | .image`:          "**.image",
		`.spec | .. | .image?`: "spec.**.image",
		`. | .a`:               "a",
		`.a ["b"]`:             "",
		`.a[1].b | .c`:         "a[1].b.c",
		`.["a"] | .b`:          "a.b",
	} {
		got, err := smp.ParseKeepPath(text)
		if want == "" {
			continue
		}
		if err != nil || got.String() != want {
			t.Errorf("%s: got %s, %v; want %s", text, got, err, want)
			continue
		}
		if again, err := smp.ParseKeepPath(want); err != nil || again.String() != want {
			t.Errorf("%s is read as %s, %v", want, again, err)
		}
	}
}

// An error names the reason why a text has no form as a path.
func TestParseKeepPathErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "expected a name",
		"a..b":                                   "expected",
		"a b":                                    "expected a dot",
		"a[":                                     "expected a step after the opening bracket",
		"a[name]":                                "expected an equals sign",
		"a[-1]":                                  "not negative",
		"a***":                                   "expected",
		"a[0]b":                                  "expected a dot or an opening bracket",
		"/a~2":                                   "expected ~0 or ~1 after a tilde",
		".a[] | length":                          `"length" has no form as a path`,
		".a[1:2] | .b":                           "a range of indexes has no form as a path",
		".a[-1] | .b":                            "not negative",
		".a | select(.b == 1)":                   "a select must follow the elements",
		"select(.b == 1)":                        "a select must follow the elements",
		".a[] | select(.b != 1)":                 "a condition has the form .field == value",
		".a[] | select(.b.c == 1)":               "a condition can compare one field",
		".a[] | select(.b[0] == 1)":              "a condition can compare one field",
		".a[] | select(.b == 1 or .b == 2)":      "write one path for each",
		".a[] | select(.b == 1":                  "closing parenthesis",
		".a[] | select(.b == null)":              "expected a string, number or boolean",
		`.a[] | select(.name | startswith("x"))`: "a condition has the form .field == value",
		`.a[] | select(test("x"))`:               `"test" has no form as a path`,
		".a.b-c | .d":                            "minus sign",
		`.a."x\(.b)"`:                            "has no form as a path",
		".a | , .b":                              "write one path for each",
		".a | ":                                  "got the end of the text",
		"(.a)":                                   `"(" has no form as a path`,
		`.metadata.annotations | to_entries[] | .key`: `"to_entries" has no form as a path`,
	} {
		got, err := smp.ParseKeepPath(text)
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.Syntax || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %s, %v; want %s", text, got, err, want)
		}
	}
}

// Whatever text is read as a path prints as one that is read alike.
func TestParseKeepPathOfAnyText(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", ".", "[", "]", "[]", "=", "==", ",", `"`, `\`, "1", "-", "*", "**", `"x"`, "{", "}", "null", ":", "é", " ", "|", "/", "~", "0", "select(", ")", " and ", ".a", "?"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), "")
		p, err := smp.ParseKeepPath(text)
		if err != nil {
			return
		}
		again, err := smp.ParseKeepPath(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, p, again, err)
		}
	})
}

// A path without wildcards is read as model.ParsePath reads it.
func TestKeepAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", ".b", "[a=1]", `["x.y"]`, "[3]", `[="a]"]`, `[a={"b":[]},c=]`, `[a="\"]"]`})
		text := strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "text"), "")
		path, err := model.ParsePath(text)
		got, keepErr := smp.ParseKeepPath(text)
		if (err == nil) != (keepErr == nil) {
			t.Fatalf("%q: %v, and %v", text, err, keepErr)
		}
		if err == nil && (got.String() != path.String() || smp.KeepAt(path).String() != path.String()) {
			t.Fatalf("%q: %s, and %s", text, got, path)
		}
	})
}
