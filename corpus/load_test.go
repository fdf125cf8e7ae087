package corpus_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// good is a valid case. The tests below replace one of its lines.
const good = `rule: [set-merge]
comment: a sentence
schema: {schemaless: true}
op: apply
original: {a: 1}
patch: {b: 2}
want: {a: 1, b: 2}
`

// applied is the part of the good case with the operation and its documents.
const applied = "op: apply\noriginal: {a: 1}\npatch: {b: 2}"

// result is applied with the result.
const result = applied + "\nwant: {a: 1, b: 2}"

// A sample is a case file: the good case with one line, or all lines, replaced.
type sample struct{ name, line, instead, want string }

func (s sample) text(t *testing.T) string {
	t.Helper()
	if s.line == "" {
		return s.instead
	}
	text := strings.Replace(good, s.line, s.instead, 1)
	if text == good && s.line != s.instead {
		t.Fatalf("the good case has no line %q", s.line)
	}
	return text
}

// faulty are invalid case files, each with the expected error text.
var faulty = []sample{
	{"no map", "", "- a\n", `:1: expected a map, got a list: not a case file; a case has rule, comment, schema, op, the documents that op takes, and want or error: see corpus/README.md`},
	{"empty", "", "", `: expected a map, got null: not a case file; a case has rule, comment, schema, op, the documents that op takes, and want or error: see corpus/README.md`},
	{"no YAML", "op: apply", "op: [", `: yaml: line 4: did not find expected ',' or ']'`},
	{"two documents", "op: apply", "op: apply\n---", `: yaml: line 5: a second document begins here; only one is read`},
	{"an unknown key", "op: apply", "op: apply\nopp: apply", `:5: unknown key "opp"`},
	{"a key in text form that has none", "op: apply", "opText: apply", `:1: missing op: not a case file; a case has rule, comment, schema, op, the documents that op takes, and want or error: see corpus/README.md`},
	{"a key in text form twice", "op: apply", "op: apply\nruleText: x", `:5: unknown key "ruleText"`},
	{"a key twice", "op: apply", "op: apply\nop: apply", `: yaml: line 5: key "op" is already set in line 4`},

	{"no rule", "rule: [set-merge]", "", ":2: missing key rule"},
	{"an empty rule", "rule: [set-merge]", "rule: []", ":1: rule: expected a list of rule ids"},
	{"a rule that is no list", "rule: [set-merge]", "rule: set-merge", `:1: rule: expected a list of rule ids`},
	{"an unknown rule", "rule: [set-merge]", "rule: [sets]", `:1: rule: unknown rule "sets"`},
	{"a rule twice", "rule: [set-merge]", "rule: [scalar, scalar]", `:1: rule: duplicate rule scalar`},
	{"an unknown excluded rule", "op: apply", "op: apply\nnot: [5]", ":5: not: unknown rule 5"},
	{"a rule wanted and excluded", "op: apply", "op: apply\nnot: [set-merge]", `:5: not: rule set-merge is also listed under rule`},
	{"no comment", "comment: a sentence", "", `:1: missing key comment`},
	{"an empty comment", "comment: a sentence", "comment: ' '", ":2: comment: expected a sentence"},

	{"no op", "op: apply", "", `:1: missing op: not a case file; a case has rule, comment, schema, op, the documents that op takes, and want or error: see corpus/README.md`},
	{"an unknown op", "op: apply", "op: merge", `:4: op: unknown operation "merge"; expected apply, diff, threeway, compose, conflicts or lint`},
	{"a document missing", "patch: {b: 2}", "", `:1: missing key patch`},
	{"a document of another op", "op: apply", "op: apply\nmodified: {}", `:5: modified: unexpected for apply; expected original, patch`},
	{"a text of another op", "op: apply", "op: apply\ncurrentText: '{}'", `:5: currentText: unexpected for apply; expected original, patch`},
	{"a document twice", "op: apply", "op: apply\npatchText: '{}'", `:5: patch is given twice, as a value and as text`},
	{"a text that is no string", "patch: {b: 2}", "patchText: {b: 2}", `:6: patchText: expected a string, got a map`},
	{"texts of patches that are no strings", applied, "op: compose\npatchesText: ['{}', {}]", `:5: patchesText[1]: expected a string, got a map`},
	{"patches that are no list", applied, "op: compose\npatches: {}", `:5: patches: expected a list of patches`},

	{"neither want nor error", "want: {a: 1, b: 2}", "", `:1: missing key want or error`},
	{"want and error", "op: apply", "op: apply\nerror: {kind: syntax, path: .}", ":5: expected want or error, got both"},
	{"want twice", "op: apply", "op: apply\nwantText: '{}'", `:5: want is given twice, as a value and as text`},
	{"a wanted text that is no JSON", "want: {a: 1, b: 2}", "wantText: '{'", `:7: wantText: syntax error at byte 1: the text ends too early`},
	{"an unknown error kind", "want: {a: 1, b: 2}", "error: {kind: panic, path: .}", `:7: error.kind: invalid value "panic"; expected one of syntax, limit, wrong-kind, invalid-directive, missing-merge-key, invalid-merge-key, ambiguous-merge-key, order-mismatch, retain-keys-mismatch, union-conflict, unknown-field, invalid-schema, unknown-kind, different-kind, not-representable, precondition, not-composable, conflict`},
	{"no error kind", "want: {a: 1, b: 2}", "error: {path: .}", `:7: error: expected kind and path`},
	{"no error path", "want: {a: 1, b: 2}", "error: {kind: syntax}", `:7: error: expected kind and path`},
	{"a bad error path", "want: {a: 1, b: 2}", "error: {kind: syntax, path: 'a['}", `:7: error.path: invalid value "a["; expected a path of fields and indexes as smp prints it, such as spec.containers[0].image, or . for the document`},
	{"an error path by key", "want: {a: 1, b: 2}", "error: {kind: syntax, path: 'a[b=c]'}", `:7: error.path: invalid value "a[b=c]"; expected a path of fields and indexes as smp prints it, such as spec.containers[0].image, or . for the document`},
	{"an error path of another spelling", "want: {a: 1, b: 2}", "error: {kind: syntax, path: .a}", `:7: error.path: invalid value ".a"; expected a path of fields and indexes as smp prints it, such as spec.containers[0].image, or . for the document`},
	{"an error path with a negative index", "want: {a: 1, b: 2}", "error: {kind: syntax, path: 'a[-1]'}", `:7: error.path: invalid value "a[-1]"; expected a path of fields and indexes as smp prints it, such as spec.containers[0].image, or . for the document`},
	{"an error document of several", "want: {a: 1, b: 2}", "error: {kind: syntax, path: ., document: 'patch[0]'}", `:7: error.document: invalid value "patch[0]"; expected schema or a document: original, patch`},
	{"an unknown error document", "want: {a: 1, b: 2}", "error: {kind: syntax, path: ., document: current}", `:7: error.document: invalid value "current"; expected schema or a document: original, patch`},
	{"an unknown error rule", "want: {a: 1, b: 2}", "error: {kind: syntax, path: ., rule: any}", `:7: error.rule: invalid value "any"; expected the id of a rule (smp-check rules lists them)`},
	{"an unknown error key", "want: {a: 1, b: 2}", "error: {kind: syntax, path: ., text: any}", `:7: error: unknown key "text"`},

	{"conflicts that are no list", result, "op: conflicts\nleft: {}\nright: {}\nwant: {}", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a conflict that is no map", result, "op: conflicts\nleft: {}\nright: {}\nwant: [a]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a conflict without path", result, "op: conflicts\nleft: {}\nright: {}\nwant: [{kind: both-added}]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a conflict without kind", result, "op: conflicts\nleft: {}\nright: {}\nwant: [{path: a}]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a conflict of no kind", result, "op: conflicts\nleft: {}\nright: {}\nwant: [{path: a, kind: both}]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a conflict with more", result, "op: conflicts\nleft: {}\nright: {}\nwant: [{path: a, kind: both-added, text: x}]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"a bad conflict path", result, "op: conflicts\nleft: {}\nright: {}\nwant: [{path: .a, kind: both-added}]", `:7: want: expected a list of conflicts, each with path, kind, left and right`},
	{"conflicts as text that are no list", result, "op: conflicts\nleft: {}\nright: {}\nwantText: '{}'", `:7: wantText: expected a list of conflicts, each with path, kind, left and right`},
	{"problems that are no list", result, "op: lint\npatch: {}\nwant: {}", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem without rule", result, "op: lint\npatch: {}\nwant: [{path: a, kind: no-effect, rejected: false}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem that may be rejected", result, "op: lint\npatch: {}\nwant: [{path: a, kind: no-effect, rule: lint}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem that is hardly rejected", result, "op: lint\npatch: {}\nwant: [{path: a, kind: no-effect, rule: lint, rejected: 'no'}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem of no kind", result, "op: lint\npatch: {}\nwant: [{path: a, kind: bad, rule: lint, rejected: false}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem of no rule", result, "op: lint\npatch: {}\nwant: [{path: a, kind: no-effect, rule: any, rejected: false}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem's path by key", result, "op: lint\npatch: {}\nwant: [{path: 'a[b=c]', kind: no-effect, rule: lint, rejected: false}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"a problem with more", result, "op: lint\npatch: {}\nwant: [{path: a, kind: no-effect, rule: lint, rejected: false, text: x}]", `:6: want: expected a list of problems, each with path, kind, rule and rejected`},
	{"conflicts of another kind of error", "want: {a: 1, b: 2}", "error: {kind: syntax, path: a, conflicts: [{path: a, kind: both-added}]}", `:7: error.conflicts: invalid value [{"kind":"both-added","path":"a"}]; expected a list of conflicts, each with path, kind, left and right; the kind of the error must be conflict`},
	{"no conflicts", "want: {a: 1, b: 2}", "error: {kind: conflict, path: a, conflicts: []}", `:7: error.conflicts: invalid value []; expected a list of conflicts, each with path, kind, left and right; the kind of the error must be conflict`},
	{"a faulty conflict", "want: {a: 1, b: 2}", "error: {kind: conflict, path: a, conflicts: [a]}", `:7: error.conflicts: invalid value ["a"]; expected a list of conflicts, each with path, kind, left and right; the kind of the error must be conflict`},
	{"a conflict at no path", "want: {a: 1, b: 2}", "error: {kind: conflict, path: 'a['}", `:7: error.path: invalid value "a["; expected a path as smp prints it, such as spec.containers[name=app].image`},

	{"an unknown option", "op: apply", "op: apply\noptions: {fast: true}", `:5: options: unknown option "fast"`},
	{"no option", "op: apply", "op: apply\noptions: {}", `:5: options: expected a map of options; leave it out if there are none`},
	{"an option that is off", "op: apply", "op: apply\noptions: {strict: false}", `:5: options.strict: invalid value false; expected true; leave the option out if it is off`},
	{"an option of another op", "op: apply", "op: apply\noptions: {overwrite: true}", `:5: options.overwrite: not an option of apply`},
	{"an unknown directive", "op: apply", "op: apply\noptions: {ignore: [patch]}", `:5: options.ignore: invalid value ["patch"]; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey`},
	{"a directive twice", "op: apply", "op: apply\noptions: {ignore: [retainKeys, retainKeys]}", `:5: options.ignore: invalid value ["retainKeys","retainKeys"]; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey`},
	{"no directive", "op: apply", "op: apply\noptions: {ignore: []}", `:5: options.ignore: invalid value []; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey`},
	{"an unknown level", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {level: [patch]}", `:7: options.level: invalid value ["patch"]; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey, but not all of these`},
	{"a level that is no list", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {level: retainKeys}", `:7: options.level: invalid value "retainKeys"; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey, but not all of these`},
	{"a level that has all", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {level: [deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey]}", `:7: options.level: invalid value ["deleteFromPrimitiveList","setElementOrder","retainKeys","patchMergeKey"]; expected a list of different directives: deleteFromPrimitiveList, setElementOrder, retainKeys, patchMergeKey, but not all of these`},
	{"a bad precondition", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {preconditions: ['a[']}", `:7: options.preconditions: invalid value ["a["]; expected a list of different paths of fields, such as [metadata.resourceVersion]`},
	{"the root as a precondition", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {preconditions: [.]}", `:7: options.preconditions: invalid value ["."]; expected a list of different paths of fields, such as [metadata.resourceVersion]`},
	{"a precondition in a list", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {preconditions: ['a[0]']}", `:7: options.preconditions: invalid value ["a[0]"]; expected a list of different paths of fields, such as [metadata.resourceVersion]`},
	{"a precondition twice", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {preconditions: [a, a]}", `:7: options.preconditions: invalid value ["a","a"]; expected a list of different paths of fields, such as [metadata.resourceVersion]`},

	{"no schema", "schema: {schemaless: true}", "", `:1: missing key schema`},
	{"a schema of no form", "schema: {schemaless: true}", "schema: {}", `:3: schema: expected ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true`},
	{"a schema of two forms", "schema: {schemaless: true}", "schema: {schemaless: true, ref: x.yaml}", `:3: schema: expected ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true`},
	{"an unknown schema key", "schema: {schemaless: true}", "schema: {file: x.yaml}", `:3: schema: expected ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true`},
	{"half a kind", "schema: {schemaless: true}", "schema: {kind: Pod}", `:3: schema: expected ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true`},
	{"schemaless that is not", "schema: {schemaless: true}", "schema: {schemaless: false}", `:3: schema.schemaless: expected true`},
	{"a reference that is no string", "schema: {schemaless: true}", "schema: {ref: 5}", `:3: schema.ref: expected a string`},
	{"a reference to nothing", "schema: {schemaless: true}", "schema: {ref: absent.yaml}", `:3: schema: FOLDER/absent.yaml: no such file or directory`},
	{"an unknown kind", "schema: {schemaless: true}", "schema: {apiVersion: v1, kind: Pot}", `:3: schema: unknown-kind: Pot is not a built-in kind of v1`},
	{"an unknown definition", "schema: {schemaless: true}", "schema: {openapi: {components: {schemas: {}}}, root: x}", `:3: schema: components.schemas: invalid-schema: definition "x" not found`},
	{"a faulty schema", "schema: {schemaless: true}", "schema: {openapi: {type: array, x-kubernetes-patch-strategy: mix}}", `:3: schema: x-kubernetes-patch-strategy: invalid-schema: unknown strategy "mix"; expected merge, replace or retainKeys`},

	{"a divergence without name", "op: apply", "op: apply\nkubernetes: {want: {}}", `:5: kubernetes.divergence: expected the id of a divergence, such as nulls-kept`},
	{"vectors", good, `{"format":1,"op":"apply","tests":[]}`, `: a file of test vectors, not a case; corpus/vectors/readers contains programs that run vectors`},
	{"an unknown divergence", "op: apply", "op: apply\nkubernetes: {divergence: some-way, want: {}}", `:5: kubernetes.divergence: unknown divergence "some-way"; smp-check rules lists all divergences`},
	{"a divergence without answer", "op: apply", "op: apply\nkubernetes: {divergence: nulls-kept}", `:5: kubernetes: expected either want or error`},
	{"a divergence with two answers", "op: apply", "op: apply\nkubernetes: {divergence: nulls-kept, want: {}, error: {kind: syntax, path: .}}", `:5: kubernetes: expected either want or error`},
	{"no divergence of apply", "op: apply", "op: apply\nkubernetes: same", `:5: kubernetes: unexpected "same" for apply; expected a map with divergence, and want or error`},
	{"another word for no divergence", applied, "op: diff\noriginal: {}\nmodified: {}\nkubernetes: equal", `:7: kubernetes: unexpected "equal" for diff; expected a map with divergence, and want or error`},
	{"wide replacements of what makes no patch", "op: apply", "op: apply\nkubernetes: {divergence: nulls-kept, want: {}, wide: [a]}", `:5: kubernetes.wide: unexpected ["a"] for apply; expected a list of paths, for diff or threeway`},
	{"wide replacements by an error", applied,
		"op: diff\noriginal: {}\nmodified: {}\nkubernetes: {divergence: nulls-kept, error: {kind: limit, path: .}, wide: [a]}", `:7: kubernetes.wide: unexpected with an error`},
	{"a wide replacement of the root", applied, "op: diff\noriginal: {}\nmodified: {}\nkubernetes: {divergence: nulls-kept, want: {}, wide: [.]}", `:7: kubernetes.wide: unexpected ["."] for diff; expected a list of paths, for diff or threeway`},
	{"no wide replacements", applied, "op: diff\noriginal: {}\nmodified: {}\nkubernetes: {divergence: nulls-kept, want: {}, wide: []}", `:7: kubernetes.wide: unexpected [] for diff; expected a list of paths, for diff or threeway`},
	{"a wide replacement twice", applied, "op: diff\noriginal: {}\nmodified: {}\nkubernetes: {divergence: nulls-kept, want: {}, wide: [a, a]}", `:7: kubernetes.wide: unexpected ["a","a"] for diff; expected a list of paths, for diff or threeway`},
	{"an option that is off", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {noWide: false}", `:7: options.noWide: invalid value false; expected true; leave the option out if it is off`},
	{"an unknown divergence key", "op: apply", "op: apply\nkubernetes: {divergence: nulls-kept, got: {}}", `:5: kubernetes: unknown key "got"`},

	{"a decimal that YAML shortens", "patch: {b: 2}", "patch: {b: 2.0}", `:6: YAML changes the number 2.0 to 2; write 2, or give the document as text, as in patchText`},
	{"an exponent", "patch: {b: 2}", "patch: {b: 2e3}", `:6: YAML changes the number 2e3 to 2000; write 2000, or give the document as text, as in patchText`},
	{"a big integer", "patch: {b: 2}", "patch:\n  b: [1, 123456789012345678901]", `:7: YAML changes the number 123456789012345678901 to 123456789012345680000; write 123456789012345680000, or give the document as text, as in patchText`},
	{"a hexadecimal number", "patch: {b: 2}", "patch: {b: 0x10}", `:6: YAML changes the number 0x10 to 16; write 16, or give the document as text, as in patchText`},
	{"a word that is a boolean to some", "patch: {b: 2}", "patch: {b: yes}", `:6: YAML reads yes as true; write true, or put the value in quotes`},
	{"a letter that is a boolean to some", "patch: {b: 2}", "patch: {b: n}", `:6: YAML reads n as false; write false, or put the value in quotes`},
	{"a name that is a boolean to some", "patch: {b: 2}", "patch: {on: 2}", `:6: put the name on in quotes; YAML does not read it as this string`},
	{"a name that is a number", "patch: {b: 2}", "patch: {2: 2}", `:6: put the name 2 in quotes; YAML does not read it as this string`},
	{"a date", "patch: {b: 2}", "patch: {b: 2020-02-02}", `:6: YAML reads 2020-02-02 as "2020-02-02"; write "2020-02-02", or put the value in quotes`},
	{"a duration that is a number to some", "patch: {b: 2}", "patch: {b: 1:30}", `:6: YAML 1.1 reads 1:30 as a number to the base 60; put the value in quotes`},
	{"a name that is a number to some", "patch: {b: 2}", "patch: {1:30: 2}", `:6: put the name 1:30 in quotes; YAML does not read it as this string`},
	{"nothing for null", "patch: {b: 2}", "patch:", `:6: YAML reads an empty value as null; write null, or put the value in quotes`},
	{"a tilde for null", "patch: {b: 2}", "patch: {b: ~}", `:6: YAML reads ~ as null; write null, or put the value in quotes`},
	{"an alias", "patch: {b: 2}", "patch: &x {b: 2}", `:6: anchors and aliases are not allowed; write the value out`},
	{"a tag", "patch: {b: 2}", "patch: {b: !!str 2}", ":6: the tag !!str is not allowed"},
}

// Every faulty case file is rejected, with the line and a description of the
// fault.
func TestLoadRejects(t *testing.T) {
	for _, c := range faulty {
		t.Run(c.name, func(t *testing.T) { refused(t, c.text(t), c.want) })
	}
}

// refused checks that a case file is rejected with a *LoadError whose text
// contains want.
func refused(t *testing.T, text, want string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cases, err := corpus.Load(file)
	if err == nil {
		t.Fatalf("the case was loaded: %+v", cases[0])
	}
	var e *corpus.LoadError
	if !errors.As(err, &e) {
		t.Errorf("%v is no LoadError", err)
	} else if e.File != filepath.ToSlash(file) {
		t.Errorf("the error names file %s", e.File)
	}
	text = strings.ReplaceAll(strings.TrimPrefix(err.Error(), filepath.ToSlash(file)), filepath.ToSlash(filepath.Dir(file)), "FOLDER")
	if text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

// faultless are valid case files.
var faultless = []sample{
	{"the good case", "op: apply", "op: apply", ""},
	{"JSON, with any number", good, `{"rule":["scalar"],"comment":"c","schema":{"schemaless":true},"op":"apply","original":{"a":1.0},"patch":{},"want":{"a":1e0}}`, ""},
	{"text", "patch: {b: 2}", `patchText: '{"b": 2.0}'`, ""},
	{"text that is no JSON", "patch: {b: 2}", `patchText: '{"b": '`, ""},
	{"null documents", "original: {a: 1}", "original: null", ""},
	{"a quoted word", "patch: {b: 2}", "patch: {b: 'yes', 'on': \"2\"}", ""},
	{"a fraction that stays", "patch: {b: 2}", "patch: {b: 2.5}", ""},
	{"all options of apply", "op: apply", "op: apply\noptions: {strict: true, listTypes: true, ignore: [setElementOrder, patchMergeKey]}", ""},
	{"all options of diff", applied,
		"op: diff\noriginal: {}\nmodified: {}\noptions: {level: [setElementOrder], preconditions: [metadata.name], noWide: true}", ""},
	{"the lowest level of diff", applied, "op: diff\noriginal: {}\nmodified: {}\noptions: {level: []}", ""},
	{"threeway", applied, "op: threeway\noriginal: {}\nmodified: {}\ncurrent: {}\noptions: {overwrite: true}", ""},
	{"compose", applied, "op: compose\npatches: [{}, {a: 1}]", ""},
	{"compose texts", applied, "op: compose\npatchesText: ['{}', '{']", ""},
	{"an error of one of several patches", "op: apply\noriginal: {a: 1}\npatch: {b: 2}\nwant: {a: 1, b: 2}",
		"op: compose\npatches: [{}, {}]\nerror: {kind: not-composable, path: a, document: 'patches[1]'}", ""},
	{"conflicts", result, "op: conflicts\nleft: {}\nright: {}\nwant: []", ""},
	{"conflicts by key, value, index and name", result,
		"op: conflicts\nleft: {}\nright: {}\n" + `want: [` +
			`{path: ., kind: both-changed, left: null, right: 1}, ` +
			`{path: 'a[name=x,"y z"="1 2",p=-1,q=].b["c d"][3]', kind: left-deleted, right: {}}, ` +
			`{path: '[=x]', kind: both-added, left: 1}, {path: 'a[="x y"]', kind: right-deleted}]`, ""},
	{"lint", result, "op: lint\npatch: {}\noptions: {strict: true, listTypes: true, ignore: [retainKeys]}\nwant: []", ""},
	{"problems", result,
		"op: lint\npatch: {}\nwant: [{path: 'a[0]', kind: no-effect, rule: lint, rejected: false}, {path: ., kind: wrong-kind, rule: root, rejected: true}]", ""},
	{"a conflict", result,
		"op: threeway\noriginal: {}\nmodified: {}\ncurrent: {}\nerror: {kind: conflict, path: 'a[name=b].c'}", ""},
	{"all conflicts", result,
		"op: threeway\noriginal: {}\nmodified: {}\ncurrent: {}\nerror: {kind: conflict, path: a, conflicts: [{path: a, kind: both-added, left: 1, right: 2}]}", ""},
	{"no divergence", applied, "op: diff\noriginal: {}\nmodified: {}\nkubernetes: same", ""},
	{"wide replacements", applied, "op: diff\noriginal: {}\nmodified: {}\n" +
		"kubernetes: {divergence: nulls-kept, want: {}, wide: [spec, 'spec.containers[name=app]']}", ""},
	{"a divergence", "op: apply", "op: apply\nkubernetes: {divergence: nulls-kept, error: {kind: syntax, path: .}}", ""},
	{"a schema that is wanted faulty", "want: {a: 1, b: 2}", "error: {kind: invalid-schema, path: properties.a}", ""},
}

func TestLoadAccepts(t *testing.T) {
	for _, c := range faultless {
		t.Run(c.name, func(t *testing.T) {
			one, err := corpus.Read("case.yaml", []byte(c.text(t)))
			if err != nil {
				t.Fatal(err)
			}
			written, err := one.YAML()
			if err != nil {
				t.Fatal(err)
			}
			again, err := corpus.Read("again.yaml", written)
			if err != nil {
				t.Fatalf("what it is written as is refused: %v\n%s", err, written)
			}
			if twice, _ := again.YAML(); string(twice) != string(written) {
				t.Errorf("it is written as\n%sand then as\n%s", written, twice)
			}
		})
	}
}

// A schema may be in another file, in a part of an OpenAPI document, or in a
// custom resource definition.
func TestLoadSchemas(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{
		"set.yaml": "type: object\nproperties: {set: {type: array, items: {type: string}, x-kubernetes-patch-strategy: merge}}\n",
		"api.json": `{"components":{"schemas":{"Set":{"type":"object","properties":{"set":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"}}}}}}`,
		"crd.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  names: {kind: Box, plural: boxes}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          set: {type: array, items: {type: string}, x-kubernetes-list-type: set}
`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	two := strings.Replace(files["crd.yaml"], "  - name: v1\n", "  - {name: v0, served: true, schema: {openAPIV3Schema: {type: object}}}\n  - name: v1\n", 1)
	if err := os.WriteFile(filepath.Join(folder, "two.yaml"), []byte(two), 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(good, "schemaless: true", "crd: two.yaml", 1)
	_, err := corpus.Read(filepath.Join(folder, "case.yaml"), []byte(text))
	if want := "case.yaml:3: schema: " + filepath.Join(folder, "two.yaml") + " has 2 versions; name one with the key version"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	for _, schema := range []string{
		"{ref: set.yaml}",
		"{ref: 'api.json#/components/schemas/Set'}",
		"{crd: crd.yaml}",
		"{crd: crd.yaml, version: v1}",
		"{openapi: {type: object, properties: {set: {type: array, items: {type: string}, x-kubernetes-patch-strategy: merge}}}}",
		"{openapi: {components: {schemas: {Set: {type: object, properties: {set: {type: array, items: {type: string}, x-kubernetes-patch-strategy: merge}}}}}}, root: Set}",
	} {
		text := "rule: [set-merge]\ncomment: c\nop: apply\noriginal: {set: [a]}\npatch: {set: [b]}\nwant: {set: [a, b]}\nschema: " + schema
		c, err := corpus.Read(filepath.Join(folder, "case.yaml"), []byte(text))
		if err != nil {
			t.Errorf("%s: %v", schema, err)
			continue
		}
		if v := corpus.Run(c, corpus.Engine()); !v.Passed() {
			t.Errorf("%s: %s", schema, v)
		}
	}
}

func TestLoadFolders(t *testing.T) {
	folder := t.TempDir()
	if _, err := corpus.Load(folder); err == nil || !strings.Contains(err.Error(), "no cases found") {
		t.Errorf("an empty folder: got %v", err)
	}
	if _, err := corpus.Load(); err == nil {
		t.Error("nothing to load: no error")
	}
	if _, err := corpus.Load(filepath.Join(folder, "absent")); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("an absent path: got %v", err)
	}
	write := func(name, text string) {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("area/one.yaml", good)
	write("area/two.yml", strings.Replace(good, "{b: 2}", "{b: 3}", 1))
	write("notes.txt", "no case")
	cases, err := corpus.Load(folder)
	if err != nil || len(cases) != 2 || cases[0].Name != "area/one" || cases[1].Name != "area/two" {
		t.Fatalf("got %v, %v", cases, err)
	}
	// Equal content in another form is also rejected.
	write("area/three.json", `{"comment":"other","rule":["scalar"],"schema":{"schemaless":true},"op":"apply","patch":{"b":2},"original":{"a":1},"want":{}}`)
	if _, err := corpus.Load(folder); err == nil || !strings.Contains(err.Error(), "same content as") {
		t.Errorf("two equal cases: got %v", err)
	}
	// All faults are reported, not only the first.
	write("area/four.yaml", "op: none")
	write("area/five.yaml", "rule: none")
	if _, err := corpus.Load(folder); err == nil || !strings.Contains(err.Error(), "four.yaml") || !strings.Contains(err.Error(), "five.yaml") {
		t.Errorf("two faulty cases: got %v", err)
	}
}

// CasesWhere returns the same cases of a rule as Cases, without the others.
func TestCasesWhere(t *testing.T) {
	all, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range smp.ApplyRules() {
		chosen, err := corpus.CasesWhere(func(_ string, text []byte) bool { return bytes.Contains(text, []byte(rule)) })
		if err != nil {
			t.Fatal(err)
		}
		cites := func(c corpus.Case) bool { return slices.Contains(c.Rule, rule) }
		if got, want := count(chosen, cites), count(all, cites); got != want || got == 0 {
			t.Errorf("%s: %d cases, want %d", rule, got, want)
		}
	}
	none, err := corpus.CasesWhere(func(string, []byte) bool { return false })
	if len(none) != 0 || err != nil {
		t.Errorf("%d cases, %v", len(none), err)
	}
}

func count(cases []corpus.Case, is func(corpus.Case) bool) (n int) {
	for _, c := range cases {
		if is(c) {
			n++
		}
	}
	return n
}
