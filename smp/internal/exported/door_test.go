package exported_test

import (
	"go/ast"
	"slices"
	"testing"
)

// isExported reports whether a declaration outside functions has an exported name.
func isExported(d ast.Decl) bool {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return false
	}
	return slices.ContainsFunc(g.Specs, func(s ast.Spec) bool {
		switch s := s.(type) {
		case *ast.TypeSpec:
			return s.Name.IsExported()
		case *ast.ValueSpec:
			return slices.ContainsFunc(s.Names, (*ast.Ident).IsExported)
		}
		return false
	})
}

// The key of the door is in no declaration of a public package, because other modules could get its
// type from there by reflection. Functions may use it inside.
func TestKeyOfDoorIsHidden(t *testing.T) {
	used := 0
	// inDoor calls visit for each name of package door below a node.
	inDoor := func(n ast.Node, visit func(name string)) {
		ast.Inspect(n, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "door" {
					visit(s.Sel.Name)
				}
			}
			return true
		})
	}
	err := eachFile("../../..", func(dir string, file *ast.File) {
		for _, d := range file.Decls {
			inDoor(d, func(name string) {
				used++
				if name == "Key" || isExported(d) {
					t.Errorf("%s declares something with door.%s", dir, name)
				}
			})
		}
	})
	if err != nil || used < 3 {
		t.Errorf("the packages use the door %d times, %v", used, err)
	}
}
