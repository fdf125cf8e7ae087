package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/openapi"
)

// documentCommands are commands on the files of documentFiles. The arguments of play are the
// questions of its page, and kustomize-merge is the program in testdata.
var documentCommands = []string{
	"apply --schema schema.json#/components/schemas/root original.json patch.json",
	"apply --schema schema.json#/components/schemas/root --dialect kubernetes original.json patch.json",
	"apply --schema schema.json#/components/schemas/root --as json-patch original.json patch.json",
	"apply --schema schema.json#/components/schemas/root --keep-style original.json patch.json",
	"apply --schema schema.json#/components/schemas/root --unions --strict original.json patch.json",
	"compose --schema schema.json#/components/schemas/root patch.json modified.json",
	"conflicts --schema schema.json#/components/schemas/root patch.json modified.json",
	"diff --schema schema.json#/components/schemas/root original.json modified.json",
	"diff --as json-patch original.json modified.json",
	"diff --as merge-patch original.json modified.json",
	"threeway --schema schema.json#/components/schemas/root original.json modified.json original.json",
	"threeway --schema schema.json#/components/schemas/root --conflicts original.json modified.json patch.json",
	"explain --schema schema.json#/components/schemas/root original.json patch.json",
	"lint --schema schema.json#/components/schemas/root patch.json",
	"fn <list.json",
	"import --target FuzzParse original.json",
	"run case.json",
	"laws case.json",
	"show case.json",
	"minimize --strict --schema schema.json#/components/schemas/root original.json wrong.json",
	"minimize --strict --redact --schema schema.json#/components/schemas/root original.json wrong.json",
	"minimize case.json",
	"serve-engine <apply.requests",
	"serve-engine <diff.requests",
	"serve-engine <threeway.requests",
	"serve-engine <compose.requests",
	"serve-engine <conflicts.requests",
	"serve-engine <lint.requests",
	"play run.question",
	"play copy.question",
	"play minimize.question",
}

// kustomizeCommands are run with the documents of all shapes, because package kustomize has
// algorithms of its own.
var kustomizeCommands = []string{
	"kustomize-merge kinds.json object.json objectpatch.json",
	"kustomize-merge --prepend kinds.json object.json objectpatch.json",
}

// textCommands are commands on the files of textFiles.
var textCommands = []string{
	"apply --schemaless text.yaml -p {new: 1}",
	"apply --schemaless --keep-style text.yaml -p {new: 1}",
	"apply --schemaless --in-place copy.yaml -p {new: 1}",
	"diff --schemaless text.yaml empty.yaml",
	"lint --schemaless text.yaml",
	"explain --schemaless empty.yaml text.yaml",
	"play text.question",
	"kustomize-merge text.yaml new.yaml",
	"kustomize-merge new.yaml text.yaml",
}

// schemaCommands are commands on schema.json.
var schemaCommands = []string{
	"schema --schema schema.json",
	"schema --schema schema.json --diff-ssa",
	"apply --schema schema.json empty.yaml -p {a: {b: 1}}",
	"show described.json",
	"serve-engine <described.requests",
	"play described.question",
	"kustomize-merge kinds.json empty.yaml object.json",
}

// requestCommands are commands on the requests of requestShapes.
var requestCommands = []string{"serve-engine <many.requests"}

// requestShapes return sessions of the engine protocol with many requests.
func requestShapes() []textShape {
	requests := func(request func(i int) string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			b.WriteString(startRequest)
			for i := range n {
				b.WriteString(runRequest(i, request(i)))
			}
			return b.String()
		}
	}
	applied := func(schema string) string {
		return `"op":"apply","schema":` + schema + `,"original":{"f0":1},"patch":{"f0":null}`
	}
	return []textShape{
		{name: "requests: one schema", text: requests(func(int) string { return applied(`{"schemaless":true}`) })},
		{name: "requests: a schema each", text: requests(func(i int) string {
			return applied(fmt.Sprintf(`{"openapi":{"type":"object","properties":{"f%d":{"type":"string"}}}}`, i))
		})},
		{name: "requests: rejected", text: requests(func(int) string { return `"op":"apply","schema":{"schemaless":true},"original":{},"patch":[]` })},
		{name: "requests: faulty cases", text: requests(func(int) string { return `"op":"apply","schema":{"schemaless":true},"unknown":1` })},
	}
}

// startRequest is the first line of a session, and runRequest returns the line that requests the
// operation of a case.
const startRequest = `{"cmd":"start","version":1,"rules":2}` + "\n"

func runRequest(seq int, body string) string {
	return fmt.Sprintf(`{"cmd":"run","seq":%d,"dialect":"documented","case":{%s}}`+"\n", seq, body)
}

// A question is a question of the page of play.
type question struct {
	Do      string       `json:"do"`
	Form    string       `json:"form,omitempty"`
	Request pageDocument `json:"request"`
}

