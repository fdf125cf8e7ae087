package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/openapi"
)

// documentCommands are commands on the files original.json, modified.json, patch.json,
// current.json, case.json and list.json.
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
}

// textCommands are commands on text.yaml and its copy, copy.yaml.
var textCommands = []string{
	"apply --schemaless text.yaml -p {new: 1}",
	"apply --schemaless --keep-style text.yaml -p {new: 1}",
	"apply --schemaless --in-place copy.yaml -p {new: 1}",
	"diff --schemaless text.yaml empty.yaml",
	"lint --schemaless text.yaml",
	"explain --schemaless empty.yaml text.yaml",
}

// schemaCommands are commands on schema.json.
var schemaCommands = []string{
	"schema --schema schema.json",
	"schema --schema schema.json --diff-ssa",
	"apply --schema schema.json empty.yaml -p {a: {b: 1}}",
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
	s := schema()
	described := openapi.Encode(s).JSON()
	for _, shape := range shapes() {
		if !commandShapes[shape.name] {
			continue
		}
		files := func(n int) map[string]string {
			n = limited(n, shape.max)
			original, modified, patch := shape.original(n), shape.modified(n), shape.patch(n)
			item := `{"apiVersion":"example.com/v1","kind":"Any","metadata":{"name":"x"},"spec":`
			return map[string]string{
				"schema.json": described, "original.json": original, "modified.json": modified, "patch.json": patch,
				"case.json": `{"rule":["keyed-merge"],"comment":"hard","op":"apply","schema":{"schemaless":true},"original":` + original + `,"patch":` + patch + `,"want":` + modified + `}`,
				"list.json": `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","functionConfig":{"apiVersion":"v1","kind":"P","metadata":{"name":"p"},"patches":[{"patch":` +
					item + patch + `}}]},"items":[` + item + original + `}]}`,
			}
		}
		for _, line := range documentCommands {
			all = append(all, commandTrial{shape.name, line, files})
		}
	}
	for _, shape := range textShapes() {
		for _, line := range textCommands {
			if commandShapes[shape.name] {
				all = append(all, commandTrial{shape.name, line, func(n int) map[string]string {
					return map[string]string{"text.yaml": shape.of(n), "copy.yaml": shape.of(n), "empty.yaml": "{}\n"}
				}})
			}
		}
	}
	for _, shape := range schemaShapes() {
		for _, line := range schemaCommands {
			all = append(all, commandTrial{shape.name, line, func(n int) map[string]string {
				return map[string]string{"schema.json": shape.of(n), "empty.yaml": "{}\n"}
			}})
		}
	}
	return all
}

// runCommand runs a command that counts its blocks.
func runCommand(t *testing.T, command string, trial commandTrial, n int) (count, error) {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		return count{}, err
	}
	c := count{Shape: "command: " + trial.shape, Operation: trial.name()}
	for name, text := range trial.files(n) {
		if strings.Contains(trial.line, name) && (name != "schema.json" || !strings.Contains(trial.line, "original.json")) {
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
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counters)
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

// name returns the command without its files.
func (c commandTrial) name() string {
	line := c.line
	for _, file := range []string{"--schema schema.json#/components/schemas/root", "--schema schema.json", "--schemaless", "original.json", "modified.json", "patch.json", "<list.json", "case.json", "text.yaml", "copy.yaml", "empty.yaml"} {
		line = strings.ReplaceAll(line, file, "")
	}
	return strings.Join(strings.Fields(line), " ")
}
