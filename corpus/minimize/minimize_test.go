package minimize_test

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Each test has a case, the condition that must hold, and the exact minimal
// case: the schema, and one document per line.

// read returns a case from the relevant lines of its file.
func read(t *testing.T, lines string) corpus.Case {
	t.Helper()
	text := "rule: [root]\ncomment: a case to make smaller\n" + lines
	if !strings.Contains(lines, "want:") && !strings.Contains(lines, "error:") {
		text += "\nwant: {}"
	}
	c, err := corpus.Read("case.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(lines, "want:") {
		c.Want = corpus.Answer{}
	}
	return c
}

// wantedBy returns a case with its wanted answer.
func wantedBy(t *testing.T, lines string) corpus.Case {
	t.Helper()
	c, err := corpus.Read("case.yaml", []byte("rule: [root]\ncomment: a wanted answer\n"+lines))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// smallest returns the smallest case for which keep is true.
func smallest(c corpus.Case, keep func(corpus.Case) bool) corpus.Case {
	return minimize.Minimizer{Keep: keep}.Minimize(c)
}

// written returns the content of a case, without its answer.
func written(c corpus.Case) string {
	var b strings.Builder
	if c.Schema.OpenAPI.Type() != model.Absent {
		b.WriteString("schema " + c.Schema.OpenAPI.Canonical() + "\n")
	}
	if options := c.Input.Options.Value(); options.Type() != model.Absent {
		b.WriteString("options " + options.JSON() + "\n")
	}
	for _, d := range c.Input.Documents() {
		b.WriteString(d.Name + " " + string(c.Input.JSON(d.Name)) + "\n")
	}
	if c.Want.Result.Type() != model.Absent {
		b.WriteString("want " + c.Want.Result.JSON() + "\n")
	}
	if c.Want.Wide != nil {
		fmt.Fprintln(&b, "wide", c.Want.Wide)
	}
	return b.String()
}

// rejected returns the condition that the engine rejects a case with this code.
func rejected(kind smp.Code) func(corpus.Case) bool {
	return func(c corpus.Case) bool {
		var e *smp.Error
		return errors.As(corpus.Engine().Run(c.Input).Err, &e) && e.Code == kind
	}
}

// has returns the condition that the named documents have these texts.
func has(documents map[string]string) func(corpus.Case) bool {
	return func(c corpus.Case) bool {
		for _, d := range c.Input.Documents() {
			if text, ok := documents[d.Name]; ok && string(c.Input.JSON(d.Name)) != text {
				return false
			}
		}
		return true
	}
}

func TestMinimizeSteps(t *testing.T) {
	for _, test := range []struct {
		name, lines string
		keep        func(corpus.Case) bool
		want        []string
	}{
		{
			name: "the schema says no more than the documents touch",
			lines: `
schema: {openapi: {type: object, properties: {used: {type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: k, items: {type: object, properties: {k: {type: string}, unused: {type: string}}}}, unused: {type: object, properties: {a: {type: string}}}}}}
op: apply
original: {used: [{k: x}]}
patch: {used: [{k: x}]}`,
			keep: func(c corpus.Case) bool {
				used, _ := c.Input.Schema.Field("used")
				return used.Keyed() && has(map[string]string{"original": `{"used":[{"k":"x"}]}`, "patch": `{"used":[{"k":"x"}]}`})(c)
			},
			want: []string{
				`schema {"properties":{"used":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"k","x-kubernetes-patch-strategy":"merge"}},"type":"object"}`,
				`original {"used":[{"k":"x"}]}`, `patch {"used":[{"k":"x"}]}`,
			},
		},
		{
			name:  "options, and patches of several",
			lines: "schema: {schemaless: true}\nop: compose\noptions: {strict: true, ignore: [retainKeys, patchMergeKey]}\npatches: [{a: 1}, {b: null}, {c: {$patch: merge}}, {d: 2}]",
			keep:  rejected(smp.InvalidDirective),
			want:  []string{`patches[0] {"$patch":"merge"}`},
		},
		{
			name:  "text that is no JSON, by characters",
			lines: "schema: {schemaless: true}\nop: apply\noriginalText: '{\"a\": 1, \"b\": {\"c\": tru}}'\npatchText: '{\"a\": 2}'",
			keep:  rejected(smp.Syntax),
			want:  []string{`original }`, `patch {}`},
		},
		{
			name:  "a list as root of text that is JSON",
			lines: "schema: {schemaless: true}\nop: apply\noriginalText: ' {\"a\": 1}'\npatchText: '[{\"a\" : 2}]'",
			keep:  rejected(smp.WrongType),
			want:  []string{`original {}`, `patch []`},
		},
		{
			name: "elements by merge key, from all documents and directives",
			lines: `
schema: {apiVersion: v1, kind: Pod}
op: apply
original: {spec: {containers: [{name: a, image: i}, {name: b, image: i}, {name: c, image: i}]}}
patch: {spec: {$setElementOrder/containers: [{name: c}, {name: b}, {name: a}], containers: [{name: a, image: j}, {name: c, image: k}]}}`,
			keep: func(c corpus.Case) bool {
				return rejected(smp.OrderMismatch)(c) && strings.Contains(c.Input.Original.JSON(), "[")
			},
			want: []string{
				`schema {"properties":{"a":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"b","x-kubernetes-patch-strategy":"merge"}},"type":"object"}`,
				`original {"a":[]}`,
				`patch {"$setElementOrder/a":[],"a":[{"b":"A"}]}`,
			},
		},
		{
			name: "duplicates of a key, by all recommended keys",
			lines: `
schema: {apiVersion: v1, kind: Service}
op: diff
original: {spec: {ports: [{port: 53, protocol: UDP, name: u}, {port: 53, protocol: TCP, name: t}]}}
modified: {spec: {ports: [{port: 53, protocol: UDP, name: v}, {port: 53, protocol: TCP, name: w}]}}`,
			keep: func(c corpus.Case) bool {
				one := func(v model.Value) bool { return strings.Count(v.JSON(), "TCP") == 1 }
				other := func(v model.Value) bool { return strings.Contains(v.JSON(), "UDP") }
				in := c.Input
				return strings.Contains(corpus.Engine().Run(in).Result.JSON(), `"$patchMergeKey"`) &&
					one(in.Original) && one(in.Modified) && other(in.Original) == other(in.Modified)
			},
			want: []string{
				`schema {"properties":{"c":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"b","x-kubernetes-patch-strategy":"merge","x-kubernetes-recommended-patch-merge-key":"b,d"}},"type":"object"}`,
				`original {"c":[{"b":1,"d":"TCP"}]}`,
				`modified {"c":[{"a":"A","b":1,"d":"TCP"}]}`,
			},
		},
		{
			name:  "what is inside takes the place of maps and of elements around it",
			lines: "schema: {apiVersion: apps/v1, kind: Deployment}\nop: apply\noriginal: {spec: {template: {spec: {containers: [{name: a, ports: [{containerPort: 80}]}]}}}}\npatch: {spec: {template: {spec: {containers: [{name: a, ports: [{hostPort: 80}]}]}}}}",
			keep:  rejected(smp.MissingMergeKey),
			want: []string{
				`schema {"properties":{"a":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"b","x-kubernetes-patch-strategy":"merge"}},"type":"object"}`,
				`original {}`, `patch {"a":[{}]}`,
			},
		},
		{
			name:  "a map stays where there is something around it to keep",
			lines: "schema: {apiVersion: v1, kind: Pod}\nop: apply\noriginal: {metadata: {labels: {app: x}}, spec: {securityContext: {seLinuxOptions: {level: x}}}}\npatch: {}",
			keep:  func(c corpus.Case) bool { return strings.Count(c.Input.Original.JSON(), "{") == 3 },
			want:  []string{`original {"b":{"a":{}}}`, `patch {}`},
		},
		{
			name:  "numbers, in the order of their values",
			lines: "schema: {schemaless: true}\nop: apply\noriginal: {a: 443, b: 80, c: 443}\npatch: {}",
			keep: func(c corpus.Case) bool {
				a, _ := c.Input.Original.Get("a")
				b, _ := c.Input.Original.Get("b")
				other, _ := c.Input.Original.Get("c")
				return model.Equal(a, other) && model.Compare(b, a) < 0 && b.Type() == model.Number
			},
			want: []string{`original {"a":2,"b":1,"c":2}`, `patch {}`},
		},
		{
			name:  "numbers whose spelling matters",
			lines: "schema: {schemaless: true}\nop: apply\noriginalText: '{\"a\": 443, \"b\": 443.0, \"c\": 4.43e2}'\npatch: {}",
			keep: func(c corpus.Case) bool {
				text := c.Input.Original.JSON()
				return strings.Contains(text, ".0") && strings.Contains(text, "e")
			},
			want: []string{`original {"a":1.0,"b":1e0}`, `patch {}`},
		},
		{
			name: "strings, wherever they stand",
			lines: `
schema: {openapi: {type: object, properties: {set: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}}}}
op: apply
original: {set: [example.com/first, example.com/second]}
patch: {set: [example.com/second, example.com/first], $setElementOrder/set: [example.com/second, example.com/first]}`,
			keep: func(c corpus.Case) bool {
				out := corpus.Engine().Run(c.Input).Result
				return out.JSON() != c.Input.Original.JSON() && strings.Contains(c.Input.Patch.JSON(), "$setElementOrder")
			},
			want: []string{`original {}`, `patch {"$setElementOrder/a":[],"a":[]}`},
		},
		{
			name:  "strings one at a time, where one of them matters",
			lines: "schema: {schemaless: true}\nop: apply\noriginal: {a: something long, b: needed as it is, c: something long, d: something else}\npatch: {}",
			keep: func(c corpus.Case) bool {
				return strings.Contains(c.Input.Original.JSON(), "needed as it is") && c.Input.Original.Len() == 4
			},
			want: []string{`original {"a":"B","b":"needed as it is","c":"B","d":"A"}`, `patch {}`},
		},
		{
			name:  "pieces of a string that cannot be replaced",
			lines: "schema: {schemaless: true}\nop: apply\noriginal: {a: a long text with needle in it, b: needle}\npatch: {}",
			keep:  func(c corpus.Case) bool { return strings.Count(c.Input.Original.JSON(), "needle") == 2 },
			want:  []string{`original {"a":"needlei","b":"needle"}`, `patch {}`},
		},
		{
			name:  "a default, without another type",
			lines: "schema: {openapi: {type: object, properties: {a: {type: string, default: x}}}}\nop: apply\noriginal: {}\npatch: {a: x}",
			keep: func(c corpus.Case) bool {
				a, _ := c.Input.Schema.Field("a")
				return a.Default().Type() == model.String
			},
			want: []string{`schema {"properties":{"a":{"default":"A","type":"string"}},"type":"object"}`, `original {}`, `patch {}`},
		},
		{
			name: "names, in directives too",
			lines: `
schema: {openapi: {type: object, properties: {list: {type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: "name,port", items: {type: object, properties: {name: {type: string}, port: {type: integer}}}}}}}
op: apply
options: {strict: true}
original: {list: [{name: x, port: 80, other: z}]}
patch: {$retainKeys: [list], $deleteFromPrimitiveList/list: [x]}`,
			keep: rejected(smp.InvalidDirective),
			want: []string{
				`schema {"properties":{"a":{"items":{"additionalProperties":{},"type":"object"},"type":"array"}},"type":"object"}`,
				`original {}`, `patch {"$deleteFromPrimitiveList/a":[]}`,
			},
		},
		{
			name: "preconditions, with the maps around their fields",
			lines: `
schema: {schemaless: true}
op: diff
options: {preconditions: [first.second.third, fourth, fifth]}
original: {first: {second: {third: 1}}, fourth: {sixth: 1}}
modified: {first: {second: {third: 2}}, fourth: {sixth: 1}}`,
			keep: func(c corpus.Case) bool {
				return rejected(smp.Precondition)(c) && len(c.Input.Options.Preconditions) > 1
			},
			want: []string{`options {"preconditions":["b.c","a"]}`, `original {}`, `modified {"b":{"c":1}}`},
		},
		{
			name:  "a precondition in the map that replaces the root",
			lines: "schema: {schemaless: true}\nop: diff\noptions: {preconditions: [first.second.third]}\noriginal: {first: {second: {third: 1}}}\nmodified: {first: {second: {third: 2}}}",
			keep:  rejected(smp.Precondition),
			want:  []string{`options {"preconditions":["a"]}`, `original {}`, `modified {"a":1}`},
		},
		{
			name:  "patches given as text",
			lines: "schema: {schemaless: true}\nop: compose\npatchesText: ['{\"a\": 1}', '{\"b\": 1}', '{\"c\": tru', '{\"d\": 1}']",
			keep:  rejected(smp.Syntax),
			want:  []string{`patches[0] `},
		},
		{
			name:  "one patch of several",
			lines: "schema: {schemaless: true}\nop: compose\noptions: {strict: true}\npatches: [{a: 1}, {b: 2}]",
			keep:  func(c corpus.Case) bool { return c.Input.Options.Strict },
			want:  []string{`options {"strict":true}`, `patches[0] {}`},
		},
		{
			name:  "pieces of strings, as long as the strings stay different",
			lines: "schema: {schemaless: true}\nop: apply\noriginal: {a: this, b: that}\npatch: {}",
			keep: func(c corpus.Case) bool {
				a, _ := c.Input.Original.Get("a")
				b, _ := c.Input.Original.Get("b")
				return strings.Contains(a.Text(), "t") && strings.Contains(b.Text(), "t")
			},
			want: []string{`original {"a":"th","b":"t"}`, `patch {}`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			small := smallest(read(t, test.lines), test.keep)
			if got, want := written(small), strings.Join(test.want, "\n")+"\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			checkSmallest(t, small, test.keep)
		})
	}
}

func TestMinimizeRedact(t *testing.T) {
	c := read(t, `
schema: {apiVersion: v1, kind: Pod}
op: apply
original: {metadata: {labels: {a: A, password: hunter2}}, spec: {containers: [{name: secret, image: a}, {name: b}]}}
patch: {spec: {containers: [{image: hidden, env: [{name: TOKEN, value: abc}]}], $setElementOrder/containers: [{name: secret}]}}`)
	// The condition keeps most of the case: it requires the number of strings that the case
	// has now.
	keep := func(c corpus.Case) bool {
		return rejected(smp.MissingMergeKey)(c) && strings.Count(c.Input.Original.JSON()+c.Input.Patch.JSON(), `":"`) == 9
	}
	if !keep(c) {
		t.Fatal("the case is not kept to begin with")
	}
	small := minimize.Minimizer{Keep: keep, Redact: true}.Minimize(c)
	if shared := minimize.SharedText(c, small); shared != nil {
		t.Errorf("it still has %q", shared)
	}
	want := strings.Join([]string{
		`schema {"properties":{"j":{"properties":{"d":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"h","x-kubernetes-patch-strategy":"merge"}},"type":"object"}},"type":"object"}`,
		`original {"g":{"c":"B","i":"H"},"j":{"d":[{"f":"D","h":"I"},{"h":"F"}]}}`,
		`patch {"j":{"$setElementOrder/d":[{"h":"I"}],"d":[{"e":[{"h":"C","k":"E"}],"f":"G"}]}}`,
		``,
	}, "\n")
	if got := written(small); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Redaction keeps the words on which the condition depends, and SharedText
// reports them.
func TestMinimizeRedactLeaves(t *testing.T) {
	c := read(t, "schema: {schemaless: true}\nop: apply\noriginal: {a: my secret, b: other}\npatchText: '{'")
	needs := func(c corpus.Case) bool { return strings.Contains(c.Input.Original.JSON(), "secret") }
	small := minimize.Minimizer{Keep: needs, Redact: true}.Minimize(c)
	if got, want := written(small), "original {\"c\":\"my secret\"}\npatch \n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if shared := minimize.SharedText(c, small); !slices.Equal(shared, []string{"my secret"}) {
		t.Errorf("it says %q", shared)
	}
	c = read(t, "schema: {openapi: {type: object, properties: {a: {type: string, default: secret}}}}\nop: apply\noriginal: {a: secret}\npatch: {}")
	small = minimize.Minimizer{Keep: func(c corpus.Case) bool { return strings.Contains(c.Schema.OpenAPI.JSON(), "secret") }, Redact: true}.Minimize(c)
	if shared := minimize.SharedText(c, small); !slices.Equal(shared, []string{"secret"}) {
		t.Errorf("in the schema: it says %q", shared)
	}
}

// Minimize cuts a text with a syntax error to pieces. A piece may be a part of a secret.
func TestMinimizeRedactLeavesPieces(t *testing.T) {
	c := read(t, `
schema: {schemaless: true}
op: apply
original: {}
patchText: '{"password": "hunter2'`)
	for _, piece := range []string{"hunter", "hun"} {
		needs := func(c corpus.Case) bool { return strings.Contains(c.Input.Text["patch"], piece) }
		small := minimize.Minimizer{Keep: needs, Redact: true}.Minimize(c)
		if shared := minimize.SharedText(c, small); !slices.Equal(shared, []string{piece}) {
			t.Errorf("%q shares %q", small.Input.Text["patch"], shared)
		}
	}
}

func TestMinimizeKeepNames(t *testing.T) {
	c := read(t, "schema: {schemaless: true}\nop: apply\noriginal: {}\npatch: {first: {second: {$patch: merge, other: text}}}")
	small := minimize.Minimizer{Keep: rejected(smp.InvalidDirective), KeepNames: true}.Minimize(c)
	if got, want := written(small), "original {}\npatch {\"$patch\":\"merge\"}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c = read(t, `
schema: {schemaless: true}
op: apply
originalText: '{"\u0061": "\u0062\/"}'
patch: {}`)
	small = minimize.Minimizer{KeepNames: true, Keep: func(c corpus.Case) bool {
		a, _ := c.Input.Original.Get("a")
		return a.Text() == "b/"
	}}.Minimize(c)
	if got, want := written(small), "original {\"a\":\"b/\"}\npatch {}\n"; got != want {
		t.Errorf("escapes: got %q, want %q", got, want)
	}
}

// A wanted result is reduced like the documents.
func TestMinimizeWant(t *testing.T) {
	c := read(t, `
schema: {apiVersion: v1, kind: Pod}
op: apply
original: {metadata: {labels: {app: shop}}, spec: {containers: [{name: web, image: i}], nodeName: here}}
patch: {spec: {containers: [{name: log}]}}
want: {metadata: {labels: {app: shop}}, spec: {containers: [{name: log}, {name: web, image: i}], nodeName: here}}`)
	small := smallest(c, func(c corpus.Case) bool {
		f := corpus.Run(c, corpus.Engine()).Failures
		return len(f) > 0 && f[0].What == "the result" && sameCharacters(f[0].Want, f[0].Got) && strings.Count(f[0].Got, "name") == 2
	})
	want := strings.Join([]string{
		`schema {"properties":{"a":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"name","x-kubernetes-patch-strategy":"merge"}},"type":"object"}`,
		`original {"a":[{"name":"B"}]}`,
		`patch {"a":[{"name":"A"}]}`,
		`want {"a":[{"name":"A"},{"name":"B"}]}`,
		``,
	}, "\n")
	if got := written(small); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// With Answer, each part of the actual answer stays the same.
func TestMinimizeKeepsTheAnswer(t *testing.T) {
	was := corpus.Rejection{Code: smp.WrongType, Rule: smp.RuleRoot, Document: "patch", Path: model.Path{model.Field("x")}}
	for name, change := range map[string]func(r *corpus.Rejection){
		"code":     func(r *corpus.Rejection) { r.Code = smp.UnknownField },
		"rule":     func(r *corpus.Rejection) { r.Rule = smp.RuleKeyedMerge },
		"document": func(r *corpus.Rejection) { r.Document = "original" },
		"path":     func(r *corpus.Rejection) { r.Path = r.Path[:0] },
	} {
		c := wantedBy(t, "schema: {schemaless: true}\nop: apply\noriginal: {needed: 1, gone: 1}\npatch: {other: {inside: 2}}\nwant: {}")
		small := minimize.Minimizer{
			Keep: func(c corpus.Case) bool { return c.Input.Patch.Len() > 0 },
			Answer: func(c corpus.Case) corpus.Answer {
				r := was
				if _, ok := c.Input.Original.Get("needed"); !ok {
					change(&r)
				}
				return corpus.Answer{Rejection: &r}
			},
			KeepNames: true,
		}.Minimize(c)
		if got, want := written(small), "original {\"needed\":1}\npatch {\"other\":{}}\nwant {}\n"; got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

// With Answer, no part of the wanted answer is dropped alone, and no part of a document.
func TestMinimizeDropsInStep(t *testing.T) {
	for _, test := range []struct {
		lines, want string
		elements    int // of the wanted set
	}{
		{`schema: {openapi: {type: object, properties: {set: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}}}}
