// Command gen-openapi writes the OpenAPI documents of all built-in kinds, version 2 and
// version 3, as testdata of package schemas. The documents consist of the definitions that
// openapi-gen generates for the Go types that this module requires, without descriptions. Run
// it as
//
//	go -C fuzz/upstream run ./cmd/gen-openapi
//
// It takes a minute or two, and downloads openapi-gen from the module proxy.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen-openapi:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "gen-openapi")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := generate(dir); err != nil {
		return err
	}
	documents, err := build(dir)
	if err != nil {
		return err
	}
	for i, name := range []string{"v2.json.gz", "v3.json.gz"} {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(documents[i]); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		path := filepath.Join("schemas", "testdata", name)
		if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, %d of them packed\n", path, len(documents[i]), packed.Len())
	}
	return nil
}

// generate runs openapi-gen, which writes the definitions to dir as package main.
func generate(dir string) error {
	version, err := output("go", "list", "-m", "-f", "{{.Version}}", "k8s.io/kube-openapi")
	if err != nil {
		return err
	}
	packages, err := packages()
	if err != nil {
		return err
	}
	args := append([]string{
		"run", "k8s.io/kube-openapi/cmd/openapi-gen@" + strings.TrimSpace(string(version)),
		"--output-dir", dir, "--output-pkg", "main", "--output-file", "definitions.go",
		"--report-filename", os.DevNull, "--go-header-file", os.DevNull,
	}, packages...)
	_, err = output("go", args...)
	return err
}

// packages returns the packages of the definitions that built-in kinds reach.
func packages() ([]string, error) {
	source, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	// The table does not contain the types that define their own JSON.
	all := []string{
		"k8s.io/apimachinery/pkg/api/resource",
		"k8s.io/apimachinery/pkg/runtime",
		"k8s.io/apimachinery/pkg/util/intstr",
	}
	for _, name := range source.Names() {
		all = append(all, name[:strings.LastIndex(name, ".")])
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// program is a Go program that builds the documents from the definitions in the same package,
// and prints each on one line.
const program = `package main

import (
	"fmt"
	"os"

	"github.com/strategicpatch/smp/fuzz/upstream/schemas"
)

func main() {
	v2, v3, err := schemas.Build(GetOpenAPIDefinitions, os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s\n%s\n", v2, v3)
}
`

// build runs the program with the definitions in dir. With an overlay, the go command sees
// the program and the definitions in a folder of this module that does not exist, so that
// they use the requirements of this module.
func build(dir string) ([][]byte, error) {
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	const folder = "generated_documents"
	replace := map[string]string{}
	for _, file := range []string{"main.go", "definitions.go"} {
		replace[filepath.Join(here, folder, file)] = filepath.Join(dir, file)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o644); err != nil {
		return nil, err
	}
	versions, err := table.ModuleVersions()
	if err != nil {
		return nil, err
	}
	out, err := output("go", "run", "-overlay", path, "./"+folder, strings.Join(versions, ", "))
	if err != nil {
		return nil, err
	}
	documents := bytes.SplitN(bytes.TrimSpace(out), []byte("\n"), 2)
	if len(documents) != 2 {
		return nil, fmt.Errorf("the program wrote %d documents", len(documents))
	}
	return documents, nil
}

// output runs a command and returns its standard output. The command has the same standard
// error as this process.
func output(name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args[:2], " "), err)
	}
	return out, nil
}
