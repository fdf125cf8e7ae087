package requiring

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Releases are the versions of Kubernetes' modules that the page lists.
var Releases = []string{"v0.32.0", "v0.33.0", "v0.35.0", "v0.37.2"}

const modulePath = "github.com/strategicpatch/smp"

// A Row is the result for one release of Kubernetes.
type Row struct {
	Release string // of k8s.io/api and k8s.io/apimachinery
	Go      string // the version in the go line of the program, which is that of the release
	// Raised are the modules whose version changes if the program requires the root module,
	// including the go line.
	Raised []string
	// RaisedInUse are the modules whose version changes if the program also requires
	// kubeopenapi, limited to the modules from which the program is built. Other modules in
	// go list -m all may change, because kubeopenapi lists the modules from which the oldest
	// kube-openapi was built.
	RaisedInUse []string
	Built       bool // whether the program can be built with the oldest Go that the release allows
}

//go:embed testdata/before.txt testdata/after.txt
var programs embed.FS

// Try writes a program for a release and replaces its imports. If build is set, it builds and
// runs the program with the Go version in its go line.
func Try(ctx context.Context, release string, build bool) (Row, error) {
	row := Row{Release: release}
	root, err := rootFolder(ctx)
	if err != nil {
		return row, err
	}
	dir, err := os.MkdirTemp("", "requiring")
	if err != nil {
		return row, err
	}
	defer os.RemoveAll(dir)
	p := program{ctx: ctx, dir: dir}
	p.write("go.mod", "module program.example\n\ngo 1.21.0\n") // requirements raise it to the version of the release
	p.write("main.go", p.source("before"))
	p.run("get", "k8s.io/api@"+release, "k8s.io/apimachinery@"+release)
	p.run("mod", "tidy")
	before, used := p.versions(), p.inUse()
	row.Go = strings.TrimSpace(p.run("list", "-m", "-f", "{{.GoVersion}}"))

	p.require(modulePath, root)
	row.Raised = changed(before, p.versions())

	p.write("main.go", p.source("after"))
	p.require(modulePath+"/smp/strategicpatch/kubeopenapi", filepath.Join(root, "smp", "strategicpatch", "kubeopenapi"))
	p.run("mod", "tidy")
	after := p.versions()
	for path := range before {
		if !used[path] {
			delete(before, path)
		}
	}
	row.RaisedInUse = changed(before, after)
	if build {
		p.toolchain = "go" + row.Go
		p.run("vet", "./...")
		if out := p.run("run", "."); out != "app:2 proxy:7\n" {
			p.fail(fmt.Errorf("the program prints %q", out))
		}
		row.Built = p.err == nil
	}
	return row, p.err
}

// rootFolder returns the folder of the root module.
func rootFolder(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", modulePath).Output()
	return strings.TrimSpace(string(out)), err
}

// A program is a module in a folder. After an error, its methods do nothing.
type program struct {
	ctx       context.Context
	dir       string
	toolchain string // empty for the running version
	err       error
}

func (p *program) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *program) source(name string) string {
	text, err := programs.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		p.fail(err)
	}
	return string(text)
}

func (p *program) write(name, text string) {
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
		p.fail(err)
	}
}

// run runs the go command and returns its output.
func (p *program) run(args ...string) string {
	if p.err != nil {
		return ""
	}
	cmd := exec.CommandContext(p.ctx, "go", args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if p.toolchain != "" {
		cmd.Env = append(cmd.Env, "GOTOOLCHAIN="+p.toolchain)
	}
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil {
		p.fail(fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, errors.Bytes()))
	}
	return out.String()
}

// require adds a requirement of a module in a folder.
func (p *program) require(path, folder string) {
	p.run("mod", "edit", "-require", path+"@v0.0.0-00010101000000-000000000000", "-replace", path+"="+folder)
}

// inUse returns the modules from which the program is built, including the program's own
// module.
func (p *program) inUse() map[string]bool {
	used := map[string]bool{}
	for _, path := range strings.Fields(p.run("list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./...")) {
		used[path] = true
	}
	return used
}

// versions returns the selected versions of all modules of the program, and its go line.
func (p *program) versions() map[string]string {
	all := map[string]string{}
	for _, line := range strings.Split(p.run("list", "-m", "-f", "{{.Path}} {{if .Main}}go{{.GoVersion}}{{else}}{{.Version}}{{end}}", "all"), "\n") {
		if path, version, ok := strings.Cut(line, " "); ok {
			all[path] = version
		}
	}
	return all
}

// changed returns the modules whose versions differ, sorted. New modules are ignored.
func changed(before, after map[string]string) []string {
	var raised []string
	for path, version := range before {
		if now, ok := after[path]; ok && now != version {
			raised = append(raised, fmt.Sprintf("%s %s → %s", path, version, now))
		}
	}
	slices.Sort(raised)
	return raised
}

// Page returns the page in the repository.
func Page(rows []Row) string {
	var b strings.Builder
	b.WriteString(`# Kubernetes and Go versions

This table lists the versions of Kubernetes and Go at which a program can require this module. The program uses ` + "`strategicpatch`" + ` of apimachinery, and its
imports are changed to ` + "`smp/strategicpatch/kubeopenapi`, `smp/mergepatch`, `smp/typed` and `smp/kubernetes`" + `. The last two columns
list the changes in the program: the go line and the versions of other modules. The page was written by ` + "`.ci/long embedders`" + `.

| Kubernetes | modules | Go | builds and runs with this Go | changes in ` + "`go list -m all` with `smp`" + ` | changes in its modules with ` + "`kubeopenapi`" + ` too |
|---|---|---|---|---|---|
`)
	for _, r := range rows {
		built := "no"
		if r.Built {
			built = "yes"
		}
		minor, _, _ := strings.Cut(strings.TrimPrefix(r.Release, "v0."), ".")
		fmt.Fprintf(&b, "| v1.%s | %s | %s | %s | %s | %s |\n", minor, r.Release, r.Go, built, listed(r.Raised), listed(r.RaisedInUse))
	}
	return b.String()
}

func listed(raised []string) string {
	if len(raised) == 0 {
		return "none"
	}
	return strings.Join(raised, ", ")
}
