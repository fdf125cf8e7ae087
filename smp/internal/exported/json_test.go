package exported_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/server"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/structtag"
	"github.com/strategicpatch/smp/smp/typed"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// These tests decide for every exported type of the library whether it stands for JSON and how it
// prints. TestEveryTypeIsDecided fails for a type without a decision.

// A decision is what a type does with encoding/json and fmt. There are four kinds of decisions.
type decision struct {
	sample  any
	json    string // the sample as JSON, which gives the sample again
	refused string // json.Marshal fails with this text, because another function writes the JSON
	tool    bool   // the type holds memory or functions of a call, and is neither written nor printed
	// If none of these is set, the type has no JSON, because it holds settings or is an error, but
	// it prints.
}

func asJSON(sample any, text string) decision { return decision{sample: sample, json: text} }
func refused(sample any, text string) decision {
	return decision{sample: sample, refused: text}
}
func goOnly(sample any) decision { return decision{sample: sample} }
func tool(sample any) decision   { return decision{sample: sample, tool: true} }

var (
	value    = model.MustParse(`{"a":[1.0,"<"]}`)
	number   = model.NewInt(1)
	keyPath  = model.Path{model.Field("spec"), model.Key{{Name: "name", Value: number}, {Name: "b"}}, model.SetValue{Value: number}, model.Index(2), model.Field("a.b")}
	nested   = smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": {Type: smp.ListType, Element: &smp.Definition{Type: smp.ScalarType}}}}
	pod      = kubernetes.MustLookup("v1", "Pod")
	document = model.MustParse(`{"definitions":{"a":{"type":"object","x-kubernetes-group-version-kind":[{"group":"","version":"v1","kind":"A"}],"properties":{"b":{"type":"string"}}}}}`)
	crd      = model.MustParse(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"group":"a.b","names":{"kind":"C","plural":"cs"},
		"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"x":{"type":"string","default":"y"}}}}}]}}`)
)

func decisions(t *testing.T) []decision {
	definitions, err := openapi.Read(document)
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := openapi.ReadCRD(crd)
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := gateway.Defaults("v1")
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("why")
	var modelError *model.Error
	if _, err := model.ParseString("["); !errors.As(err, &modelError) {
		t.Fatal(err)
	}
	var patchMeta strategicpatch.PatchMeta
	patchMeta.SetPatchStrategies([]string{"merge"})
	spec, _ := pod.Field("spec")
	containers, _ := spec.Field("containers")
	volumes, _ := spec.Field("volumes")
	keyed, _ := containers.Element().Field("ports")
	withUnions := volumes.Element()
	if len(keyed.Keys()) == 0 || len(keyed.Recommended()) == 0 || len(withUnions.Unions()) == 0 {
		t.Fatal("the schemas have no keys or unions")
	}
	stream, err := yamldoc.Read([]byte("a: 1"))
	if err != nil {
		t.Fatal(err)
	}
	const path = `"spec[name=1,b=][=1][2][\"a.b\"]"`
	return []decision{
		asJSON(value, `{"a":[1.0,"<"]}`),
		asJSON(keyPath, path),
		asJSON(model.Field("a"), `"a"`),
		asJSON(model.Index(2), `2`),
		asJSON(keyPath[1].(model.Key), `"[name=1,b=]"`),
		asJSON(keyPath[2].(model.SetValue), `"[=1]"`),
		goOnly(model.KeyField{Name: "a", Value: value}),
		goOnly(model.Member{Name: "a", Value: value}),
		goOnly(model.Element{Index: 1, Value: value}),
		goOnly(model.Map), goOnly(model.Limit), goOnly(modelError),
		tool(model.ParseOption{}), tool(model.Builder{}), tool(model.Editor{}), tool(model.Finder{}), tool(model.Rewrite{}), tool(model.Shortcuts{}),

		asJSON(smp.Conflict{Path: keyPath, Code: smp.BothChanged, Left: model.NewNull(), Right: value, Derived: true},
			`{"path":`+path+`,"kind":"both-changed","left":null,"right":{"a":[1.0,"<"]},"derived":true}`),
		asJSON(smp.Conflict{Path: keyPath, Code: smp.LeftDeleted, Right: value}, `{"path":`+path+`,"kind":"left-deleted","right":{"a":[1.0,"<"]}}`),
		asJSON(smp.Problem{Path: keyPath, Rule: smp.RuleLint, Code: smp.NoEffect, Rejected: true, Cause: cause},
			`{"path":`+path+`,"kind":"no-effect","rule":"lint","rejected":true,"message":"why"}`),
		asJSON(smp.Event{Path: keyPath, Rule: smp.RuleLint, Ambiguous: cause}, `{"path":`+path+`,"rule":"lint","ambiguous":"why"}`),
		asJSON(smp.Event{Path: keyPath, Rule: smp.RuleLint}, `{"path":`+path+`,"rule":"lint"}`),
		asJSON(smp.KeepPath{{Deep: true}, {Step: model.Field("a")}, {}}, `"**.a[*]"`),
		asJSON(smp.KeepStep{}, `"[*]"`),
		asJSON(smp.RuleLint, `"lint"`),
		asJSON(smp.NoEffect, `"no-effect"`),
		asJSON(smp.BothChanged, `"both-changed"`),
		refused(pod, "openapi.Encode"), refused(keyed, "openapi.Encode"), refused(withUnions, "openapi.Encode"),
		goOnly(yamldoc.Document{Value: value}), goOnly(yamldoc.Key{Name: "a"}), goOnly(yamldoc.ListKeys{Keys: []yamldoc.Key{{Name: "a"}}}),
		goOnly(yamldoc.Note{Path: keyPath, Text: "why"}), goOnly(yamldoc.Place{}), goOnly(yamldoc.Run{}), tool(stream),
		goOnly(model.Desk{}), goOnly(nested), goOnly(smp.Override{Keys: []string{"a"}}), goOnly(smp.Marks{AliasOf: "a"}),
		goOnly(smp.Union{}), goOnly(smp.UnionMember{}), goOnly(smp.Limits{}), goOnly(smp.Answer{Value: value}),
		goOnly(smp.Traits{}), goOnly(smp.DiffOptions{Unchanged: []model.Path{keyPath}}), goOnly(smp.ThreeWayOptions{}),
		goOnly(smp.Engine{}), goOnly(smp.SpecificationJudge{}),
		goOnly(smp.AllDirectives), goOnly(smp.AnyScalar), goOnly(smp.Merge), goOnly(smp.MapType),
		goOnly(&smp.Error{Code: smp.Limit, Path: keyPath, Cause: cause}), goOnly(&smp.ConflictError{Conflicts: []smp.Conflict{{Path: keyPath}}}),

		asJSON(cluster.Event{Event: smp.Event{Path: keyPath, Rule: smp.RuleRoot}, Divergence: cluster.NullsKept, Varies: true},
			`{"path":`+path+`,"rule":"root","divergence":"nulls-kept","varies":true}`),
		asJSON(cluster.Event{Event: smp.Event{Path: keyPath, Rule: smp.RuleRoot}}, `{"path":`+path+`,"rule":"root"}`),
		asJSON(cluster.NullsKept, `"nulls-kept"`),
		goOnly(cluster.Engine{}), goOnly(cluster.Judge{}), goOnly(cluster.OpenAPIV2),

		asJSON(jsonpatch.Patch{
			{Op: jsonpatch.Replace, Path: "/a", Value: value}, {Op: jsonpatch.Move, From: "/a", Path: "/b"}, {Op: jsonpatch.Remove, Path: "/b"},
		}, `[{"op":"replace","path":"/a","value":{"a":[1.0,"<"]}},{"op":"move","from":"/a","path":"/b"},{"op":"remove","path":"/b"}]`),
		asJSON(jsonpatch.Operation{Op: jsonpatch.Test, Path: "/a", Value: model.NewNull()}, `{"op":"test","path":"/a","value":null}`),
		asJSON(jsonpatch.Add, `"add"`),
		asJSON(jsonpatch.TestFailed, `"test-failed"`),
		goOnly(&jsonpatch.Error{Code: jsonpatch.TestFailed, Want: value, Cause: cause}),

		asJSON(typed.Change{Path: keyPath, Before: value}, `{"path":`+path+`,"before":{"a":[1.0,"<"]}}`),
		asJSON(typed.Report{Layer: "x", Changes: []typed.Change{{Path: keyPath, After: value}}}, `{"layer":"x","changes":[{"path":`+path+`,"after":{"a":[1.0,"<"]}}]}`),
		goOnly(typed.Raw("x", []byte(`{}`))), goOnly(typed.Engine[map[string]any]{Schema: pod}),

		asJSON(kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}, `{"apiVersion":"v1","kind":"Pod"}`),

		refused(openapi.KindSchema{APIVersion: "v1", Kind: "Pod", Schema: pod}, "openapi.Encode"),
		asJSON(openapi.KeyProblem{Path: keyPath, Text: "why"}, `{"path":`+path+`,"message":"why"}`),
		goOnly(definitions), goOnly(gateway), goOnly(defaults),

		asJSON(server.Invalid, `"Invalid"`),
		goOnly(&server.Error{Reason: server.Invalid, Cause: cause}), goOnly(server.Server{Schema: pod, Definitions: []*openapi.CRD{gateway}}),

		goOnly(structtag.ListType{Relation: "map", Keys: []string{"a"}}),

		asJSON(strategicpatch.JSONMap{"a": 1.5}, `{"a":1.5}`),
		goOnly(patchMeta), goOnly(strategicpatch.NewPatchMetaFromSchema(podList)),
		goOnly(strategicpatch.PatchMetaFromStruct{T: reflect.TypeFor[struct{}]()}), goOnly(strategicpatch.FieldNotFoundError{Path: "a", Field: "b"}),
		goOnly(mergepatch.NewErrConflict("a", "b")), goOnly(mergepatch.NewErrPreconditionFailed(map[string]any{"a": 1})),
	}
}

