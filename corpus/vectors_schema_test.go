package corpus_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// vectorSchemaText is the JSON Schema of vector files. The names in angle brackets are
// replaced.
const vectorSchemaText = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Test vectors of strategic merge patch",
  "description": "corpus/README.md describes the keys.",
  "type": "object",
  "required": ["format", "rules", "op", "count", "readme", "features", "tests"],
  "additionalProperties": false,
  "properties": {
    "format": {"description": "The version of this format. It rises when a reader of the older version would misread a file.", "const": <format>},
    "rules": {"description": "The version of the rules. It rises when the result of a rule changes.", "const": <version>},
    "op": {"$ref": "#/$defs/op"},
    "count": {"description": "The number of tests.", "type": "number"},
    "readme": {"type": "string"},
    "features": {"description": "The features of all tests, with a sentence each.", "propertyNames": {"$ref": "#/$defs/feature"}, "additionalProperties": {"type": "string"}},
    "tests": {"type": "array", "items": {"$ref": "#/$defs/test"}}
  },
  "$defs": {
    "op": {"enum": <ops>},
    "feature": {"enum": <features>},
    "rule": {"enum": <rules>},
    "directives": {"type": "array", "uniqueItems": true, "items": {"enum": <directives>}},
    "path": {"description": "A place, such as spec.ports[0].port; the root is a single dot.", "type": "string", "minLength": 1},
    "on": {"const": true},
    "test": {
      "type": "object",
      "required": ["id", "comment", "rules", "section", "features", "op", "schema"],
      "additionalProperties": false,
      "properties": {
        "id": {"type": "string", "pattern": "^[^/]+/.+$"},
        "comment": {"description": "The reason for the answer.", "type": "string", "minLength": 1},
        "rules": {"description": "The rules that decide the test.", "type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/$defs/rule"}},
        "section": {"description": "The section of SPEC.md that the comment cites or that defines the first rule, or 9 for an error that is found before merging.", "type": "string", "pattern": "^[0-9]+([.][0-9]+)?$"},
        "features": {"type": "array", "uniqueItems": true, "items": {"$ref": "#/$defs/feature"}},
        "op": {"$ref": "#/$defs/op"},
        "schema": {"$ref": "#/$defs/schema"},
        "options": {"$ref": "#/$defs/options"},
        "original": true, "modified": true, "current": true, "patch": true, "left": true, "right": true,
        "patches": {"type": "array", "minItems": 1},
        "originalText": {"type": "string"}, "modifiedText": {"type": "string"}, "currentText": {"type": "string"},
        "patchText": {"type": "string"}, "leftText": {"type": "string"}, "rightText": {"type": "string"},
        "patchesText": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "result": true, "resultText": {"type": "string"},
        "example": {"$ref": "#/$defs/patch"},
        "maxSize": {"$ref": "#/$defs/maxSize"},
        "without": {"$ref": "#/$defs/without"},
        "checks": {"$ref": "#/$defs/checks"},
        "error": {"$ref": "#/$defs/error"},
        "cluster": {"$ref": "#/$defs/cluster"}
      },
      "allOf": [
        {"$ref": "#/$defs/answer"},
        {"if": {"properties": {"op": {"const": "apply"}}}, "then": {"allOf": [<original>, <patch>]}},
        {"if": {"properties": {"op": {"const": "diff"}}}, "then": {"allOf": [<original>, <modified>]}},
        {"if": {"properties": {"op": {"const": "threeway"}}}, "then": {"allOf": [<original>, <modified>, <current>]}},
        {"if": {"properties": {"op": {"const": "compose"}}}, "then": {"allOf": [<patches>]}},
        {"if": {"properties": {"op": {"const": "conflicts"}}}, "then": {"allOf": [<left>, <right>]}},
        {"if": {"properties": {"op": {"const": "lint"}}}, "then": {"allOf": [<patch>]}}
      ]
    },
    "answer": {
      "description": "Tests with op diff or threeway accept every patch that passes the checks. Other tests have one result.",
      "allOf": [
        {"oneOf": [{"required": ["result"]}, {"required": ["resultText"]}, {"required": ["checks", "example", "maxSize", "without"]}, {"required": ["error"]}]},
        {"if": {"properties": {"op": {"enum": ["diff", "threeway"]}}, "required": ["op"]}, "then": {"oneOf": [{"required": ["checks"]}, {"required": ["error"]}]}}
      ]
    },
    "schema": {
      "oneOf": [
        {"type": "object", "required": ["schemaless"], "additionalProperties": false, "properties": {"schemaless": {"const": true}}},
        {"type": "object", "required": ["openapi"], "additionalProperties": false, "properties": {"openapi": {"type": "object"}, "root": {"type": "string", "minLength": 1}}}
      ]
    },
    "options": {
      "type": "object",
      "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "ignore": {"$ref": "#/$defs/directives"},
        "keep": {"description": "Places that the patch must not change. The documents count as if they had the value of original, or of current, there.", "type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "string"}},
        "level": {"$ref": "#/$defs/directives"},
        "listTypes": {"$ref": "#/$defs/on"},
        "noWide": {"$ref": "#/$defs/on"},
        "overwrite": {"$ref": "#/$defs/on"},
        "preconditions": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/$defs/path"}},
        "resend": {"$ref": "#/$defs/on"},
        "strict": {"$ref": "#/$defs/on"},
        "unions": {"$ref": "#/$defs/on"}
      }
    },
    "patch": {"description": "A patch that passes the checks.", "type": "object"},
    "maxSize": {"description": "The greatest number of values inside the patch: scalars, nulls, and empty maps and lists.", "type": "number"},
    "without": {
      "description": "Fields that the patch must not contain, because it does not change them or because they replace too much. Each is a list of names, from the root.",
      "type": "array",
      "uniqueItems": true,
      "items": {"type": "array", "minItems": 1, "items": {"type": "string"}}
    },
    "checks": {
      "description": "Operations that show whether a patch is correct. Those with op apply have the patch to check as patch.",
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "required": ["op", "original", "result"],
        "additionalProperties": false,
        "properties": {
          "op": {"enum": ["apply", "diff", "threeway"]},
          "options": {"$ref": "#/$defs/options"},
          "original": true, "modified": true, "current": true,
          "result": {"description": "The expected result. Null fields of the actual result count as absent.", "type": "object"}
        }
      }
    },
    "error": {
      "type": "object",
      "required": ["code", "path"],
      "additionalProperties": false,
      "properties": {
        "code": {"enum": <codes>},
        "path": {"$ref": "#/$defs/path"},
        "document": {"enum": ["original", "modified", "current", "patch", "left", "right", "schema"<patchNames>]},
        "conflicts": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/conflict"}}
      }
    },
    "conflict": {
      "type": "object",
      "required": ["path", "kind"],
      "additionalProperties": false,
      "properties": {
        "path": {"$ref": "#/$defs/path"},
        "kind": {"enum": ["both-changed", "both-added", "left-deleted", "right-deleted"]},
        "left": true,
        "right": true
      }
    },
    "cluster": {
      "description": "The answer of an API server, if it is different.",
      "type": "object",
      "required": ["divergence"],
      "additionalProperties": false,
      "properties": {
        "divergence": {"description": "Chapter 13 of SPEC.md describes it.", "type": "string", "minLength": 1},
        "result": true,
        "resultText": {"type": "string"},
        "example": {"$ref": "#/$defs/patch"},
        "maxSize": {"$ref": "#/$defs/maxSize"},
        "without": {"$ref": "#/$defs/without"},
        "checks": {"$ref": "#/$defs/checks"},
        "error": {"$ref": "#/$defs/error"},
        "wide": {"description": "The places that the patch replaces as a whole.", "type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/$defs/path"}}
      },
      "allOf": [{"$ref": "#/$defs/answer"}]
    }
  }
}
`

// vectorSchema returns the JSON Schema of vector files.
func vectorSchema() []byte {
	var rules, features, ops []string
	for _, rule := range smp.Rules() {
		rules = append(rules, string(rule))
	}
	for _, feature := range corpus.Features() {
		features = append(features, string(feature))
	}
	for _, op := range corpus.Ops() {
		ops = append(ops, string(op))
	}
	patchNames := ""
	for i := range 5 {
		patchNames += fmt.Sprintf(`, "patches[%d]"`, i)
	}
	document := func(name string) string {
		return fmt.Sprintf(`{"oneOf": [{"required": [%q]}, {"required": [%q]}]}`, name, name+"Text")
	}
	return []byte(strings.NewReplacer(
		"<format>", fmt.Sprint(vectorFormat), "<version>", fmt.Sprint(corpus.RulesVersion),
		"<ops>", wordList(ops).JSON(), "<features>", wordList(features).JSON(), "<rules>", wordList(rules).JSON(),
		"<directives>", wordList(corpus.DirectiveNames(smp.AllDirectives)).JSON(),
		"<codes>", wordList(errorCodes).JSON(), "<patchNames>", patchNames,
		"<original>", document("original"), "<modified>", document("modified"), "<current>", document("current"),
		"<patch>", document("patch"), "<patches>", document("patches"), "<left>", document("left"), "<right>", document("right"),
	).Replace(vectorSchemaText))
}

// errorCodes lists the codes that a vector may contain. They are those of section 9 of
// SPEC.md.
var errorCodes = []string{
	"ambiguous-merge-key", "conflict", "different-kind", "invalid-directive", "invalid-merge-key", "invalid-schema", "limit",
	"missing-merge-key", "not-composable", "not-representable", "order-mismatch", "precondition", "retain-keys-mismatch",
	"syntax", "union-conflict", "unknown-field", "unknown-kind", "wrong-kind",
}

// readVectors returns the files with test vectors.
func readVectors(t *testing.T) map[corpus.Op]model.Value {
	t.Helper()
	files := map[corpus.Op]model.Value{}
	for _, op := range corpus.Ops() {
		text, err := os.ReadFile("vectors/" + string(op) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if files[op], err = model.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// The files with vectors are valid under their JSON Schema. The schema rejects faulty files.
func TestVectorsSchema(t *testing.T) {
	text, err := os.ReadFile("vectors.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := &jsonSchema{root: model.MustParse(string(text)), patterns: map[string]*regexp.Regexp{}}
	for op, file := range readVectors(t) {
		if err := s.check(file); err != nil {
			t.Errorf("%s: %v", op, err)
		}
		tests := value(file, "tests")
		if n, _ := value(file, "count").Int64(); int(n) != tests.Len() || value(file, "op").Text() != string(op) {
			t.Errorf("%s: count is %d, and there are %d tests", op, n, tests.Len())
		}
		features := value(file, "features")
		for _, test := range tests.Elements() {
			for _, feature := range value(test, "features").Elements() {
				if value(features, feature.Text()).Text() != corpus.Feature(feature.Text()).Text() {
					t.Errorf("%s: %s is not described", op, feature.Text())
				}
			}
		}
		for i := 0; i < tests.Len(); i += 40 {
			for _, name := range []string{"id", "rules", "features", "op", "schema", "original", "modified", "patch", "result", "checks", "extra"} {
				for _, other := range []string{`5`, ``} {
					changed := model.Value{}
					if other != "" {
						changed = model.MustParse(other)
					}
					isThere := value(tests.At(i), name).Type() != model.Absent
					if !isThere && (other == "" || name != "extra") || isThere && other != "" && slices.Contains([]string{"original", "modified", "patch", "result"}, name) {
						continue
					}
					faulty := must(tests.At(i).WithMembers(member(name, changed)))
					if err := s.check(must(file.WithMembers(member("tests", must(model.NewList(faulty)))))); err == nil {
						t.Errorf("%s: valid with %s %q: %s", op, name, other, faulty.JSON())
					}
				}
			}
		}
	}
}

// value returns a member of a map, or absent if there is none.
func value(v model.Value, name string) model.Value {
	m, _ := v.Get(name)
	return m
}
