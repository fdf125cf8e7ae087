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
	"sync"
	"testing"
)

// layers contains the layers of the package's files. A word stands for all files whose names begin
// with it. A file may use names of its own layer and of the layers before it.
var layers = [][]string{
	{"words", "doc", "engine", "rule", "error", "value"},
	{"schema"},
	{"judge"},
	{"apply"},
	{"keep"},
	{"diff", "differ"},
	{"threeway"},
	{"lint"},
	{"compose", "conflicts"},
	{"json"},
}

// checked is the type-checked package without its tests.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

var checkedPackage = sync.OnceValues(func() (*checked, error) {
	c := &checked{fset: token.NewFileSet(), info: &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
	}}
	names, err := filepath.Glob("*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(c.fset, name, nil, 0)
		if err != nil {
			return nil, err
		}
		c.files = append(c.files, f)
	}
	config := types.Config{Importer: importer.ForCompiler(c.fset, "source", nil)}
	c.pkg, err = config.Check("smp", c.fset, c.files, c.info)
	return c, err
})

func TestLayers(t *testing.T) {
	c, err := checkedPackage()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.files {
		if name := filepath.Base(c.fset.Position(f.Package).Filename); layerOf(name) < 0 {
			t.Errorf("%s is of no layer", name)
		}
	}
	for use, used := range c.info.Uses {
		if used.Pkg() != c.pkg {
			continue
		}
		from, to := c.fset.Position(use.Pos()), c.fset.Position(used.Pos())
		a, b := layerOf(filepath.Base(from.Filename)), layerOf(filepath.Base(to.Filename))
		if a < b {
			t.Errorf("%s uses %s of %s, a later layer", from, used.Name(), filepath.Base(to.Filename))
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

// A Value may occur in several places, so no decision about a place may depend on the identity
// of its value: values must not be compared with == or be keys of a map. Use model.Same, which
// documents what it promises.
func TestValuesAreNoIdentities(t *testing.T) {
	c, err := checkedPackage()
	if err != nil {
		t.Fatal(err)
	}
	compared := func(e ast.Expr) bool { return e != nil && comparesValues(c.info.Types[e].Type) }
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			bad := false
			switch n := n.(type) {
			case *ast.BinaryExpr:
				bad = (n.Op == token.EQL || n.Op == token.NEQ) && compared(n.X)
			case *ast.SwitchStmt:
				bad = compared(n.Tag)
			case *ast.MapType:
				bad = compared(n.Key)
			case *ast.Ident:
				bad = comparesArgument(c.info, n)
			}
			if bad {
				t.Errorf("%s: values are compared as if they were places", c.fset.Position(n.Pos()))
			}
			return true
		})
	}
}

// comparesValues reports whether == of a type compares Values.
func comparesValues(t types.Type) bool {
	if t == nil {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Name() == "Value" && named.Obj().Pkg() != nil && named.Obj().Pkg().Name() == "model" {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			if comparesValues(t.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return comparesValues(t.Elem())
	}
	return false
}

// comparesArgument reports whether an identifier is a generic function or type for comparable
// types, instantiated for Values.
func comparesArgument(info *types.Info, id *ast.Ident) bool {
	instance, ok := info.Instances[id]
	if !ok {
		return false
	}
	var params *types.TypeParamList
	switch t := info.Uses[id].Type().(type) {
	case *types.Signature:
		params = t.TypeParams()
	case *types.Named:
		params = t.TypeParams()
	}
	for i := range params.Len() {
		if params.At(i).Constraint().Underlying().(*types.Interface).IsComparable() && comparesValues(instance.TypeArgs.At(i)) {
			return true
		}
	}
	return false
}
