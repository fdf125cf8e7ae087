package embedders

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The modules of kustomize whose suites run, and the package in which functions are replaced.
const (
	kyamlModule  = "sigs.k8s.io/kustomize/kyaml"
	kyamlVersion = "v0.21.2"
	apiModule    = "sigs.k8s.io/kustomize/api"
	apiVersion   = "v0.21.1"
	merge2       = "yaml/merge2"

	kustomizeShim = nested + "/embedders/testdata/shim/kyaml"
)

// kustomize is the subject for smp/kustomize, which replaces the function Merge of kyaml's
// merge2.
func kustomize() Subject {
	return Subject{
		Name: "kustomize back end", PageFile: nested + "/KUSTOMIZE.md", intro: kustomizeIntro,
		Projects: []Project{
			{"merge2", kyamlModule, kyamlVersion, "kustomize", []string{merge2}},
			{"kustomize", apiModule, apiVersion, "kustomize", []string{
				"krusty", "filters/patchstrategicmerge", "internal/builtins", "internal/target", "internal/accumulator", "resource", "resmap",
			}},
		},
		prepare: bench.prepareKustomize, env: bench.pluginHome,
		reaches: func(imported string) bool { return imported == kyamlModule+"/"+merge2 },
		folders: func(b bench) ([]string, error) {
			folders, err := b.packageFolders("smp/kustomize", ".")
			for _, part := range []string{merge2, "openapi"} {
				folders = append(folders, filepath.Join(b.root, kustomizeShim, part))
			}
			return folders, err
		},
	}
}

const kustomizeIntro = `# Kustomize with smp

The test suites of kustomize were run twice: unchanged, and with ` + "`smp/kustomize`" + `. For the second run, the function ` + "`Merge`" + ` of kyaml's package
` + "`yaml/merge2`" + ` called the function of this module, with the schema of the kustomization's field openapi. Nothing else was different. The page was
written by ` + "`.ci/long kustomize`" + `. The modules come from the module proxy: kyaml ` + kyamlVersion + `, api ` + apiVersion + `.
`

// prepareKustomize copies kyaml, and writes the module for the suites of kyaml and kustomize
// and the overlay with the replaced files.
func (b bench) prepareKustomize() error {
	kyaml := b.path("kyaml-" + kyamlVersion)
	if _, err := os.Stat(kyaml); err != nil {
		from, err := b.download(kyamlModule + "@" + kyamlVersion)
		if err != nil {
			return err
		}
		unfinished := kyaml + ".unfinished"
		if err := errors.Join(os.RemoveAll(unfinished), copyFiles(unfinished, from, func(string) bool { return true }, nil), os.Rename(unfinished, kyaml)); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(b.path("home", "sigs.k8s.io", "kustomize", "plugin"), 0o755); err != nil {
		return err
	}
	// The function of kyaml itself gets another name. It still infers keys.
	theirs, err := os.ReadFile(filepath.Join(kyaml, merge2, "merge2.go"))
	if err != nil {
		return err
	}
	text := string(theirs)
	for _, edit := range [][2]string{
		{"func Merge(src,", "func theirMerge(src,"},
		{"	result, err := walk.Walker{", "	if !infer {\n\t\treturn mergeNodes(src, dest, mergeOptions)\n\t}\n\tresult, err := walk.Walker{"},
	} {
		if strings.Count(text, edit[0]) != 1 {
			return fmt.Errorf("merge2.go of kyaml %s does not hold %q once", kyamlVersion, edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	edited := b.path("merge2.go")
	if err := os.WriteFile(edited, []byte(text), 0o644); err != nil {
		return err
	}
	replace := map[string]string{filepath.Join(kyaml, merge2, "merge2.go"): edited}
	for _, part := range []string{merge2, "openapi"} {
		replace[filepath.Join(kyaml, part, "smp.go")] = filepath.Join(b.root, kustomizeShim, part, "smp.go")
	}
	if err := b.writeReplaced(replace); err != nil {
		return err
	}
	module := fmt.Sprintf(`module embedders.test/kustomize

go %s

require (
	%s %s
	%s %s
	github.com/strategicpatch/smp v0.0.0
	github.com/strategicpatch/smp/smp/kustomize v0.0.0
)

replace (
	%[2]s => %[6]s
	github.com/strategicpatch/smp => %[7]s
	github.com/strategicpatch/smp/smp/kustomize => %[7]s/smp/kustomize
)
`, strings.TrimPrefix(runtime.Version(), "go"), kyamlModule, kyamlVersion, apiModule, apiVersion, kyaml, b.root)
	if err := os.MkdirAll(b.path("kustomize"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(b.path("kustomize", "go.mod"), []byte(module), 0o644)
}

// pluginHome returns the environment with a home folder in which the tests find plugins. The
// folders of the go command stay the same.
func (b bench) pluginHome() []string {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		return nil
	}
	values := strings.Split(string(out), "\n")
	return []string{"HOME=" + b.path("home"), "GOCACHE=" + values[0], "GOMODCACHE=" + values[1], "GOPATH=" + values[2]}
}