// inOtherModules are the types of the nested modules, which the tests of this module cannot use. All
// of them hold settings.
var inOtherModules = []string{
	"smp/kustomize.Schemas",
	"smp/strategicpatch/kubeopenapi.PatchMetaFromOpenAPI", "smp/strategicpatch/kubeopenapi.PatchMetaFromOpenAPIV3",
}

const module = "github.com/strategicpatch/smp/"

func TestEveryTypeIsDecided(t *testing.T) {
	decided := map[string]bool{}
	for _, name := range inOtherModules {
		decided[name] = true
	}
	for _, d := range decisions(t) {
		decided[d.name()] = true
	}
	declared, err := exportedTypes("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range declared {
		if !decided[name] {
			t.Errorf("%s: does it stand for JSON? Add it to the decisions", name)
		}
		delete(decided, name)
	}
	for name := range decided {
		t.Errorf("%s is decided, and not an exported type", name)
	}
}

// name returns the package and the name of the type, without type arguments.
func (d decision) name() string {
	of := reflect.TypeOf(d.sample)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	name, _, _ := strings.Cut(of.Name(), "[")
	return strings.TrimPrefix(of.PkgPath(), module) + "." + name
}

// exportedTypes returns the exported types of the public packages of the library in a directory.
// It leaves out aliases, interfaces and functions, which have no JSON and no text of their own.
func exportedTypes(root string) ([]string, error) {
	found := map[string]bool{}
	err := eachFile(root, func(dir string, file *ast.File) {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				s := s.(*ast.TypeSpec)
				switch s.Type.(type) {
				case *ast.InterfaceType, *ast.FuncType:
					continue
				}
				if s.Name.IsExported() && !s.Assign.IsValid() {
					found[dir+"."+s.Name.Name] = true
				}
			}
		}
	})
	return slices.Sorted(maps.Keys(found)), err
}

