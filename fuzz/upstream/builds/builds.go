// Package builds compares smp-check fn with the field patches of kustomize build. The same
// patches are applied by the kustomization itself, and by a function that kustomize runs.
//
//	for _, c := range builds.Cases() {
//		outcome, err := builds.Run(folder, smpCheck, c)
//		...
//	}
package builds

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// A Case is a base and the patches of an overlay.
type Case struct {
	Name string
	// Base contains the lines of the base's kustomization, except for its resources.
	// Resources contains the documents of these resources.
	Base, Resources string
	// Patches are the elements of the overlay's field patches, without indentation.
	Patches string
	// FunctionPatches are the patches in the functionConfig, if they are different.
	FunctionPatches string
	// Files contains other files of the overlay.
	Files map[string]string
	// Overlay contains further lines of the overlay's kustomization in the run without the
	// function. Function contains further lines of the functionConfig.
	Overlay, Function string
	// Ours describes how the results differ and why. It is empty if they are equal.
	Ours string
}

// Lint returns the errors that smp-check lint reports for the kustomization with the field
// patches, which Run has written. If the build failed, it returns all errors. If not, it
// returns only errors about targets and the kustomization itself, because only such errors
// would make kustomize fail.
func Lint(folder, command string, o Outcome) ([]string, error) {
	lint := exec.Command(command, "lint", "-o", "json", "--fail-on", "error", filepath.Join(folder, "patches"))
	out, err := lint.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, err
	}
	var report struct {
		Problems []struct{ Severity, Kind, Message string }
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, err
	}
	failed := strings.HasPrefix(o.Kustomize, "error: ")
	var found []string
	for _, p := range report.Problems {
		if p.Severity == "error" && (failed || p.Kind == "missing-target" || p.Kind == "invalid-kustomization") {
			found = append(found, p.Kind+": "+p.Message)
		}
	}
	return found, nil
}

// An Outcome is the output of both runs of a case. An error begins with "error: ".
type Outcome struct{ Kustomize, Function string }

// Equal reports whether both runs have the same result. Two errors are equal.
func (o Outcome) Equal() bool {
	failed := func(text string) bool { return strings.HasPrefix(text, "error: ") }
	return o.Kustomize == o.Function || failed(o.Kustomize) && failed(o.Function)
}

// Check returns an error if the case does not describe the outcome.
func (c Case) Check(o Outcome) error {
	wrong := o.Equal() != (c.Ours == "")
	if c.Ours == Moved {
		wrong = wrong || sorted(o.Kustomize) != sorted(o.Function)
	}
	if !wrong {
		return nil
	}
	return fmt.Errorf("%s: the case gives the reason %q\nkustomize:\n%s\nfn:\n%s", c.Name, c.Ours, o.Kustomize, o.Function)
}

// sorted returns a stream with its documents in sorted order.
func sorted(text string) string {
	documents := strings.Split(strings.TrimSuffix(text, "\n"), "\n---\n")
	slices.Sort(documents)
	return strings.Join(documents, "\n---\n")
}

// Command builds smp-check in a folder and returns the path of the program. The argument root
// is the root of the repository.
func Command(root, folder string) (string, error) {
	file, err := filepath.Abs(filepath.Join(folder, "smp-check"))
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", file, "./cmd/smp-check")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return file, nil
}

// All returns the cases, with the schema that the command writes for Definition. It writes
// files to folder.
func All(folder, command string) ([]Case, error) {
	file := filepath.Join(folder, "definition.yaml")
	if err := os.WriteFile(file, []byte(Definition), 0o644); err != nil {
		return nil, err
	}
	schema, err := exec.Command(command, "schema", "--crd", file, "-o", "kustomize").Output()
	if err != nil {
		return nil, fmt.Errorf("%s schema: %w", command, err)
	}
	return cases(string(schema)), nil
}

// Run builds both kustomizations of a case below an empty folder. The argument command is the
// path of smp-check.
func Run(folder, command string, c Case) (Outcome, error) {
	function := `apiVersion: example.com/v1
kind: Patches
metadata:
  name: patches
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ` + command + `, args: [fn]}
` + c.Function + "patches:\n" + cmp.Or(c.FunctionPatches, c.Patches)
	files := map[string]string{
		"base/kustomization.yaml":     "resources: [resources.yaml]\n" + c.Base,
		"base/resources.yaml":         c.Resources,
		"patches/kustomization.yaml":  "resources: [../base]\n" + c.Overlay + "patches:\n" + c.Patches,
		"function/kustomization.yaml": "resources: [../base]\ntransformers: [function.yaml]\n",
		"function/function.yaml":      function,
	}
	for name, text := range c.Files {
		files["patches/"+name], files["function/"+name] = text, text
	}
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return Outcome{}, err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{Build(filepath.Join(folder, "patches")), Build(filepath.Join(folder, "function"))}, nil
}

// Build returns the output of kustomize build for a folder, or the error, which begins with
// "error: ".
func Build(folder string) string {
	options := krusty.MakeDefaultOptions()
	options.PluginConfig = types.EnabledPluginConfig(types.BploUseStaticallyLinked)
	options.PluginConfig.FnpLoadingOptions.EnableExec = true
	result, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return "error: " + err.Error()
	}
	text, err := result.AsYaml()
	if err != nil {
		return "error: " + err.Error()
	}
	return string(text)
}
