package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// forged is the text that hostile names and values try to write as a line of its own.
const forged = "smp-check: warning: forged"

// hostile is a text with a line break, escape sequences of 7 and 8 bits, a carriage return, a line
// separator and a character that reverses text. hostileYAML is the same text in YAML and JSON.
const (
	hostile     = "x\x1b[31m\n" + forged + "\u009b31m\x7f\r" + forged + "\u2028\u202e"
	hostileYAML = `"x\u001b[31m\n` + forged + `\u009b31m\u007f\r` + forged + `\u2028\u202e"`
)

// Documents, arguments and names of files may contain any character. No output contains a control
// character other than tabs and its own line breaks, and no text begins a line of its own.
func TestControlCharacters(t *testing.T) {
	for _, field := range []string{"apiVersion", "kind", "namespace", "name", "generateName"} {
		t.Run(field, func(t *testing.T) {
			identity := func(text string) string {
				fields := map[string]string{"apiVersion": "example.com/v1", "kind": "Widget", "name": "web", "namespace": "shop"}
				switch {
				case text != "" && field == "apiVersion":
					text = `"example.com/` + text[1:]
				case text != "" && field == "generateName":
					delete(fields, "name")
				}
				if text != "" {
					fields[field] = text
				}
				metadata := ""
				for _, name := range []string{"generateName", "name", "namespace"} {
					if fields[name] != "" {
						metadata += name + ": " + fields[name] + ", "
					}
				}
				return fmt.Sprintf("apiVersion: %s, kind: %s, metadata: {%s}", fields["apiVersion"], fields["kind"], strings.TrimSuffix(metadata, ", "))
			}
			folder := filesWithIdentities(t, identity(""), identity(hostileYAML), identity(strings.Replace(hostileYAML, "x", "y", 1)))
			for _, command := range strings.Split(commandsOnIdentities, "\n") {
				checkCharacters(t, folder, strings.TrimPrefix(command, "> "))
			}
		})
	}
	t.Run("texts", func(t *testing.T) {
		folder := hostileFiles(t)
		for _, command := range strings.Split(commandsOnTexts, "\n") {
			checkCharacters(t, folder, command)
		}
	})
}