// eachFile calls visit for each file of the public packages of the library in a directory, except
// for tests.
func eachFile(root string, visit func(dir string, file *ast.File)) error {
	for _, library := range []string{"model", "smp"} {
		err := filepath.WalkDir(filepath.Join(root, library), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "internal" || d.Name() == "testdata"):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err == nil {
				visit(filepath.ToSlash(dir), file)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Before the decisions can be trusted, the walk must find a type that nobody has decided.
func TestExportedTypesFindsNewTypes(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"smp/a/a.go":          "package a\ntype New struct{}\ntype old int\ntype Alias = old\ntype Do func()\ntype Doer interface{ Do() }\n",
		"smp/a/a_test.go":     "package a\ntype Test int\n",
		"smp/internal/b/b.go": "package b\ntype Hidden int\n",
		"model/m.go":          "package model\ntype (\n\tX []int\n\tG[T any] struct{ x T }\n)\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := exportedTypes(root)
	if want := []string{"model.G", "model.X", "smp/a.New"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// address finds a memory address in a text.
var address = regexp.MustCompile(`0x[0-9a-f]{5,}`)

// Every type that stands for JSON is written as that JSON and read back, and every type prints
// without addresses.
func TestTypesAsJSONAndText(t *testing.T) {
	for _, d := range decisions(t) {
		text, err := unescaped(d.sample)
		switch {
		case d.json != "" && (err != nil || string(text) != d.json):
			t.Errorf("%s: json.Marshal gives %s, %v, want %s", d.name(), text, err, d.json)
		case d.json != "":
			d.readBack(t)
		case d.refused != "" && (err == nil || !strings.Contains(err.Error(), d.refused)):
			t.Errorf("%s: json.Marshal gives %s, %v, want an error that names %s", d.name(), text, err, d.refused)
		case d.refused != "":
			if err := json.Unmarshal([]byte("{}"), reflect.New(reflect.TypeOf(d.sample)).Interface()); d.name() == "smp.Schema" && err == nil {
				t.Errorf("%s: json.Unmarshal gives no error", d.name())
			}
		}
		if d.tool {
			continue
		}
		printed := []any{d.sample}
		if x := reflect.ValueOf(d.sample); x.Kind() == reflect.Struct || x.Kind() == reflect.Slice { // other pointers always print as addresses
			pointer := reflect.New(x.Type())
			pointer.Elem().Set(x)
			printed = append(printed, pointer.Interface())
		}
		for _, x := range printed {
			for _, verb := range []string{"%v", "%+v"} {
				if got := fmt.Sprintf(verb, x); got == "" || address.MatchString(got) {
					t.Errorf("%T: %s prints %q", x, verb, got)
				}
			}
		}
	}
}

// unescaped returns the JSON of a value. Methods must not escape characters like <, because the caller
// of encoding/json decides about that.
func unescaped(x any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// readBack reads the JSON of a sample into a zero variable and into a copy of another value, which
// must not change the other value.
func (d decision) readBack(t *testing.T) {
	read := reflect.New(reflect.TypeOf(d.sample))
	if err := json.Unmarshal([]byte(d.json), read.Interface()); err != nil {
		t.Errorf("%s: json.Unmarshal of %s: %v", d.name(), d.json, err)
		return
	}
	if again, err := unescaped(read.Interface()); err != nil || string(again) != d.json {
		t.Errorf("%s: %s is read as %s, %v", d.name(), d.json, again, err)
	}
	if got, want := fmt.Sprint(read.Elem()), fmt.Sprint(d.sample); got != want {
		t.Errorf("%s: %s is read as %s, want %s", d.name(), d.json, got, want)
	}
	if read.Elem().Kind() == reflect.Map {
		return // encoding/json adds members to the map of the variable
	}
	kept, variable := read.Elem().Interface(), reflect.New(reflect.TypeOf(d.sample))
	variable.Elem().Set(read.Elem())
	for _, other := range others {
		if json.Unmarshal([]byte(other), variable.Interface()) != nil {
			continue // this text is the JSON of another type
		}
		if now, err := unescaped(kept); err != nil || string(now) != d.json {
			t.Errorf("%s: reading %s into a variable changed its old value %s to %s, %v", d.name(), other, d.json, now, err)
		}
	}
}

// others are texts that are read into a variable that had a value.
var others = []string{
	`"other"`, `"a[b=2]"`, `"[b=2]"`, `"[=2]"`, `5`, `"set-dedup-reorders"`, `[]`,
	`[{"op":"add","path":"/x","value":2}]`, `{"op":"add","path":"/x","value":2}`,
	`{"path":"x[y=2]","kind":"both-added","left":2,"rule":"root","layer":"y","changes":[{"path":"x","before":2}],"divergence":"set-dedup-reorders"}`,
}

// A text that is not that of the type is an error, which says what was expected.
func TestReadingAnotherTypeFails(t *testing.T) {
	for _, test := range []struct {
		text string
		to   any
		want string
	}{
		{`"a.b"`, new(model.Key), "expected one step, a key such as [name=x] or a value such as [=x]"},
		{`"[name=x]"`, new(model.SetValue), "expected one step, a key such as [name=x] or a value such as [=x]"},
		{`"a.b"`, new(smp.KeepStep), "expected one step"},
		{`"nothing"`, new(cluster.Divergence), `unknown divergence "nothing"; see Divergences`},
		{`{}`, new(smp.Schema), "smp.Schema: read the schema with openapi.Read or openapi.Schema"},
	} {
		if err := json.Unmarshal([]byte(test.text), test.to); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s as %T: %v; want %s", test.text, test.to, err, test.want)
		}
		if !reflect.ValueOf(test.to).Elem().IsZero() {
			t.Errorf("%s as %T: the value is %v after an error", test.text, test.to, reflect.ValueOf(test.to).Elem())
		}
	}
	const want = "smp.Schema: write the schema with openapi.Encode"
	if _, err := json.Marshal(smp.Schemaless); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a schema as JSON: %v; want %s", err, want)
	}
}