op: apply
original: {set: [a], other: a}
patch: {set: [b], other: b}
want: {set: [a, b, c], other: c}`, "original {\"other\":\"A\",\"set\":[]}\npatch {\"other\":\"B\",\"set\":[]}\nwant {\"other\":\"C\",\"set\":[\"C\"]}\n", 0},
		{`schema: {openapi: {type: object, properties: {set: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol], items: {type: object, properties: {port: {type: integer}, protocol: {type: string, default: TCP}}}}}}}
op: apply
options: {listTypes: true}
original: {set: [{port: 1, name: x}], other: a}
patch: {set: [{port: 1, protocol: TCP, name: z}], other: b}
want: {set: [{port: 1, protocol: TCP, name: q}], other: c}`, "original {\"other\":\"B\",\"set\":[{\"port\":1}]}\npatch {\"other\":\"C\",\"set\":[{\"port\":1,\"protocol\":\"A\"}]}\nwant {\"other\":\"D\",\"set\":[{\"port\":1,\"protocol\":\"A\"}]}\n", 1},
	} {
		small := minimize.Minimizer{
			Keep: func(c corpus.Case) bool {
				set, _ := c.Want.Result.Get("set")
				_, other := c.Want.Result.Get("other")
				_, known := c.Input.Original.Get("set")
				return other && known && set.Len() >= test.elements && corpus.Engine().Run(c.Input).Result.JSON() != c.Want.Result.JSON()
			},
			Answer:    func(c corpus.Case) corpus.Answer { return c.Answered(corpus.Engine().Run(c.Input)).Want },
			KeepNames: true,
		}.Minimize(wantedBy(t, test.lines))
		small.Schema = corpus.SchemaSource{}
		if got := written(small); got != test.want {
			t.Errorf("got\n%swant\n%s", got, test.want)
		}
	}
}

// With Answer, the properties of the schema stay, because the wanted answer may depend on them.
func TestMinimizeKeepsTheSchema(t *testing.T) {
	c := wantedBy(t, `schema: {openapi: {type: object, properties: {a: {type: string, x-smp-marks: [not-stored]}, b: {type: string}}}}