type pageDocument struct {
	Op         string   `json:"op"`
	Documents  []string `json:"documents"`
	Schema     string   `json:"schema,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Schemaless bool     `json:"schemaless,omitempty"`
	Strict     bool     `json:"strict,omitempty"`
}

func (q question) json() string {
	q.Request.Op = "apply"
	text, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// commandShapes are the shapes with which commands are measured. They may be hard for parts
// of a command other than the engine.
var commandShapes = map[string]bool{
	"duplicates in a keyed list": true, "a keyed list in reverse order": true, "deletions of every element": true,
	"directives where there are none, in every element": true, "a wide map": true, "a long name around many members": true,
	"a text in which every second line changes": true, "deep maps": true, "elements without keys": true,
	"YAML: aliases of one anchor": true, "YAML: merge keys of one anchor": true, "YAML: comments": true, "YAML: many documents": true,
	"YAML: one map on one line": true, "YAML: a literal text": true, "YAML: lists in lists": true,
}

// A commandTrial is a command on files of a shape.
type commandTrial struct {
	shape, line string
	files       func(n int) map[string]string
}

func commandTrials() []commandTrial {
	var all []commandTrial
	add := func(shape string, lines []string, files func(n int) map[string]string) {
		for _, line := range lines {
			all = append(all, commandTrial{shape, line, files})
		}
	}
	described := openapi.Encode(schema()).JSON()
	for _, shape := range shapes() {
		files := func(n int) map[string]string { return documentFiles(shape, described, n) }
		if commandShapes[shape.name] {
			add(shape.name, documentCommands, files)
		}
		add(shape.name, kustomizeCommands, files)
	}
	for _, shape := range textShapes() {
		if commandShapes[shape.name] {
			add(shape.name, textCommands, func(n int) map[string]string { return textFiles(shape.of(n)) })
		}
	}
	for _, shape := range schemaShapes() {
		add(shape.name, schemaCommands, func(n int) map[string]string { return schemaFiles(shape.of(n)) })
	}
	for _, shape := range requestShapes() {
		add(shape.name, requestCommands, func(n int) map[string]string { return map[string]string{"many.requests": shape.of(n)} })
	}
	return all
}

// documentFiles returns the files with the documents of a shape, by name.
func documentFiles(s shape, described string, n int) map[string]string {
	n = limited(n, s.max)
	original, modified, patch := s.original(n), s.modified(n), s.patch(n)
	wrong := strings.TrimSuffix(patch, "}") + `,"unknown":1}`
	item := `{"apiVersion":"example.com/v1","kind":"Any","metadata":{"name":"x"},"spec":`
	page := pageDocument{Documents: []string{original, patch}, Schema: described, Kind: "#/components/schemas/root"}
	wrongPage := page
	wrongPage.Documents, wrongPage.Strict = []string{original, wrong}, true
	request := func(op string, documents string) string {
		return startRequest + runRequest(1, `"op":"`+op+`","schema":{"openapi":`+described+`,"root":"root"},`+documents)
	}
	return map[string]string{
		"schema.json": described, "original.json": original, "modified.json": modified, "patch.json": patch, "wrong.json": wrong,
		"case.json": `{"rule":["keyed-merge"],"comment":"hard","op":"apply","schema":{"schemaless":true},"original":` + original + `,"patch":` + patch + `,"want":` + modified + `}`,
		"list.json": `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","functionConfig":{"apiVersion":"v1","kind":"P","metadata":{"name":"p"},"patches":[{"patch":` +
			item + patch + `}}]},"items":[` + item + original + `}]}`,
		"apply.requests":     request("apply", `"original":`+original+`,"patch":`+patch),
		"diff.requests":      request("diff", `"original":`+original+`,"modified":`+modified),
		"threeway.requests":  request("threeway", `"original":`+original+`,"modified":`+modified+`,"current":`+original),
		"compose.requests":   request("compose", `"patches":[`+patch+`,`+modified+`]`),
		"conflicts.requests": request("conflicts", `"left":`+patch+`,"right":`+modified),
		"lint.requests":      request("lint", `"patch":`+patch),
		"run.question":       question{Do: "run", Request: page}.json(),
		"copy.question":      question{Do: "copy", Form: "issue", Request: page}.json(),
		"minimize.question":  question{Do: "minimize", Request: wrongPage}.json(),
		"kinds.json":         kinds(described), "object.json": ofKind(original), "objectpatch.json": ofKind(patch),
	}
}

// kinds returns an OpenAPI document in which the schema root has the kind of ofKind.
func kinds(described string) string {
	return strings.Replace(described, `"root":{`, `"root":{"x-kubernetes-group-version-kind":[{"group":"example.com","version":"v1","kind":"Any"}],`, 1)
}

