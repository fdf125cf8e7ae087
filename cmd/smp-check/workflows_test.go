package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml"
)

// pinned matches an action that is named by its commit. It is compiled when a test needs
// it, because TestStartReadsNothing measures the start of this program.
var pinned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`) })

// fullVersion matches a full version of Go.
var fullVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^1\.\d+\.\d+$`) })

// Workflows refer to actions by commit, name the full version of Go, and have only read permissions, unless a job
// has a comment with the reason for more. A job with write permissions does not run
// code of the repository.
func TestWorkflowsHaveFewRights(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 2 {
		t.Fatalf("found %q, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		workflow, err := yaml.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if got := at(workflow, "permissions", "contents").Text(); got != "read" || at(workflow, "permissions").Len() != 1 {
			t.Errorf("%s: the workflow may %q", file, at(workflow, "permissions"))
		}
		for name, job := range at(workflow, "jobs").Members() {
			writes := strings.Contains(at(job, "permissions").JSON(), "write")
			for _, step := range at(job, "steps").Elements() {
				action, run := at(step, "uses").Text(), at(step, "run").Text()
				if action != "" && !pinned().MatchString(action) {
					t.Errorf("%s, job %s: the action %s is not named by its commit", file, name, action)
				}
				if v := at(step, "with", "go-version").Text(); strings.HasPrefix(action, "actions/setup-go@") && !fullVersion().MatchString(v) {
					t.Errorf("%s, job %s: the version of Go is %q; expected a full one, such as 1.26.8", file, name, v)
				}
				if writes && (strings.HasPrefix(action, "actions/checkout@") || strings.Contains(run, ".ci/")) {
					t.Errorf("%s, job %s may write and runs code of the repository: %s%s", file, name, action, run)
				}
			}
		}
	}
}

// at returns the value at a path of fields. The result is absent if there is no such value.
func at(v model.Value, fields ...string) model.Value {
	for _, field := range fields {
		v, _ = v.Get(field)
	}
	return v
}