op: apply
original: {a: x, b: z}
patch: {}
want: {a: q, b: z}`)
	small := minimize.Minimizer{
		Keep:   func(c corpus.Case) bool { return corpus.Engine().Run(c.Input).Result.JSON() != c.Want.Result.JSON() },
		Answer: func(c corpus.Case) corpus.Answer { return c.Answered(corpus.Engine().Run(c.Input)).Want },
	}.Minimize(c)
	want := "schema {\"properties\":{\"a\":{\"type\":\"string\",\"x-smp-marks\":[\"not-stored\"]}},\"type\":\"object\"}\noriginal {\"a\":\"B\"}\npatch {}\nwant {\"a\":\"A\"}\n"
	if got := written(small); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Trivial leaves nothing but empty documents, even if the schema is invalid.
func TestTrivial(t *testing.T) {
	c, err := corpus.Read("case.yaml", []byte(`rule: [root]
comment: a case with an invalid schema
schema: {openapi: {type: array, x-kubernetes-patch-strategy: wild}}
op: compose
options: {strict: true}
patches: [{a: 1}, {b: 2}]
error: {kind: invalid-schema, path: x-kubernetes-patch-strategy, document: schema}`))
	if err != nil {
		t.Fatal(err)
	}
	small := minimize.Trivial(c)
	if got := written(small); got != "patches[0] {}\n" || small.SchemaErr != nil {
		t.Errorf("got %s, %v", got, small.SchemaErr)
	}
	if minimize.Empty(c) || !minimize.Empty(small) {
		t.Error("Empty cannot tell them apart")
	}
}

// With Answer, the documents and the wanted answer lose the same parts, so that the wanted answer
// still follows from the documents.
func TestMinimizeInStep(t *testing.T) {
	const service = "schema: {apiVersion: v1, kind: Service}\n"
	const pod = "schema: {apiVersion: v1, kind: Pod}\n"
	for _, test := range []struct {
		name, lines string
		wide        []model.Path // of the wanted answer
		want        []string     // the documents and the wanted answer
	}{
		{
			name: "elements with equal merge keys",
			lines: service + `op: apply
