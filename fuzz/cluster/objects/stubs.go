package objects

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A Served names a resource of a group and version.
type Served struct{ Group, Version, Resource string }

// stubTable is the file of Kubernetes that contains the smallest object of every kind. It is
// parsed as text, because its package imports the whole API server.
const stubTable = "test/integration/etcd/data.go"

// Stubs returns the smallest objects in the tests of Kubernetes, in the version of
// k8s.io/kubernetes that the module requires. The objects have no kind. It is an error if the
// table cannot be read, or has an unexpected form.
func Stubs(ctx context.Context, module, namespace string) (map[Served]model.Value, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/kubernetes")
	cmd.Dir = module
	dir, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("where is k8s.io/kubernetes: %w", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), stubTable), nil, 0)
	if err != nil {
		return nil, err
	}
	words := map[string]string{"namespace": namespace, "image": "image:1", "alternateImage": "image:2"}
	stubs := map[Served]model.Value{}
	ast.Inspect(file, func(n ast.Node) bool {
		entry, ok := n.(*ast.KeyValueExpr)
		if !ok || err != nil {
			return err == nil
		}
		of, isResource := served(entry.Key)
		fields, isObject := entry.Value.(*ast.CompositeLit)
		if isResource && isObject {
			if stubs[of], err = stub(fields, words); err == nil && of.Resource == "leasecandidates" {
				stubs[of], err = lasting(stubs[of])
			}
			if err != nil {
				err = fmt.Errorf("the stub of %v: %w", of, err)
			}
		}
		return err == nil
	})
	if err == nil && len(stubs) == 0 {
		err = fmt.Errorf("%s has no stubs in the form that is known", stubTable)
	}
	return stubs, err
}

// lasting returns a lease candidate with a renewal time in the far future. The server removes
// candidates that have not been renewed.
func lasting(candidate model.Value) (model.Value, error) {
	spec, _ := candidate.Get("spec")
	spec, err := spec.WithMembers(model.Member{Name: "renewTime", Value: model.NewString("2099-01-01T00:00:00.000000Z")})
	if err != nil {
		return model.Value{}, err
	}
	return candidate.WithMembers(model.Member{Name: "spec", Value: spec})
}

// served parses a call of the form gvr("group", "version", "resource").
func served(e ast.Expr) (Served, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 3 {
		return Served{}, false
	}
	if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "gvr" {
		return Served{}, false
	}
	var parts [3]string
	for i, arg := range call.Args {
		literal, ok := arg.(*ast.BasicLit)
		if !ok {
			return Served{}, false
		}
		parts[i], _ = strconv.Unquote(literal.Value)
	}
	return Served{parts[0], parts[1], parts[2]}, true
}

// stub parses the field Stub of an entry.
func stub(fields *ast.CompositeLit, words map[string]string) (model.Value, error) {
	for _, f := range fields.Elts {
		field, ok := f.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if name, ok := field.Key.(*ast.Ident); ok && name.Name == "Stub" {
			text, err := text(field.Value, words)
			if err != nil {
				return model.Value{}, err
			}
			return model.ParseString(text)
		}
	}
	return model.Value{}, fmt.Errorf("there is none")
}

// text evaluates a sum of string literals and words.
func text(e ast.Expr, words map[string]string) (string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.Unquote(e.Value)
	case *ast.Ident:
		if word, ok := words[e.Name]; ok {
			return word, nil
		}
	case *ast.BinaryExpr:
		left, err := text(e.X, words)
		if err != nil {
			return "", err
		}
		right, err := text(e.Y, words)
		return left + right, err
	}
	return "", fmt.Errorf("it is not a sum of strings")
}
