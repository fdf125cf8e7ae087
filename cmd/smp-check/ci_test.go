package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	yaml "go.yaml.in/yaml/v3"
)

// These tests use the files for CI like the tools that read them: pre-commit and the runner
// of GitHub Actions.

// ciRepository creates a repository with a patch that has a mistake, a correct patch, and
// other files. It returns its folder and the files.
func ciRepository(t *testing.T) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"overlay/patch-bad.yaml":     "apiVersion: apps/v1\nkind: Deployment\nspec: {replica: 3}\n",
		"overlay/patches/good.yaml":  "apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: 3}\n",
		"overlay/kustomization.yaml": "patches: [{path: patch-bad.yaml}]\n",
		"base/pod.yaml":              "apiVersion: v1\nkind: Pod\nspec: {volumes: [{name: a, emptyDir: {}, hostPath: {path: /a}}]}\n",
		"chart/Chart.yaml":           "apiVersion: v2\nname: a\n",
		"chart/values.yaml":          "a: 1\n",
		"chart/templates/a.yaml":     "{{ .Values.a }}\n",
		"other.txt":                  "no YAML: at: all\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	slices.Sort(files)
	return dir, files
}

// TestPreCommitHooks runs each hook as pre-commit does: the entry, with the files whose names
// and types match.
func TestPreCommitHooks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(moduleRoot, ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files, Exclude string
		TypesOr                                                []string `yaml:"types_or"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&hooks); err != nil {
		t.Fatal(err)
	}
	dir, files := ciRepository(t)
	want := map[string]struct {
		files, problem string
	}{
		"smp-check":          {"overlay/patch-bad.yaml overlay/patches/good.yaml", "overlay/patch-bad.yaml:3:8: error: spec.replica: unknown-field"},
		"smp-check-document": {"base/pod.yaml overlay/patch-bad.yaml overlay/patches/good.yaml", "base/pod.yaml:3:18: error: spec.volumes[0]: union-siblings"},
	}
	if len(hooks) != len(want) {
		t.Errorf("%d hooks, want %d", len(hooks), len(want))
	}
	for _, hook := range hooks {
		if hook.Name == "" || hook.Language != "golang" || !slices.Equal(hook.TypesOr, []string{"yaml", "json"}) {
			t.Errorf("%s: name %q, language %q, types %v", hook.ID, hook.Name, hook.Language, hook.TypesOr)
		}
		var matching []string
		for _, file := range files {
			isYAML := strings.HasSuffix(file, ".yaml")
			excluded := hook.Exclude != "" && regexp.MustCompile(hook.Exclude).MatchString(file)
			if isYAML && !excluded && regexp.MustCompile(hook.Files).MatchString(file) {
				matching = append(matching, file)
			}
		}
		if got := strings.Join(matching, " "); got != want[hook.ID].files {
			t.Errorf("%s is given %s, want %s", hook.ID, got, want[hook.ID].files)
		}
		words := append(strings.Fields(hook.Entry), matching...)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != exitNo || !strings.Contains(string(out), want[hook.ID].problem) {
			t.Errorf("%s: %v: %s", hook.ID, err, out)
		}
	}
}

// TestAction runs the steps of the action like the runner, with its inputs in place of the
// expressions.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	text, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Name, Description string
		Branding          map[string]string
		Inputs            map[string]struct{ Description, Default string }
		Runs              struct {
			Using string
			Steps []struct {
				Name, Uses, Shell, Run string
				With, Env              map[string]string
			}
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&action); err != nil {
		t.Fatal(err)
	}
	if action.Name == "" || action.Description == "" || action.Runs.Using != "composite" {
		t.Errorf("name %q, description %q, using %q", action.Name, action.Description, action.Runs.Using)
	}
	for _, step := range action.Runs.Steps {
		if step.Uses != "" && !pinned().MatchString(step.Uses) {
			t.Errorf("the action %s is not named by its commit", step.Uses)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	expression := regexp.MustCompile(`\$\{\{ *inputs\.([a-z-]+) *\}\}`)
	runnerTemp := t.TempDir()
	run := func(dir string, inputs map[string]string) (out string, code int) {
		for _, step := range action.Runs.Steps {
			if step.Run == "" {
				continue
			}
			if expression.MatchString(step.Run) {
				t.Errorf("step %q has an expression in its script, which may run what an input holds", step.Name)
			}
			script := filepath.Join(runnerTemp, "script.sh")
			if err := os.WriteFile(script, []byte(step.Run), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(bash, "--noprofile", "--norc", "-e", "-o", "pipefail", script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+here, "RUNNER_TEMP="+runnerTemp)
			for name, value := range step.Env {
				cmd.Env = append(cmd.Env, name+"="+expression.ReplaceAllStringFunc(value, func(e string) string {
					input := expression.FindStringSubmatch(e)[1]
					if value, ok := inputs[input]; ok {
						return value
					}
					return action.Inputs[input].Default
				}))
			}
			text, err := cmd.CombinedOutput()
			out += string(text)
			if err != nil {
				return out, cmd.ProcessState.ExitCode()
			}
		}
		return out, 0
	}
	// This is the step in the manual.
	var steps []struct {
		Uses string
		With map[string]string
	}
	for _, block := range blocksIn(readPage(t, manualPage), "yml") {
		check(t, yaml.Unmarshal([]byte(strings.Join(block.lines, "\n")), &steps))
	}
	if len(steps) != 1 || steps[0].Uses != strings.TrimPrefix(modulePath, "github.com/")+"/cmd/smp-check@main" {
		t.Fatalf("the manual shows the steps %v", steps)
	}
	for input := range steps[0].With {
		if _, ok := action.Inputs[input]; !ok {
			t.Errorf("the manual uses the input %s, which does not exist", input)
		}
	}

	dir, _ := ciRepository(t)
	check(t, os.CopyFS(filepath.Join(dir, "overlays"), os.DirFS(filepath.Join(dir, "overlay"))))
	for _, test := range []struct {
		inputs map[string]string
		want   string
		code   int
	}{
		{steps[0].With, "::error file=overlays/patch-bad.yaml,line=3,col=8,", exitNo},
		{nil, "::error file=overlay/patch-bad.yaml,line=3,col=8,", exitNo},
		{map[string]string{"paths": "overlay/patches\nbase"}, "union-siblings", exitNo},
		{map[string]string{"paths": "base", "flags": "--document"}, "::error file=base/pod.yaml,line=3,col=18,", exitNo},
		{map[string]string{"paths": "overlay/patches", "sarif": "log.sarif"}, "", 0},
		{map[string]string{"paths": "$(touch stolen)", "flags": "; touch stolen"}, "", exitBad},
	} {
		out, code := run(dir, test.inputs)
		if code != test.code || !strings.Contains(out, test.want) {
			t.Errorf("%v: exit status %d, want %d: %s", test.inputs, code, test.code, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "stolen")); err == nil {
		t.Error("an input was run")
	}
	log, err := os.ReadFile(filepath.Join(dir, "log.sarif"))
	if err != nil || !json.Valid(log) || !bytes.Contains(log, []byte(`"results": []`)) {
		t.Errorf("%.200s, %v", log, err)
	}
}