original: {spec: {ports: [{port: 53, protocol: UDP, name: dns}, {port: 53, protocol: TCP, name: dns-tcp}]}}
patch: {spec: {ports: [{port: 53, protocol: TCP, targetPort: 5354}]}}
want: {spec: {ports: [{port: 53, protocol: UDP, name: dns}, {port: 53, protocol: TCP, name: dns-tcp, targetPort: 5354}]}}`,
			want: []string{`original {"b":[{"a":1,"c":"B"},{"a":1,"c":"A"}]}`, `patch {"b":[{"a":1,"c":"A"}]}`, `want {"b":[{"a":1,"c":"B"},{"a":1,"c":"A"}]}`},
		},
		{
			name: "a list that should be appended to",
			lines: pod + `op: apply
original: {spec: {containers: [{name: a, command: [x, w], image: b}, {name: b}]}}
patch: {spec: {containers: [{name: a, command: [z]}]}}
want: {spec: {containers: [{name: a, command: [x, w, z], image: b}, {name: b}]}}`,
			want: []string{`original {"b":[{"a":["B"],"c":"A"}]}`, `patch {"b":[{"a":[],"c":"A"}]}`, `want {"b":[{"a":["B"],"c":"A"}]}`},
		},
		{
			name: "a list of maps that should be appended to",
			lines: `schema: {schemaless: true}
