package versions

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

// Releases are the compared versions of Kubernetes' modules: for each minor version, the last
// version that the module proxy lists for all modules. The last release is that of package
// cluster. The proxy does not list 0.18 and 0.19.
func Releases() []string {
	return []string{
		"v0.17.5", "v0.20.6", "v0.21.1", "v0.22.5", "v0.23.16", "v0.24.2", "v0.25.5", "v0.26.9", "v0.27.3", "v0.28.3",
		"v0.29.15", "v0.30.14", "v0.31.14", "v0.32.13", "v0.33.13", "v0.34.13", "v0.35.10", "v0.36.6", "v0.37.2",
	}
}

// modules are the modules of one release.
var modules = []string{"k8s.io/api", "k8s.io/apimachinery", "k8s.io/client-go"}

// nested is the folder of this module, relative to the root of the repository. parts are the
// packages that are copied into the module of a version. The last one is the program.
const nested = "fuzz/upstream"

var parts = []string{"engine", "kinds", "cmd/version-engine"}

// Build builds the program of a release in a folder below cache, and returns its path. The
// argument root is the root of the repository. It is an error if the program is not linked
// with the release.
func Build(root, cache, release string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	folder, err := filepath.Abs(filepath.Join(cache, release))
	if err != nil {
		return "", err
	}
	source, program := filepath.Join(folder, "source"), filepath.Join(folder, "engine")
	if err := writeModule(root, source, release); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-mod=mod", "-trimpath", "-buildvcs=false", "-o", program, "./"+parts[len(parts)-1])
	build.Dir = source
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return program, holds(program, release)
}

// writeModule writes the module of a release. The go command adds the indirect requirements
// and the checksums.
func writeModule(root, folder, release string) error {
	var requires strings.Builder
	for _, m := range modules {
		fmt.Fprintf(&requires, "\t%s %s\n", m, release)
	}
	files := map[string][]byte{"go.mod": fmt.Appendf(nil, `module github.com/strategicpatch/smp/fuzz/upstream

go 1.26.0

require (
	github.com/strategicpatch/smp v0.0.0
%s)

replace github.com/strategicpatch/smp => %s
`, requires.String(), root)}
	for _, part := range parts {
		names, err := filepath.Glob(filepath.Join(root, nested, part, "*.go"))
		if err != nil {
			return err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			files[filepath.Join(part, filepath.Base(name))] = text
		}
	}
	return errors.Join(removeOthers(folder, files), writeFiles(folder, files))
}

// removeOthers removes the source files of an earlier build that are no longer
// wanted.
func removeOthers(folder string, files map[string][]byte) error {
	var faults []error
	for _, part := range parts {
		names, err := filepath.Glob(filepath.Join(folder, part, "*.go"))
		faults = append(faults, err)
		for _, name := range names {
			if _, ok := files[filepath.Join(part, filepath.Base(name))]; !ok {
				faults = append(faults, os.Remove(name))
			}
		}
	}
	return errors.Join(faults...)
}

func writeFiles(folder string, files map[string][]byte) error {
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// holds returns an error unless the program is linked with this release of all modules.
func holds(program, release string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	linked := map[string]string{}
	for _, m := range info.Deps {
		if m.Replace == nil {
			linked[m.Path] = m.Version
		}
	}
	for _, m := range modules {
		if linked[m] != release {
			return fmt.Errorf("the program is linked with %s %q, not %s", m, linked[m], release)
		}
	}
	return nil
}

// KindsOf returns the kinds of the k8s.io/api with which a program is linked.
func KindsOf(program string) (kinds.List, error) {
	out, err := exec.Command(program, "kinds").Output()
	if err != nil {
		return kinds.List{}, err
	}
	var l kinds.List
	return l, json.NewDecoder(bytes.NewReader(out)).Decode(&l)
}
