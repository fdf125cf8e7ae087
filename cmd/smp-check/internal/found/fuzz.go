package found

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The fuzz targets whose inputs can be converted to cases: those of operations, and the one
// for a document.
var (
	targetOps = map[string]corpus.Op{
		"FuzzApply": corpus.OpApply, "FuzzDiff": corpus.OpDiff, "FuzzThreeWay": corpus.OpThreeWay,
		"FuzzCompose": corpus.OpCompose, "FuzzLint": corpus.OpLint,
	}
	targetOfDocument = "FuzzParse"
)

// TargetNames returns the sorted names of the supported fuzz targets.
func TargetNames() []string {
	names := []string{targetOfDocument}
	for name := range targetOps {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Fuzzed returns the case for an input of a fuzz target. If the target is FromName, the
// name of the file determines it.
func Fuzzed(target, name string, data []byte) (corpus.Case, error) {
	if target == FromName {
		target = TargetIn(name)
	}
	comment := "found by " + target
	switch {
	case target == "":
		return corpus.Case{}, fmt.Errorf("%s: not an input of a fuzzer, a failure of a law or a live object with its last-applied annotation; if it contains raw bytes for a fuzz target, use --target", name)
	case target == targetOfDocument:
		return documentCase(name, data, comment)
	}
	op := targetOps[target]
	in, err := fuzz.Input(op, data)
	if err != nil {
		return corpus.Case{}, fmt.Errorf("%s: %s: %w", name, target, err)
	}
	keepOnly(&in, op)
	return Case(in, SchemaSource(in.Schema, kubernetes.Kind{}), comment), nil
}

// keepOnly drops the documents that the operation does not use. Fuzz targets create these
// documents only to check laws. It also fills in the patches of compose.
func keepOnly(in *corpus.Input, op corpus.Op) {
	if op == corpus.OpCompose || op == corpus.OpLint {
		in.Original = model.Value{}
	}
	if op == corpus.OpCompose && len(in.Patches) == 0 && in.Left.Type() != model.Absent {
		in.Patches = []model.Value{in.Left, in.Right}
	}
}

// documentCase returns the case for the text of a document.
func documentCase(name string, data []byte, comment string) (corpus.Case, error) {
	if !utf8.Valid(data) {
		return corpus.Case{}, fmt.Errorf("%s: not UTF-8; a case file cannot contain it", name)
	}
	empty, err := model.NewMap()
	if err != nil {
		return corpus.Case{}, err
	}
	in := corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Patch: empty, Text: map[string]string{"original": string(data)}}
	if v, err := model.Parse(data); err == nil {
		in.Original = v
	}
	return Case(in, SchemaSource(in.Schema, kubernetes.Kind{}), comment), nil
}

// goFuzzHeader begins the inputs of the go command's fuzzer.
var goFuzzHeader = []byte("go test fuzz v")

// IsGoFuzz reports whether a text is an input that the go command's fuzzer wrote.
func IsGoFuzz(text []byte) bool { return bytes.HasPrefix(text, goFuzzHeader) }

// GoFuzzBytes returns the bytes of an input of the go command's fuzzer: a line
// with a Go expression, []byte("...") or string("...").
func GoFuzzBytes(text []byte) ([]byte, error) {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if version := string(bytes.TrimSpace(lines[0][len(goFuzzHeader):])); version != "1" {
		return nil, fmt.Errorf("unsupported version %s of the fuzzer's file format; expected version 1", version)
	}
	if len(lines) != 2 {
		return nil, fmt.Errorf("expected one value, got %d", len(lines)-1)
	}
	fault := errors.New(`line 2: expected []byte("...") or string("...")`)
	e, err := parser.ParseExpr(string(bytes.TrimSpace(lines[1])))
	call, ok := e.(*ast.CallExpr)
	if err != nil || !ok || len(call.Args) != 1 {
		return nil, fault
	}
	switch to := call.Fun.(type) {
	case *ast.ArrayType:
		if element, ok := to.Elt.(*ast.Ident); to.Len != nil || !ok || element.Name != "byte" {
			return nil, fault
		}
	case *ast.Ident:
		if to.Name != "string" {
			return nil, fault
		}
	default:
		return nil, fault
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return nil, fault
	}
	s, err := strconv.Unquote(literal.Value)
	if err != nil {
		return nil, fault
	}
	return []byte(s), nil
}

// FromName, in place of a target, means the target in the name of the file.
const FromName = "auto"

// TargetIn returns the fuzz target in the name of a file or its folder, or an empty text.
func TargetIn(file string) string {
	for _, part := range slices.Backward(strings.FieldsFunc(filepath.ToSlash(file), func(r rune) bool {
		return r == '/' || r == '-' || r == '_' || r == '.'
	})) {
		if slices.Contains(TargetNames(), part) {
			return part
		}
	}
	return ""
}