// hostileFiles writes documents with hostile names and values, and returns their folder.
func hostileFiles(t *testing.T) string {
	t.Helper()
	const (
		pod        = `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: HOSTILE, image: HOSTILE}, {name: HOSTILE}], HOSTILE: 1}}`
		pod2       = `{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {HOSTILE: HOSTILE}}, spec: {containers: [{name: HOSTILE, image: b}], HOSTILE: 2, nodeName: {HOSTILE: 1}}}`
		definition = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {names: {kind: HOSTILE}, group: HOSTILE, versions: [{name: HOSTILE, served: true, schema: {openAPIV3Schema: {type: object, properties: {HOSTILE: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [HOSTILE], items: {type: object, properties: {HOSTILE: {type: string}}}}, set: {type: array, items: {type: object, properties: {HOSTILE: {type: string}}}, x-kubernetes-list-type: set}}}}}]}}`
		function   = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: [" + pod + "]\n"
	)
	kustomization := strings.Join([]string{
		`resources: [HOSTILE, pod.yaml, "http://HOST"]`, `components: [HOSTILE]`, `namePrefix: HOSTILE`, `HOSTILE: 1`, `crds: [HOSTILE]`,
		`configMapGenerator: [{name: HOSTILE}]`, `transformers: [HOSTILE]`, `replacements: [{path: HOSTILE}]`, `configurations: [HOSTILE]`,
		`generators: [HOSTILE]`, `openapi: {path: HOSTILE}`, `patchesStrategicMerge: [HOSTILE]`,
		`patches: [{path: HOSTILE}, {target: {kind: HOSTILE}, patch: HOSTILE}, {target: {kind: "(HOST"}, patch: "a: 1"}, {target: {HOSTILE: 1, labelSelector: HOSTILE}, patch: "a: 1", HOSTILE: 1}, {target: {kind: Pod}, patch: '[{"op": HOSTILE}, {"op": "test", "path": "/a", "HOSTILE": 1}]'}]`,
	}, "\n")
	inner := strings.Trim(hostileYAML, `"`)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"pod.yaml": pod, "pod2.yaml": pod2, "crd.yaml": definition, "k/kustomization.yaml": kustomization, "k/pod.yaml": pod,
		"k2/kustomization.yaml": "kind: HOSTILE\napiVersion: HOSTILE\nHOSTILE: 1",
		"fn.yaml":               function + "functionConfig: {HOSTILE: 1}", "fn2.yaml": function + "functionConfig: {patches: [{HOSTILE: 1}]}",
		"fn3.yaml": function + "functionConfig: {patches: [{path: HOSTILE}]}", "fn4.yaml": function + `functionConfig: {patches: [{target: {name: "(HOST"}, patch: {a: 1}}]}`,
		"fn5.yaml":  function + "functionConfig: {patches: [{target: {labelSelector: HOSTILE}, patch: {a: 1}}]}",
		"fn6.yaml":  function + "functionConfig: {patches: [{target: {kind: Pod}, patch: [{op: HOSTILE, path: HOSTILE}]}]}",
		"fn7.yaml":  function + "functionConfig: {patches: [{target: {kind: Pod}, patch: {spec: {HOSTILE: 1, nodeName: {HOSTILE: 1}}}, mergeKeys: [HOSTILE]}]}",
		"fn8.yaml":  function + "functionConfig: {patches: [{target: {kind: Pod}, patch: {spec: {HOSTILE: 1, nodeName: {HOSTILE: 1}}}}]}",
		"fn9.yaml":  function + "functionConfig: {dialect: HOSTILE, crds: [HOSTILE]}",
		"case.yaml": `{rule: [root], comment: HOSTILE, op: apply, schema: {schemaless: true}, original: {HOSTILE: 1}, patch: {HOSTILE: HOSTILE}, want: {HOSTILE: 3}}`,
		"bad.yaml":  "a: HOSTILE\nb: *HOST\n", "bad.json": `{"HOSTILE": 1, "HOSTILE": 2}`,
		"original.yaml": "HOSTILE: {a: HOSTILE, b: [HOSTILE]}", "modified.yaml": "HOSTILE: {a: 2, b: [3]}", "current.yaml": "HOSTILE: {a: 4, b: [5]}",
		"schema.json":  `{"type": "object", "properties": {"HOSTILE": {"type": "array", "items": {"type": "object", "properties": {"HOSTILE": {"type": "string"}}}, "x-kubernetes-patch-strategy": "HOSTILE", "x-kubernetes-patch-merge-key": "HOSTILE"}}}`,
		"literal.yaml": `{a: "x\n` + forged + `", b: "x\n\u202e` + forged + `", "c\u202e": 1}`,
		"engine.sh": `#!/bin/sh
read a; printf '%s\n' '{"version":1,"rules":2,"name":HOSTILE,"ops":["apply",HOSTILE],"dialects":["documented"]}'
while read a; do printf '%s\n' '{"seq":0,"panic":HOSTILE}'; done
`,
		"engine2.sh": `#!/bin/sh
read a; printf '%s\n' HOSTILE
`,
	} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		text = strings.ReplaceAll(strings.ReplaceAll(text, `"HOSTILE"`, "HOSTILE"), "HOSTILE", hostileYAML)
		check(t, os.MkdirAll(filepath.Dir(file), 0o755))
		check(t, os.WriteFile(file, []byte(strings.ReplaceAll(text, "HOST", inner)), 0o755))
	}
	return folder
}

