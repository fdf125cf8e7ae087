package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every exported name of a public package has its own doc comment, including each constant
// of a group.
func TestExportedNamesAreDocumented(t *testing.T) {
	readTree(t)
	names := 0
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(p.ImportPath, modulePath+"/")
		if strings.HasPrefix(dir, "cmd/") {
			continue
		}
		files, err := filepath.Glob(filepath.Join(moduleRoot, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			seen, bare := exportedNames(file)
			names += seen
			for _, n := range bare {
				t.Errorf("%s: %s has no doc comment", filepath.Join(dir, filepath.Base(name)), n)
			}
		}
	}
	if names < 500 {
		t.Errorf("found only %d exported names", names)
	}
}

// exportedNames returns the number of exported names in a file, and the names without a doc
// comment. The comment of a group does not count for its names. Fields may be documented by
// the comment of their type.
func exportedNames(file *ast.File) (seen int, bare []string) {
	note := func(documented bool, format string, args ...any) {
		seen++
		if !documented {
			bare = append(bare, fmt.Sprintf(format, args...))
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if of := receiver(d); d.Name.IsExported() && (of == "" || ast.IsExported(of)) {
				note(d.Doc != nil, "%s", strings.TrimPrefix(of+"."+d.Name.Name, "."))
			}
		case *ast.GenDecl:
			alone := len(d.Specs) == 1 && d.Doc != nil
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						note(alone || spec.Doc != nil, "%s", spec.Name.Name)
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.IsExported() {
							note(alone || spec.Doc != nil || spec.Comment != nil, "%s", name.Name)
						}
					}
				}
			}
		}
	}
	return seen, bare
}

// receiver returns the name of a method's type, or an empty string for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func TestUndocumentedNamesAreFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x

// The group.
const (
	A = 1
	// B has one.
	B = 2
	C = 3 // C has one, too.
	d = 4
)

type T struct{}

func (T) M() {}

func (t) N() {}

// F has one.
func F() {}

var V int

// Alone has one.
const Alone = 1
`, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	seen, bare := exportedNames(file)
	if want := []string{"A", "T", "T.M", "V"}; seen != 8 || !slices.Equal(bare, want) {
		t.Errorf("got %d names, without comment %q; want 8, %q", seen, bare, want)
	}
}

// The documentation of a library package begins with one or two sentences and code. The
// package has an example that runs, and a row in the manual. The code in the documentation of
// package smp is one of its examples, unchanged.
func TestPackagesBeginWithCode(t *testing.T) {
	readTree(t)
	_, manual, _ := strings.Cut(readPage(t, manualPage), "\n## Packages\n")
	inManual := func(dir string) bool {
		return slices.ContainsFunc(strings.Split(manual, "\n"), func(line string) bool {
			names, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
			return strings.HasPrefix(line, "|") && strings.Contains(names, "`"+dir+"`")
		})
	}
	packages := 0
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(p.ImportPath, modulePath+"/")
		if strings.HasPrefix(dir, "cmd/") || strings.HasPrefix(dir, "fuzz") || strings.Contains(dir, "internal") {
			continue
		}
		packages++
		folder := filepath.Join(moduleRoot, filepath.FromSlash(dir))
		for _, fault := range packageFaults(folder) {
			t.Errorf("%s %s", dir, fault)
		}
		if files, _ := parsedFiles(folder); files[0].Name.Name != "main" && !inManual(dir) {
			t.Errorf("%s is not in the table of packages in %s", dir, manualPage)
		}
	}
	for _, dir := range []string{"smp/strategicpatch/kubeopenapi", "smp/kustomize"} {
		for _, fault := range packageFaults(filepath.Join(moduleRoot, filepath.FromSlash(dir))) {
			t.Errorf("%s %s", dir, fault)
		}
	}
	if packages < 15 {
		t.Errorf("found only %d packages", packages)
	}

	files, _ := parsedFiles(filepath.Join(moduleRoot, "smp"))
	code := unindented(strings.Split(firstCode(packageDoc(files)), "\n"))
	if !slices.ContainsFunc(readExamples(t), func(example string) bool { return strings.Contains(example, code) }) {
		t.Errorf("no example has the code of the documentation of smp:\n%s", code)
	}
}

// packageFaults returns the missing parts of the documentation of the package in a folder.
func packageFaults(dir string) (faults []string) {
	files, examples := parsedFiles(dir)
	if firstCode(packageDoc(files)) == "" {
		faults = append(faults, "does not show code in the first three paragraphs of its documentation")
	}
	if !slices.ContainsFunc(examples, func(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput }) {
		faults = append(faults, "has no example that runs")
	}
	return faults
}

// parsedFiles returns the files of a folder, and the examples of its tests.
func parsedFiles(dir string) (files []*ast.File, examples []*doc.Example) {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var tests []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			continue // the compiler reports this error
		}
		if strings.HasSuffix(name, "_test.go") {
			tests = append(tests, file)
		} else {
			files = append(files, file)
		}
	}
	return files, doc.Examples(tests...)
}

func packageDoc(files []*ast.File) string {
	for _, f := range files {
		if f.Doc != nil {
			return f.Doc.Text()
		}
	}
	return ""
}

// firstCode returns the code in the first three paragraphs of a comment.
func firstCode(text string) string {
	blocks := new(comment.Parser).Parse(text).Content
	for _, b := range blocks[:min(3, len(blocks))] {
		if code, ok := b.(*comment.Code); ok {
			return code.Text
		}
	}
	return ""
}
