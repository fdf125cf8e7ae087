package smp_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// A Value may occur in several places, so no decision about a place may depend on the identity
// of its value: values must not be compared with == or be keys of a map. Use model.Same, and
// read its comment first.
func TestValuesAreNoIdentities(t *testing.T) {
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	for _, dir := range []string{".", "cluster", "internal/apply", "internal/compose", "internal/diff", "internal/identity", "internal/keep", "internal/lint", "internal/listkeys", "internal/listpatch", "internal/pair", "internal/schema", "internal/stored", "internal/syntax", "internal/threeway", "internal/walk"} {
		names, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		}
		if _, err := config.Check(dir, fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, n := range comparisons(info, f) {
				t.Errorf("%s: values are compared as if they were places", fset.Position(n.Pos()))
			}
		}
	}
}

// comparisons returns the places of a file that compare Values.
func comparisons(info *types.Info, f *ast.File) (found []ast.Node) {
	compared := func(e ast.Expr) bool { return e != nil && comparesValues(info.Types[e].Type) }
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
			bad = comparesArgument(info, n)
		}
		if bad {
			found = append(found, n)
		}
		return true
	})
	return found
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
