package embedders

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// nested is the folder of this module, from the root of the repository. shim is the folder of
// the files that replace those of apimachinery.
const (
	nested = "fuzz/upstream"
	shim   = nested + "/embedders/testdata/shim"
)

// engine is the folder of the engine's packages in apimachinery. shipped is the folder of
// their second copies.
const (
	engine  = "pkg/util"
	shipped = engine + "/shipped"
)

// engineParts are the replaced packages.
var engineParts = []string{"strategicpatch", "mergepatch", "jsonmergepatch"}

// A bench is the folder below .cache in which suites are prepared and run.
type bench struct {
	subject      Subject
	root, folder string
	log          func(format string, args ...any)
}

func (b bench) path(parts ...string) string {
	return filepath.Join(append([]string{b.folder}, parts...)...)
}

// prepare copies apimachinery, and writes the modules for the projects and the overlay with
// the replaced files.
func (b bench) prepare(projects []Project) error {
	if err := b.copyAPIMachinery(); err != nil {
		return err
	}
	if err := b.writeOverlay(); err != nil {
		return err
	}
	for _, p := range projects {
		if err := b.writeModule(p.build); err != nil {
			return err
		}
	}
	return nil
}

// copyAPIMachinery copies the module, unless the copy exists. It copies the packages of the
// engine a second time, under other names.
func (b bench) copyAPIMachinery() error {
	to := b.path("apimachinery")
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	from, err := b.download("k8s.io/apimachinery@" + release)
	if err != nil {
		return err
	}
	unfinished := to + ".unfinished"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := copyFiles(unfinished, from, func(string) bool { return true }, nil); err != nil {
		return err
	}
	rename := strings.NewReplacer(`"k8s.io/apimachinery/`+engine+`/mergepatch"`, `"k8s.io/apimachinery/`+shipped+`/mergepatch"`)
	for _, part := range engineParts {
		own := func(name string) bool { return !strings.HasSuffix(name, "_test.go") && filepath.Dir(name) == "." }
		if err := copyFiles(filepath.Join(unfinished, shipped, part), filepath.Join(from, engine, part), own, rename); err != nil {
			return err
		}
	}
	if err := copyFiles(filepath.Join(unfinished, shipped), filepath.Join(b.root, shim, "shipped"), func(string) bool { return true }, nil); err != nil {
		return err
	}
	return os.Rename(unfinished, to)
}

// download downloads a module from the module proxy and returns its folder.
func (b bench) download(module string) (string, error) {
	out, err := b.goCommand(os.TempDir(), "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("download of %s: %w", module, err)
	}
	var found struct{ Dir string }
	err = json.Unmarshal(out, &found)
	return found.Dir, err
}

// copyFiles copies the files of a folder for which wanted returns true. The names are
// relative to the folder.
func copyFiles(to, from string, wanted func(name string) bool, edit *strings.Replacer) error {
	return filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, file)
		if err != nil || !wanted(name) {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if edit != nil {
			text = []byte(edit.Replace(string(text)))
		}
		if err := os.MkdirAll(filepath.Join(to, filepath.Dir(name)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	})
}

// writeOverlay writes an overlay for the go command: each file of the engine is replaced by a
// file of the shim, or removed.
func (b bench) writeOverlay() error {
	replace := map[string]string{}
	for _, part := range engineParts {
		theirs, err := filepath.Glob(b.path("apimachinery", engine, part, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range theirs {
			if !strings.HasSuffix(file, "_test.go") {
				replace[file] = ""
			}
		}
		ours, err := filepath.Glob(filepath.Join(b.root, shim, part, "*.go"))
		if err != nil || len(ours) == 0 {
			return fmt.Errorf("no shim for %s: %w", part, err)
		}
		for _, file := range ours {
			replace[b.path("apimachinery", engine, part, filepath.Base(file))] = file
		}
	}
	return b.writeReplaced(replace)
}

// writeReplaced writes an overlay file for the go command.
func (b bench) writeReplaced(replace map[string]string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(b.path("overlay.json"), text, 0o644)
}

// writeModule writes the module for the projects of one build.
func (b bench) writeModule(build string) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "module embedders.test/%s\n\ngo %s\n\nrequire (\n", build, strings.TrimPrefix(runtime.Version(), "go"))
	// go.mod must list the requirements of a replaced module, because the go command ignores
	// those in the module itself.
	required := map[string]string{"k8s.io/apimachinery": release}
	for _, p := range Projects() {
		if p.build == build {
			required[p.Module] = p.Version
		}
	}
	for _, module := range slices.Sorted(maps.Keys(required)) {
		fmt.Fprintf(text, "\t%s %s\n", module, required[module])
	}
	text.WriteString("\tgithub.com/strategicpatch/smp v0.0.0\n\tgithub.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi v0.0.0\n)\n\nreplace (\n")
	fmt.Fprintf(text, "\tgithub.com/strategicpatch/smp => %s\n", b.root)
	fmt.Fprintf(text, "\tgithub.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi => %s\n", filepath.Join(b.root, "smp/strategicpatch/kubeopenapi"))
	for _, name := range released {
		if name == ownModule[build] {
			continue
		}
		to := "k8s.io/" + name + " " + release
		if name == "apimachinery" {
			to = b.path("apimachinery")
		}
		fmt.Fprintf(text, "\tk8s.io/%s => %s\n", name, to)
	}
	fmt.Fprintf(text, "\tk8s.io/kubernetes => k8s.io/kubernetes %s\n)\n", releaseProgram)
	if err := os.MkdirAll(b.path(build), 0o755); err != nil {
		return err
	}
	return os.WriteFile(b.path(build, "go.mod"), []byte(text.String()), 0o644)
}

// goCommand returns a go command for a folder, without the caller's settings.
func (b bench) goCommand(folder string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if b.subject.env != nil {
		cmd.Env = append(cmd.Env, b.subject.env(b)...)
	}
	return cmd
}