// ofKind returns a document with a kind.
func ofKind(document string) string {
	return `{"apiVersion":"example.com/v1","kind":"Any",` + strings.TrimPrefix(document, "{")
}

// textFiles returns the files with a YAML text.
func textFiles(text string) map[string]string {
	return map[string]string{
		"text.yaml": text, "copy.yaml": text, "empty.yaml": "{}\n", "new.yaml": "new: 1\n",
		"text.question": question{Do: "run", Request: pageDocument{Documents: []string{text, "{new: 1}"}, Schemaless: true}}.json(),
	}
}

// schemaFiles returns the files with a JSON schema.
func schemaFiles(text string) map[string]string {
	of := `"op":"apply","schema":{"openapi":` + text + `},"original":{},"patch":{"a":{"b":1}}`
	return map[string]string{
		"schema.json": text, "empty.yaml": "{}\n",
		"described.json":     `{"rule":["keyed-merge"],"comment":"hard",` + of + `,"want":{"a":{"b":1}}}`,
		"described.requests": startRequest + runRequest(1, of),
		"described.question": question{Do: "run", Request: pageDocument{Documents: []string{"{}", "{a: {b: 1}}"}, Schema: text, Kind: "#"}}.json(),
		"object.json":        ofKind(`{"a":{"b":1}}`),
		"kinds.json": `{"components":{"schemas":{"root":{"x-kubernetes-group-version-kind":[{"group":"example.com","version":"v1","kind":"Any"}],` +
			strings.TrimPrefix(text, "{") + `}}}`,
	}
}

// runCommand runs a command that counts its blocks.
func runCommand(t *testing.T, compiled programs, trial commandTrial, n int) (count, error) {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		return count{}, err
	}
	c := count{Shape: trial.family() + ": " + trial.shape, Operation: trial.name()}
	for name, text := range trial.files(n) {
		if slices.Contains(strings.FieldsFunc(trial.line, func(r rune) bool { return r == ' ' || r == '<' }), name) {
			c.Length += len(text)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return count{}, err
		}
	}
	counters := filepath.Join(dir, "counters")
	if err := os.Mkdir(counters, 0o755); err != nil {
		return count{}, err
	}
	line, patch, patched := strings.Cut(trial.line, " -p ")
	line, input, _ := strings.Cut(line, " <")
	args := strings.Fields(line)
	if patched {
		args = append(args, "-p", patch)
	}
	asked := ""
	switch {
	case args[0] == kustomizeMerge:
		args = append([]string{compiled[kustomizeMerge]}, args[1:]...)
	case args[0] == "play":
		asked = args[1]
		args = []string{compiled["smp-check"], "play"}
	default:
		args = append([]string{compiled["smp-check"]}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counters)
	if asked != "" {
		text, err := os.ReadFile(filepath.Join(dir, asked))
		if err == nil {
			c.Answered, err = ask(cmd, text)
		}
		if err != nil {
			return count{}, err
		}
	} else {
		if input != "" {
			text, err := os.ReadFile(filepath.Join(dir, input))
			if err != nil {
				return count{}, err
			}
			cmd.Stdin = bytes.NewReader(text)
		}
		_ = cmd.Run()
		code := cmd.ProcessState.ExitCode()
		c.Answered = code == 0 || code == 1
	}
	files, err := filepath.Glob(filepath.Join(counters, "covcounters.*"))
	if err != nil || len(files) != 1 {
		return count{}, fmt.Errorf("%d files of counters, %v", len(files), err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return count{}, err
	}
	c.Blocks, err = sumOfCounters(text)
	return c, err
}

// family returns the table on the page to which a command belongs.
func (c commandTrial) family() string {
	switch name, _, _ := strings.Cut(c.line, " "); name {
	case "serve-engine":
		return "engine"
	case "play":
		return "page"
	case kustomizeMerge:
		return "kustomize"
	}
	return "command"
}

// withoutFiles removes the files from a command, in this order.
var withoutFiles = strings.NewReplacer(
	"--schema schema.json#/components/schemas/root", "", "--schema schema.json", "", "--schemaless", "",
	"new.yaml text.yaml", "(as the patch)", "objectpatch.json", "", "object.json", "", "kinds.json", "",
	"original.json", "", "modified.json", "", "patch.json", "", "wrong.json", "", "<list.json", "", "case.json", "", "described.json", "",
	"text.yaml", "", "copy.yaml", "", "empty.yaml", "", "new.yaml", "",
	"<described.requests", "apply", "<many.requests", "apply", "<", "", ".requests", "",
	"text.question", "run", "described.question", "run", ".question", "",
)

// name returns the command without its files.
func (c commandTrial) name() string {
	return strings.Join(strings.Fields(withoutFiles.Replace(c.line)), " ")
}