op: apply
original: {list: [{a: 1}, {a: 2}], other: 1}
patch: {list: [{a: 3}, {a: 4}]}
want: {list: [{a: 1}, {a: 2}, {a: 3}, {a: 4}], other: 1}`,
			want: []string{`original {"a":[{}]}`, `patch {"a":[]}`, `want {"a":[{}]}`},
		},
		{
			name: "a directive",
			lines: pod + `op: apply
original: {metadata: {labels: {app: shop}}, spec: {nodeName: here}}
patch: {metadata: {labels: {$patch: delete}}, spec: {nodeName: there}}
want: {metadata: {labels: {}}, spec: {nodeName: there}}`,
			want: []string{`original {"a":{}}`, `patch {"a":{"$patch":"delete"}}`, `want {"a":{}}`},
		},
		{
			name: "an option that the engine rejects",
			lines: pod + `op: apply
options: {strict: true}
original: {spec: {containers: [{name: a, image: b}, {name: b}]}}
patch: {metadata: {labels: {a: b}}, spec: {containers: [{name: x}, {name: a, foo: [z]}]}}
want: {metadata: {labels: {a: b}}, spec: {containers: [{name: x}, {name: a, image: b, foo: [z]}, {name: b}]}}`,
			want: []string{`original {"a":[{"c":"A"}]}`, `patch {"a":[{"b":["B"],"c":"A"}]}`, `want {"a":[{"b":["B"],"c":"A"}]}`},
		},
		{
			name: "an expected error",
			lines: pod + `op: apply
