package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A pkg is the package to mutate.
type pkg struct {
	dir    string   // the absolute path of its folder
	names  []string // the names of the files that are built on this platform, without tests
	fset   *token.FileSet
	files  []*ast.File
	texts  [][]byte
	info   *types.Info
	object *types.Package
}

// load parses and checks a package. It gets the types of imports from the packages that the
// go command has compiled.
func load(dir string) (*pkg, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	names, err := goList(abs, `{{join .GoFiles "\n"}}`)
	if err != nil {
		return nil, err
	}
	p := &pkg{dir: abs, names: names, fset: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(abs, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(p.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files, p.texts = append(p.files, file), append(p.texts, text)
	}
	compiled, err := goList(abs, "{{.ImportPath}}={{.Export}}", "-export", "-deps")
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, line := range compiled {
		path, file, _ := strings.Cut(line, "=")
		exports[path] = file
	}
	config := types.Config{Importer: importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s is not compiled", path)
		}
		return os.Open(exports[path])
	})}
	p.object, err = config.Check(dir, p.fset, p.files, p.info)
	return p, err
}

// goList runs go list on the package in a folder.
func goList(dir, format string, flags ...string) ([]string, error) {
	list := exec.Command("go", append(append([]string{"list"}, flags...), "-f", format, ".")...)
	list.Dir, list.Stderr = dir, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", dir, err)
	}
	return strings.Fields(string(out)), nil
}
