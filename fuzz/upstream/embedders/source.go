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

// nested is where this module is, from the root of the repository; shim is where
// the files are that take the place of apimachinery's.
const (
	nested = "fuzz/upstream"
	shim   = nested + "/embedders/testdata/shim"
)

// engine is where the packages of the engine are in apimachinery, shipped where
// the copy has them again.
const (
	engine  = "pkg/util"
	shipped = engine + "/shipped"
)

// engineParts are the packages that are replaced.
var engineParts = []string{"strategicpatch", "mergepatch", "jsonmergepatch"}

// A bench is the folder below .cache where suites are prepared and run.
type bench struct {
	subject      Subject
	root, folder string
	log          func(format string, args ...any)
}

func (b bench) path(parts ...string) string {
	return filepath.Join(append([]string{b.folder}, parts...)...)
}

// prepare copies apimachinery and writes the modules that the projects are built
// in, and the list of the files that the shim replaces.
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

// copyAPIMachinery copies the module, unless it is there, and the packages of the
// engine once more, as shipped ones.
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

// download returns the folder of a module, which comes from the module proxy.
func (b bench) download(module string) (string, error) {
	out, err := b.goCommand(os.TempDir(), "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("download of %s: %w", module, err)
	}
	var found struct{ Dir string }
	err = json.Unmarshal(out, &found)
	return found.Dir, err
}

// copyFiles copies the wanted files of a folder, by their names from there.
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

// writeOverlay says of every file of the engine what the go command reads instead:
// a file of the shim, or none.
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

// writeReplaced writes which files the go command reads in place of others.
func (b bench) writeReplaced(replace map[string]string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(b.path("overlay.json"), text, 0o644)
}

// writeModule writes the module that the projects of one build are tested from.
func (b bench) writeModule(build string) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "module embedders.test/%s\n\ngo %s\n\nrequire (\n", build, strings.TrimPrefix(runtime.Version(), "go"))
	// Of a module that is replaced, what it requires counts only if this one requires it.
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

// goCommand is the go command in a folder, without settings of the caller.
func (b bench) goCommand(folder string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if b.subject.env != nil {
		cmd.Env = append(cmd.Env, b.subject.env(b)...)
	}
	return cmd
}