original: {spec: {containers: [{name: a, image: b}, {name: b}]}}
patch: {metadata: {labels: {a: b}}, spec: {containers: [{name: x}, {name: a, foo: [z]}]}}
error: {kind: unknown-field, path: 'spec.containers[1].foo', document: patch}`,
			want: []string{`original {"a":[{"c":"A"}]}`, `patch {"a":[{"b":["B"],"c":"A"}]}`, `error unknown-field at patch: a[0].b`},
		},
		{
			name: "an error at another place than expected",
			lines: pod + `op: apply
original: {}
patch: {metadata: {labels: {a: b}}, spec: {containers: [{name: x}, {image: a}], volumes: [{name: v}]}}
error: {kind: missing-merge-key, path: 'spec.volumes', document: patch}`,
			want: []string{`original {}`, `patch {"a":[{"b":"A"}],"d":[{"c":"B"}]}`, `error missing-merge-key at patch: d`},
		},
		{
			name: "a three-way merge without the expected overwrite",
			lines: `schema: {apiVersion: apps/v1, kind: Deployment}
op: threeway
original: {spec: {replicas: 3, paused: true, template: {spec: {containers: [{name: a, image: a}]}}}}
modified: {spec: {replicas: 4, paused: true, template: {spec: {containers: [{name: a, image: b}]}}}}
current: {spec: {replicas: 9, template: {spec: {containers: [{name: a, image: a}]}}}}
want: {spec: {replicas: 4, paused: true, template: {spec: {$setElementOrder/containers: [{name: a}], containers: [{name: a, image: b}]}}}}`,
			want: []string{`original {"a":2}`, `modified {"a":3}`, `current {"a":4}`, `want {"a":3}`}, // 1 is the default
		},
		{
			name: "a diff",
			lines: service + `op: diff
original: {spec: {type: NodePort, ports: [{port: 80, name: a}, {port: 81, name: b}]}}
modified: {spec: {type: ClusterIP, ports: [{port: 80, name: a}, {port: 81, name: c}]}}
want: {spec: {type: ClusterIP, ports: [{port: 80, name: a}, {port: 81, name: c}], $setElementOrder/ports: [{port: 80}, {port: 81}]}}`,
			want: []string{`original {"c":[{"a":"B","b":1}]}`, `modified {"c":[{"a":"C","b":1}]}`, `want {"$setElementOrder/c":[{"b":1}],"c":[{"a":"C","b":1}]}`},
		},
		{
			name: "places in texts",
			lines: `schema: {schemaless: true}
op: conflicts
left: {first: 1, second: 2}
right: {first: 2, second: 2}
want: [{path: second, kind: both-changed, left: 1, right: 2}]`,
			want: []string{`left {"first":1,"second":2}`, `right {"first":2,"second":2}`, `want [{"kind":"both-changed","left":1,"path":"second","right":2}]`},
		},
		{
			name: "no places",
			lines: `schema: {schemaless: true}
op: conflicts
left: {first: 1, second: 2}
right: {first: 2, second: 2}
want: []`,
			want: []string{`left {"a":1}`, `right {"a":2}`, `want []`},
		},
		{
			name: "a list without keys that should be merged",
			lines: pod + `op: apply