// commandsOnTexts are further commands of TestControlCharacters. HOSTILE is the text itself.
const commandsOnTexts = `apply pod.yaml pod2.yaml
apply pod.yaml pod2.yaml --strict
apply pod.yaml pod2.yaml -o json
apply pod.yaml pod2.yaml --dialect kubernetes
apply pod.yaml pod2.yaml --color always
apply pod.yaml -p HOSTILE
apply pod.yaml --merge-key HOSTILE -p {}
apply HOSTILE pod.yaml
apply bad.yaml pod.yaml
apply bad.json pod.yaml
apply literal.yaml -p {} --schemaless
apply literal.yaml -p {} --schemaless -o json
apply --kind HOSTILE pod.yaml pod2.yaml
apply --dialect HOSTILE pod.yaml pod2.yaml
apply --HOSTILE pod.yaml pod2.yaml
explain pod.yaml pod2.yaml
explain pod.yaml pod2.yaml -o json
explain pod.yaml pod2.yaml --path HOSTILE
explain original.yaml modified.yaml --schemaless
explain original.yaml modified.yaml --schemaless -o html
explain original.yaml modified.yaml --schemaless --color always
diff pod.yaml pod2.yaml
diff original.yaml modified.yaml --schemaless
diff original.yaml modified.yaml --schemaless --as json-patch
diff original.yaml modified.yaml --schemaless --as json-patch --color always
diff original.yaml modified.yaml --schemaless --keep HOSTILE
diff original.yaml modified.yaml --schemaless --keep HOSTILE
threeway original.yaml modified.yaml current.yaml --schemaless --conflicts
threeway original.yaml modified.yaml current.yaml --schemaless --conflicts -o json
conflicts modified.yaml current.yaml --schemaless
conflicts modified.yaml current.yaml --schemaless -o json
compose modified.yaml current.yaml --schemaless
lint pod2.yaml
lint pod2.yaml --color always
lint pod2.yaml -o json
lint pod2.yaml -o sarif
lint pod2.yaml -o github
lint bad.yaml bad.json
lint k
lint k -o github
lint k2
schema HOSTILE
schema v1/Pod#HOSTILE
schema v1/HOSTILE
schema --crd crd.yaml
schema --crd crd.yaml -o json
schema --crd crd.yaml -o openapi
schema --crd crd.yaml --all
schema --crd crd.yaml --check
schema --crd crd.yaml --diff-ssa
schema --crd crd.yaml v1/HOSTILE
schema --schema schema.json --all
schema --schema schema.json --merge-key HOSTILE=HOSTILE
rules HOSTILE
rules case.yaml
run HOSTILE
run case.yaml
run case.yaml -o json
run case.yaml -o junit
run case.yaml -o report
run case.yaml --list
run --rule HOSTILE
run --name (HOSTILE
run case.yaml --engine ./engine.sh
run case.yaml --engine ./engine.sh -o json
run case.yaml --engine ./engine.sh -o junit
run case.yaml --engine ./engine.sh -o report
run case.yaml --engine ./engine2.sh
run case.yaml --engine HOSTILE
laws case.yaml
laws --law HOSTILE
minimize case.yaml
minimize case.yaml --engine ./engine.sh
show HOSTILE
import pod.yaml --modified pod2.yaml
import HOSTILE
HOSTILE
help HOSTILE
completion HOSTILE
version HOSTILE
fn fn.yaml
fn fn2.yaml
fn fn3.yaml
fn fn4.yaml
fn fn5.yaml
fn fn6.yaml
fn fn7.yaml
fn fn8.yaml
fn fn9.yaml`

// checkCharacters runs a command in a folder, and checks the characters that it writes.
func checkCharacters(t *testing.T, folder, command string) {
	t.Helper()
	args := strings.Fields(command)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "HOSTILE", hostile)
		for _, name := range []string{arg, arg + ".yaml"} {
			file := filepath.Join(folder, filepath.FromSlash(name))
			if _, err := os.Stat(file); err == nil && i > 0 {
				args[i] = file
			}
		}
	}
	stdout, stderr := outputOf(t, args)
	for stream, text := range map[string]string{"output": stdout, "errors": stderr} {
		if strings.Contains(command, "--color always") {
			text = regexp.MustCompile("\x1b\\[(2|3[1236]|0)m").ReplaceAllString(text, "")
		}
		for _, line := range strings.Split(text, "\n") {
			isForged := strings.HasPrefix(line, forged) || strings.HasPrefix(strings.TrimSpace(line), forged) && stream == "errors"
			bad := strings.IndexFunc(line, func(r rune) bool {
				return r != '\t' && (unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r))
			})
			if isForged || bad >= 0 {
				t.Errorf("%q: the %s contain %q", command, stream, line[:min(len(line), 300)])
				break
			}
		}
	}
}
