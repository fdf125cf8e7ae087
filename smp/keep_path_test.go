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
		`.a|.b`:                "a.b",
		`.a.["b"]`:             "a.b",
		`.a0z9_A | .b`:         "a0z9_A.b",
		`.a["x\"y"] | .b`:      `a["x\"y"].b`,
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

// If a text is not a valid path, the error contains the reason.
func TestParseKeepPathErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                                       `byte 0 of "": expected a name; names are separated by dots, and a name with characters other than letters, digits, - and _ is written as ["name"]`,
		`a..b`:                                   `byte 2 of "a..b": expected a name after the dot`,
		`a b`:                                    `byte 1 of "a b": expected a dot or an opening bracket`,
		`a[`:                                     `byte 2 of "a[": expected a step after the opening bracket, got the end of the text`,
		`a[name]`:                                `byte 6 of "a[name]": expected an equals sign after the field name`,
		`a[-1]`:                                  `byte 1 of "a[-1]": expected an index that is not negative`,
		`a***`:                                   `byte 1 of "a***": expected a dot or an opening bracket`,
		`a[0]b`:                                  `byte 4 of "a[0]b": expected a dot or an opening bracket`,
		`/a~2`:                                   `byte 2 of "/a~2": expected ~0 or ~1 after a tilde`,
		`.a[] | length`:                          `byte 7 of ".a[] | length": "length" is not supported; a path consists of fields, indexes, [] and select(.field == value)`,
		`.a[1:2] | .b`:                           `byte 4 of ".a[1:2] | .b": expected a closing bracket; a path cannot contain a range of indexes`,
		`.a[-1] | .b`:                            `byte 3 of ".a[-1] | .b": expected an index that is not negative`,
		`.a | select(.b == 1)`:                   `byte 11 of ".a | select(.b == 1)": a select must follow the elements that it selects from, as in .list[] | select(…)`,
		`select(.b == 1)`:                        `byte 6 of "select(.b == 1)": a select must follow the elements that it selects from, as in .list[] | select(…)`,
		`.a[] | select(.b != 1)`:                 `byte 17 of ".a[] | select(.b != 1)": expected a condition of the form .field == value; other operators are not supported`,
		`.a[] | select(.b.c == 1)`:               `byte 16 of ".a[] | select(.b.c == 1)": a condition can compare one field of an element, as in select(.name == "app")`,
		`.a[] | select(.b[0] == 1)`:              `byte 16 of ".a[] | select(.b[0] == 1)": a condition can compare one field of an element, as in select(.name == "app")`,
		`.a[] | select(.b == 1 or .b == 2)`:      `byte 22 of ".a[] | select(.b == 1 or .b == 2)": a path cannot contain alternatives; write one path for each`,
		`.a[] | select(.b == 1`:                  `byte 21 of ".a[] | select(.b == 1": expected and, or a closing parenthesis`,
		`.a[] | select(.b == null)`:              `byte 20 of ".a[] | select(.b == null)": expected a string, number or boolean`,
		`.a[] | select(.name | startswith("x"))`: `byte 20 of ".a[] | select(.name | startswith(\"x\"))": expected a condition of the form .field == value; other operators are not supported`,
		`.a[] | select(test("x"))`:               `byte 14 of ".a[] | select(test(\"x\"))": "test" is not supported; a path consists of fields, indexes, [] and select(.field == value)`,
		`.a.b-c | .d`:                            `byte 3 of ".a.b-c | .d": jq reads the hyphen after "b" as a minus sign; write the name in quotes`,
		`.a."x\(.b)"`:                            `byte 3 of ".a.\"x\\(.b)\"": a string that contains \(…) is not supported`,
		`.a | , .b`:                              `byte 5 of ".a | , .b": a path cannot contain alternatives; write one path for each`,
		`.a | `:                                  `byte 5 of ".a | ": expected a place such as .spec.replicas or a select, got the end of the text`,
		`(.a)`:                                   `byte 0 of "(.a)": "(" is not supported; a path consists of fields, indexes, [] and select(.field == value)`,
		`.metadata.annotations | to_entries[] | .key`: `byte 24 of ".metadata.annotations | to_entries[] | .key": "to_entries" is not supported; a path consists of fields, indexes, [] and select(.field == value)`,
		`.a["b" | .c`:               `byte 6 of ".a[\"b\" | .c": expected an equals sign after the field name`,
		`.a[] | select .b`:          `byte 14 of ".a[] | select .b": expected an opening parenthesis`,
		`.a[] | select(.b == 1 .c)`: `byte 22 of ".a[] | select(.b == 1 .c)": expected and, or a closing parenthesis`,
		`.a | .1`:                   `byte 6 of ".a | .1": expected a name; write other names in quotes`,
		`.a | .0`:                   `byte 6 of ".a | .0": expected a name; write other names in quotes`,
		`.a | .9`:                   `byte 6 of ".a | .9": expected a name; write other names in quotes`,
		`.a.(b)`:                    `byte 3 of ".a.(b)": expected a name; write other names in quotes`,
		`.a[] | select(.b == "x`:    `byte 20 of ".a[] | select(.b == \"x": expected a string, number or boolean`,
		`/a/-~`:                     `byte 4 of "/a/-~": expected ~0 or ~1 after a tilde`,
		`.a[x] | .b`:                `byte 3 of ".a[x] | .b": expected a name in quotes, an index or nothing in the brackets`,
	} {
		got, err := smp.ParseKeepPath(text)
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.Syntax || err.Error() != "path to keep: syntax: "+want {
			t.Errorf("%q: got %s, %v; want %s", text, got, err, want)
		}
	}
}

// If a text is a valid path, the String method returns a text for the same path.
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