original: {spec: {tolerations: [{key: b, effect: NoSchedule}], nodeName: here}}
patch: {spec: {tolerations: [{key: b, operator: Exists}]}}
want: {spec: {tolerations: [{key: b, effect: NoSchedule, operator: Exists}], nodeName: here}}`,
			want: []string{`original {"d":[{"a":"B","b":"C"}]}`, `patch {"d":[{"b":"C","c":"A"}]}`, `want {"d":[{"a":"B","b":"C","c":"A"}]}`},
		},
		{
			name: "a patch of a list without keys",
			lines: `schema: {schemaless: true}
op: diff
original: {l: [{a: 1, v: 1}, {a: 2, v: 2}], k: 1}
modified: {l: [{a: 1, v: 1}, {a: 2, v: 3}], k: 2}
want: {l: [{a: 2, v: 3}], k: 2}`,
			want: []string{`original {"b":[{"a":1,"c":1},{"a":2,"c":2}]}`, `modified {"b":[{"a":1,"c":1},{"a":2,"c":3}]}`, `want {"b":[{"a":2,"c":3}]}`},
		},
		{
			name: "a three-way merge of a list without keys",
			lines: `schema: {schemaless: true}
op: threeway
original: {l: [{a: 1, v: 1}, {a: 2, v: 2}], k: 1}
modified: {l: [{a: 1, v: 1}, {a: 2, v: 3}], k: 2}
current: {l: [{a: 1, v: 1}, {a: 2, v: 2}], k: 1}
want: {l: [{a: 2, v: 3}], k: 2}`,
			want: []string{`original {"b":[{"a":1,"c":1},{"a":2,"c":2}]}`, `modified {"b":[{"a":1,"c":1},{"a":2,"c":3}]}`, `current {"b":[{"a":1,"c":1},{"a":2,"c":2}]}`, `want {"b":[{"a":2,"c":3}]}`},
		},
		{
			name: "a document that is not JSON",
			lines: `schema: {schemaless: true}
op: apply
originalText: '{"a": {"b": 1}, "c": 1, "c": 2}'
patch: {d: 1}
want: {a: {b: 1}, d: 1}`,
			want: []string{`original {"a": {"b": 1}, "c": 1, "c": 2}`, `patch {"d":1}`, `want {"a":{"b":1},"d":1}`},
		},
		{
			name: "places that are replaced as a whole",
			lines: `schema: {schemaless: true}
op: diff
original: {first: {second: {third: [{a: 1}, {a: 2}], other: 1}}, more: 1}
modified: {first: {second: {third: [{a: 1}, {a: 3}], other: 1}}, more: 2}
want: {first: {second: {third: [{a: 1}, {a: 3}], other: 1, $patch: replace}}, more: 2}`,
			wide: []model.Path{{model.Field("first"), model.Field("second")}},
			want: []string{
				`original {"c":{"b":1,"d":[{"a":1},{"a":2}]}}`, `modified {"c":{"b":1,"d":[{"a":1},{"a":3}]}}`,
				`want {"c":{"$patch":"replace","b":1,"d":[{"a":1},{"a":3}]}}`, `wide [c]`,
			},
		},
		{
			name: "an error at an element with keys",
			lines: pod + `op: threeway
options: {overwrite: true}
original: {spec: {nodeName: here, containers: [{name: a, image: i}, {name: b, image: i}]}}
modified: {spec: {nodeName: here, containers: [{name: a, image: j}, {name: b, image: j}]}}
current: {spec: {nodeName: here, containers: [{name: a, image: i}, {name: b, image: k}]}}
error: {kind: conflict, path: 'spec.containers[name=b].image'}`,
			want: []string{
				`original {"a":[{"b":"C","c":"A"},{"b":"C","c":"B"}]}`, `modified {"a":[{"b":"D","c":"A"},{"b":"D","c":"B"}]}`,
				`current {"a":[{"b":"C","c":"A"},{"b":"E","c":"B"}]}`, `error conflict at : a[c=B].b`,
			},
		},
		{
			name: "values that only the answers have",
			lines: `schema: {openapi: {type: object, properties: {set: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}}}}
op: apply
original: {set: [a]}
patch: {set: [b]}
want: {set: [a, b, c]}`,
			want: []string{`original {"a":[]}`, `patch {"a":[]}`, `want {"a":["A"]}`},
		},
		{
			name: "elements whose keys have defaults",
			lines: `schema: {openapi: {type: object, properties: {list: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol], items: {type: object, properties: {port: {type: integer}, protocol: {type: string, default: TCP}}}}}}}
op: apply
options: {listTypes: true}
original: {list: [{port: 1}, {port: 1, protocol: UDP}]}
patch: {list: [{port: 1, protocol: TCP, name: a}, {port: 1, protocol: UDP, name: b}]}
want: {list: [{port: 1, protocol: TCP, name: a}, {port: 1, protocol: UDP, name: c}]}`,
			want: []string{`original {"a":[{"c":1,"d":"B"}]}`, `patch {"a":[{"b":"C","c":1,"d":"B"}]}`, `want {"a":[{"b":"D","c":1,"d":"B"}]}`},
		},
		{
			name: "an error at a large index",
			lines: pod + `op: apply
