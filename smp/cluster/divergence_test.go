package cluster_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/strategicpatch/smp/smp/cluster"
)

// olderIDs are the ids of constants that were renamed. Ids in files do not change.
var olderIDs = map[string]string{
	"WrongTypeRejected":  "wrong-kind-rejected",
	"MixedTypesRejected": "mixed-kinds-rejected",
	"DuplicatesGrouped":  "twins-grouped",
}

// The constants of the divergences agree with their ids, their comments and the rows of the
// table, in the same order.
func TestDivergenceTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "divergence.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names, comments, rows []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				for _, spec := range n.Specs {
					if c := spec.(*ast.ValueSpec); c.Names[0].Name != "_" {
						names = append(names, c.Names[0].Name)
						comments = append(comments, strings.Join(strings.Fields(c.Doc.Text()), " "))
					}
				}
			}
		case *ast.KeyValueExpr:
			rows = append(rows, n.Key.(*ast.Ident).Name)
		}
		return true
	})
	if !slices.Equal(names, rows) {
		t.Fatalf("the constants are\n%q, and the rows of the table\n%q", names, rows)
	}
	all := cluster.Divergences()
	if len(all) != len(names) {
		t.Fatalf("%d constants, and %d divergences", len(names), len(all))
	}
	for i, name := range names {
		want := hyphenated(name)
		if older, ok := olderIDs[name]; ok {
			want = older
		}
		if got := all[i].String(); got != want {
			t.Errorf("the id of %s is %q, not %q", name, got, want)
		}
		if want := name + ": " + all[i].What() + "."; comments[i] != want {
			t.Errorf("the comment of %s is\n%s, and should be\n%s", name, comments[i], want)
		}
	}
	for _, v := range []cluster.Divergence{0, all[len(all)-1] + 1} {
		if what := v.What(); what != "" {
			t.Errorf("an unknown divergence has the phrase %q", what)
		}
	}
}

// hyphenated returns a name in lower case, with hyphens between its words.
func hyphenated(name string) string {
	var id strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			id.WriteByte('-')
		}
		id.WriteRune(unicode.ToLower(r))
	}
	return id.String()
}
