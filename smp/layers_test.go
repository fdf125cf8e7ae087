package smp_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the files of the package by how their names begin, as the package's
// source comment lists them: a file uses its own layer and those before it.
var layers = [][]string{
	{"words", "doc", "engine", "rule", "error", "fault", "trace", "dialect", "divergence", "directive", "value"},
	{"keys"},
	{"schema"},
	{"patch"},
	{"apply"},
	{"diff", "differ"},
	{"threeway"},
	{"compose", "conflicts"},
	{"lint"},
	{"kubernetes"},
	{"json", "differences"},
}

// against are the uses against that order, by the first file prefix of both layers,
// and how many there are: no more may come, and what goes is taken off. At its seams
// the documented engine asks what a cluster does otherwise; a diff asks the target of
// a three-way merge what it decided.
var against = map[[2]string]int{
	{"keys", "kubernetes"}:     2,
	{"apply", "kubernetes"}:    26,
	{"diff", "kubernetes"}:     26,
	{"threeway", "kubernetes"}: 2,
	{"compose", "kubernetes"}:  1,
	{"diff", "threeway"}:       10,
}

func TestLayers(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if layerOf(name) < 0 {
			t.Errorf("%s is of no layer", name)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := config.Check("smp", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	found := map[[2]string]int{}
	for use, used := range info.Uses {
		if used.Pkg() != pkg {
			continue
		}
		from, to := fset.Position(use.Pos()), fset.Position(used.Pos())
		a, b := layerOf(filepath.Base(from.Filename)), layerOf(filepath.Base(to.Filename))
		if a >= b {
			continue
		}
		pair := [2]string{layers[a][0], layers[b][0]}
		if found[pair]++; against[pair] == 0 {
			t.Errorf("%s uses %s of %s, a later layer", from, used.Name(), filepath.Base(to.Filename))
		}
	}
	for pair, most := range against {
		if found[pair] != most {
			t.Errorf("%s uses %s %d times, which is to be %d", pair[0], pair[1], found[pair], most)
		}
	}
}

func layerOf(file string) int {
	return slices.IndexFunc(layers, func(prefixes []string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool {
			return file == prefix+".go" || strings.HasPrefix(file, prefix+"_")
		})
	})
}