original: {spec: {nodeName: here, containers: [{name: a}]}}
patch: {spec: {nodeName: there}}
error: {kind: unknown-field, document: patch, path: 'spec.containers[99999999999].foo'}`,
			want: []string{`original {"c":"A"}`, `patch {"c":"B"}`, "error unknown-field at patch: a[99999999999].b"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := func(c corpus.Case) corpus.Answer { return c.Answered(corpus.Engine().Run(c.Input)).Want }
			c := wantedBy(t, test.lines)
			c.Want.Wide = test.wide
			small := minimize.Minimizer{
				Keep: func(c corpus.Case) bool {
					want, got := c.Want, answer(c)
					if want.Rejection != nil && got.Rejection != nil {
						return !want.Rejection.Path.Equal(got.Rejection.Path)
					}
					return !model.Equal(want.Result, got.Result)
				},
				Answer: answer,
			}.Minimize(c)
			options := c.Input.Options
			options.ListTypes = false // the case contains the patch strategies of its schema
			if small.Input.Options.Value().JSON() != options.Value().JSON() {
				t.Errorf("the options are %s", small.Input.Options.Value().JSON())
			}
			small.Schema, small.Input.Options = corpus.SchemaSource{}, corpus.Options{}
			got := written(small)
			if r := small.Want.Rejection; r != nil {
				got += fmt.Sprintf("error %s at %s: %s\n", r.Code, r.Document, r.Path)
			}
			if want := strings.Join(test.want, "\n") + "\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// sameCharacters reports whether two texts consist of the same characters.
func sameCharacters(a, b string) bool {
	x, y := strings.Split(a, ""), strings.Split(b, "")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func TestMinimizeStops(t *testing.T) {
	c := read(t, "schema: {schemaless: true}\nop: apply\noriginal: {a: 1, b: 2}\npatch: {$patch: merge, c: 3}")
	if got, want := written(minimize.Minimizer{Keep: rejected(smp.InvalidDirective), Stop: func() bool { return true }}.Minimize(c)), written(c); got != want {
		t.Errorf("stopped at once: got %s want %s", got, want)
	}
	var sizes []int
	last := ""
	m := minimize.Minimizer{
		Keep: rejected(smp.InvalidDirective),
		Stop: func() bool { return len(sizes) == 2 },
		Better: func(c corpus.Case) {
			last = written(c)
			sizes = append(sizes, len(last))
		},
	}
	small := written(m.Minimize(c))
	if len(sizes) != 2 || small != last || sizes[1] >= sizes[0] || sizes[0] >= len(written(c)) {
		t.Errorf("stopped after two better ones: sizes %d, the last %s, got %s", sizes, last, small)
	}
}

// answer describes the answer of the engine to a case, without the values in the answer.
// Tests keep the cases with the same description.
func answer(c corpus.Case) string {
	out := corpus.Engine().Run(c.Input)
	var e *smp.Error
	if errors.As(out.Err, &e) {
		return fmt.Sprint(e.Code, e.Rule, strings.TrimRight(e.Document, "[]0123456789"))
	}
	rules := slices.Compact(slices.Sorted(slices.Values(out.Rules)))
	return fmt.Sprint(rules, out.Err)
}

// The minimal form of every case of the corpus gives the same answer, is not larger, can be
// read from its own text, and cannot be minimized further. The minimal form does not depend
// on the number of candidates that are tried at once.
func TestMinimizeCorpus(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if i%5 != 0 && c.Name != "text/deep" {
			continue // all cases together take a minute
		}
		if r := c.Want.Rejection; r != nil && (r.Code == smp.InvalidSchema || r.Code == smp.UnknownKind) {
			continue // without a schema, the engine cannot be called
		}
		if path.Base(c.Name) == "too-deep" {
			continue // deep cases take long, because minimizing tries every part
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			wanted := answer(c)
			c.Want = corpus.Answer{}
			keep := func(c corpus.Case) bool { return answer(c) == wanted }
			small := smallest(c, keep)
			if got := answer(small); got != wanted {
				t.Fatalf("the answer is %s, and was %s:\n%s", got, wanted, written(small))
			}
			checkSmallest(t, small, keep)
			if schema := small.Schema.OpenAPI.Canonical(); len(schema) > mostSchema {
				t.Errorf("the schema has %d characters:\n%s", len(schema), written(small))
			}
			if again := smallest(small, keep); written(again) != written(small) {
				t.Errorf("again it becomes\n%s, from\n%s", written(again), written(small))
			}
			if many := (minimize.Minimizer{Keep: keep, Jobs: 5}).Minimize(c); written(many) != written(small) {
				t.Errorf("five at a time make\n%s, and not\n%s", written(many), written(small))
			}
			text, err := small.YAML()
			if err != nil {
				t.Fatal(err)
			}
			back, err := corpus.Read("case.yaml", text)
			if err != nil {
				t.Fatalf("%v:\n%s", err, text)
			}
			if got := answer(back); got != wanted {
				t.Errorf("read again, the answer is %s, and was %s:\n%s", got, wanted, text)
			}
		})
	}
}

// mostSchema is the maximum length of the schema of a minimal case. The largest schemas in the
// corpus, those of unions with several members, need it.
const mostSchema = 600
