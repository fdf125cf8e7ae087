package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// kustomizeMerge is the program for package kustomize, in testdata.
const kustomizeMerge = "kustomize-merge"

// programs are the compiled programs that run commands, by name.
type programs map[string]string

// buildPrograms compiles smp-check and kustomizeMerge with counters.
func buildPrograms(t *testing.T) programs {
	t.Helper()
	dir := t.TempDir()
	build := func(in, name, counted, source string) string {
		file := filepath.Join(dir, name)
		run := exec.Command("go", "build", "-C", in, "-cover", "-covermode", "atomic", "-coverpkg", counted, "-o", file, source)
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return file
	}
	return programs{
		"smp-check":    build(".", "smp-check", "../../model,../../smp/...,../../corpus/...,../../props/...,../../cmd/smp-check/...,go.yaml.in/yaml/v3", "../../cmd/smp-check"),
		kustomizeMerge: build(kustomizeModule(t), kustomizeMerge, ".,github.com/strategicpatch/smp/...,sigs.k8s.io/yaml/goyaml.v3", "."),
	}
}

// kustomizeModule writes a module that contains the program kustomizeMerge, and returns its
// folder. The requirements are those of package kustomize.
func kustomizeModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	of := filepath.Join(root, "smp", "kustomize")
	for from, to := range map[string]string{
		filepath.Join("testdata", kustomizeMerge+".go"): "main.go", filepath.Join(of, "go.mod"): "go.mod", filepath.Join(of, "go.sum"): "go.sum",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if to == "go.mod" {
			const module = "github.com/strategicpatch/smp/smp/kustomize"
			text = regexp.MustCompile(`(?m)^module .*$`).ReplaceAll(text, []byte("module "+kustomizeMerge))
			text = bytes.ReplaceAll(text, []byte("=> ../.."), []byte("=> "+root))
			text = fmt.Appendf(text, "\nrequire %s v0.0.0-00010101000000-000000000000\n\nreplace %[1]s => %s\n", module, of)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
