package exported_test

import (
	"go/ast"
	"testing"
)

// The key that opens desks is in no declaration of a public package, because other modules could get its
// type from there by reflection. Functions may use it inside.
func TestKeyOfDesksIsHidden(t *testing.T) {
	used := 0
	// inDesk calls visit for each name of package desk below a node.
	inDesk := func(n ast.Node, visit func(name string)) {
		ast.Inspect(n, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "desk" {
					visit(s.Sel.Name)
				}
			}
			return true
		})
	}
	err := eachFile("../../..", func(dir string, file *ast.File) {
		for _, d := range file.Decls {
			inDesk(d, func(name string) {
				if _, isFunc := d.(*ast.FuncDecl); !isFunc || name == "Key" {
					t.Errorf("%s declares something with desk.%s", dir, name)
				}
				used++
			})
		}
	})
	if err != nil || used < 5 {
		t.Errorf("the packages use desks %d times, %v", used, err)
	}
}
