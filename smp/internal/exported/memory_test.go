package exported_test

import (
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/jsonmergepatch"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/server"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/structtag"
	"github.com/strategicpatch/smp/smp/typed"
	"github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A result never changes: it shares no memory with the arguments, which the caller may change, and
// none with the result of another call, which its caller may change. TestResultsShareNoMemory calls
// every exported function, and every method of the types in decisions, and compares addresses. It
// fails for a function that is not in the list. Package model has its own test
// (TestValuesNeverChange), because it also has tools that keep memory.

// A function is an exported function with its arguments. Arguments that are missing are made by
// their types.
type function struct {
	call any
	args []any
}

func with(call any, args ...any) function { return function{call, args} }

var (
	documents = []string{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"1"}},"spec":{"containers":[{"name":"c","image":"i:1","args":["x"]}]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"2"}},"spec":{"containers":[{"name":"c","image":"i:2","args":["y"]},{"name":"d"}]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"1","b":"3"}},"spec":{"containers":[{"name":"c","image":"i:1","args":["x"]}],"nodeName":"n"}}`,
	}
	operations = `[{"op":"add","path":"/a","value":[1]}]`
	managed    = model.MustParse(`{"metadata":{"managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:x":{}}}}]}}`)
	meta       = strategicpatch.NewPatchMetaFromSchema(pod)
	podList    = kubernetes.MustLookup("v1", "PodList")
)

// methods are the arguments of methods that cannot be made by their types.
var methods = map[string][]any{
	"smp.KeepPath.UnmarshalText": {[]byte("a.b")},
	"smp.KeepStep.UnmarshalText": {[]byte("a")},
	"smp.Schema.With":            {model.Path{model.Field("spec"), model.Field("containers")}, smp.Override{Keys: []string{"name"}, Recommended: []string{"name", "image"}}},
	"smp.Engine.ThreeWay":        {pod, value1(0), value1(0), value1(2)},
	"smp.Engine.ThreeWayJSON":    {pod, []byte(documents[0]), []byte(documents[0])},

	"smp/cluster.Divergence.UnmarshalText": {[]byte("nulls-kept")},

	"smp/jsonpatch.Patch.Apply":             {model.MustParse(`{"a":1}`)},
	"smp/jsonpatch.Patch.ApplyAsServer":     {model.MustParse(`{"a":1}`)},
	"smp/jsonpatch.Patch.ApplyCounting":     {model.MustParse(`{"a":1}`)},
	"smp/jsonpatch.Patch.UnmarshalJSON":     {[]byte(operations)},
	"smp/jsonpatch.Operation.UnmarshalJSON": {[]byte(`{"op":"remove","path":"/a"}`)},

	"smp/typed.Engine.Overlay": {object(0), []typed.Layer{typed.Raw("x", []byte(documents[1]))}},

	"smp/openapi.Document.Kind":     {"v1", "A"},
	"smp/openapi.Document.Schema":   {"a"},
	"smp/openapi.CRD.CheckKeys":     {"v1"},
	"smp/openapi.CRD.Defaults":      {"v1"},
	"smp/openapi.CRD.IgnoredUnions": {"v1"},
	"smp/openapi.CRD.Schema":        {"v1"},

	"smp/server.Server.Patch": {server.MergePatch},

	"smp/yaml/yamldoc.Stream.Edit":      {[]model.Value{model.MustParse(`{"a":2}`)}},
	"smp/yaml/yamldoc.Stream.EditKeyed": {[]model.Value{model.MustParse(`{"a":2}`)}, []yamldoc.KeysFunc{nil}},
	"smp/yaml/yamldoc.Stream.Place":     {0, model.Path{model.Field("a")}},

	"smp/strategicpatch.PatchMetaFromSchema.LookupPatchMetadataForSlice":  {"items"},
	"smp/strategicpatch.PatchMetaFromSchema.LookupPatchMetadataForStruct": {"metadata"},
}

type thing struct {
	Names []string `json:"names" patchStrategy:"merge"`
}

func functions() []function {
	definition := func() smp.Definition {
		return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": {
			Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"k"}, Recommended: []string{"k", "l"},
			Element: &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"k": {Type: smp.ScalarType}, "l": {Type: smp.ScalarType}}},
		}}}
	}
	text := func(s string) []byte { return []byte(s) }
	kinds := openapi.KindSchema{APIVersion: "v1", Kind: "Pod", Schema: pod}
	v2 := model.MustParse(`{"definitions":{"a":{"type":"object"}}}`)
	return []function{
		with(smp.Apply), with(smp.ApplyJSON), with(smp.AsMergePatch), with(smp.CheckOrder, pod, model.MustParse(`[1]`), model.MustParse(`[1]`)),
		with(smp.Compose), with(smp.ComposeJSON), with(smp.Conflicts), with(smp.ConflictsJSON), with(smp.Diff), with(smp.DiffJSON),
		with(smp.Keep), with(smp.Lint), with(smp.LintDocument), with(smp.LintJSON), with(smp.KeepAt), with(smp.NewSchema, definition()),
		with(smp.ParseKeepPath, "a.b"), with(smp.ThreeWay, pod, value1(0), value1(0), value1(2)), with(smp.ThreeWayJSON, pod, text(documents[0]), text(documents[0])),
		with(smp.ApplyRules), with(smp.DiffRules), with(smp.Rules), with(smp.UnionRules),

		with(cluster.Differences), with(cluster.DivergenceNamed), with(cluster.Divergences),

		with(jsonpatch.ApplyJSON, text(`{}`), text(operations)), with(jsonpatch.Diff), with(jsonpatch.DiffJSON), with(jsonpatch.Names, "/a"),
		with(jsonpatch.Pointer, []string{"a", "b"}), with(jsonpatch.Parse, text(operations)),
		with(jsonpatch.FromValue, model.MustParse(operations)), with(jsonpatch.FromValueAsServer, model.MustParse(operations)),

		with(typed.Apply[thing]), with(typed.Diff[thing]), with(typed.ThreeWay[thing]),
		with(typed.Patch[thing], thing{[]string{"a"}}), with(typed.Raw, "x", text(`{}`)),
		with(typed.Values[map[string]any], "x"), with(typed.Values[*thing], "x", &thing{[]string{"a"}}),
		with(typed.Overlay[thing], thing{[]string{"a"}}, []typed.Layer{typed.Raw("x", text(`{"names":["b"]}`))}),

		with(kubernetes.Apply), with(kubernetes.Diff), with(kubernetes.ThreeWay, text(documents[0]), text(documents[0])), with(kubernetes.Kinds),
		with(kubernetes.Lookup, "v1", "Pod"), with(kubernetes.LookupListTypes, "v1", "Pod"), with(kubernetes.LookupType), with(kubernetes.MustLookup, "v1", "Pod"),
		with(kubernetes.ManagedPaths, managed, "m"), with(kubernetes.Managers, managed), with(kubernetes.Nearest, "v1", "Pods"),
		with(kubernetes.StoredSecret, model.MustParse(`{"apiVersion":"v1","kind":"Secret","stringData":{"a":"b"}}`)),

		with(openapi.Encode), with(openapi.EncodeKinds, []openapi.KindSchema{kinds}), with(openapi.EncodeKustomize, []openapi.KindSchema{kinds}),
		with(openapi.ObjectMeta), with(openapi.Schema, model.MustParse(`{"type":"object"}`)), with(openapi.SchemaWith, model.MustParse(`{"type":"object"}`)),
		with(openapi.Read, v2), with(openapi.ReadCRD, crd), with(openapi.Lazily), with(openapi.ListTypes), with(openapi.Properties), with(openapi.WithoutUnions),

		with(structtag.Check[thing]), with(structtag.CheckType), with(structtag.Describe), with(structtag.FieldOf), with(structtag.Fields),
		with(structtag.Members, reflect.ValueOf(thing{})), with(structtag.Of[thing]), with(structtag.OfType), with(structtag.KeyDefaults), with(structtag.Lazily),
		with(structtag.ListTypes), with(structtag.ListTypesDecide),

		with(server.Patch, server.JSONPatch, text(documents[0]), text(operations)), with(server.Patch, server.MergePatch), with(server.Patch, server.StrategicMergePatch),
		with(yaml.Parse), with(yaml.ParseAll),
		with(yamldoc.Read, text("a: 1")), with(yamldoc.Runs, text("a: 1"), 2), with(yamldoc.AppendQuoted, text("a: "), "b"),
		with(yamldoc.IsLiteral, "a"), with(yamldoc.IsPlain, "a"), with(yamldoc.IsPrintable, 'a'),

		with(jsonmergepatch.CreateThreeWayJSONMergePatch),
		with(strategicpatch.CreateDeleteDirective, "k", "v"), with(strategicpatch.CreateThreeWayMergePatch, text(documents[0]), text(documents[0])),
		with(strategicpatch.CreateTwoWayMergePatch), with(strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta),
		with(strategicpatch.CreateTwoWayMergeMapPatch), with(strategicpatch.CreateTwoWayMergeMapPatchUsingLookupPatchMeta),
		with(strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta), with(strategicpatch.MergingMapsHaveConflicts, object(0), object(0)),
		with(strategicpatch.StrategicMergeMapPatch), with(strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta),
		with(strategicpatch.StrategicMergePatch), with(strategicpatch.StrategicMergePatchUsingLookupPatchMeta),
		with(strategicpatch.GetTagStructTypeOrDie), with(strategicpatch.ItemAddedToModifiedSlice), with(strategicpatch.ItemMatchesOriginalAndModifiedSlice),
		with(strategicpatch.ItemRemovedFromModifiedSlice), with(strategicpatch.NewPatchMetaFromOpenAPI, text(`{"definitions":{"a":{"type":"object"}}}`), "a"),
		with(strategicpatch.NewPatchMetaFromSchema), with(strategicpatch.NewPatchMetaFromStruct),
		with(mergepatch.ErrBadArgKind), with(mergepatch.ErrBadArgType), with(mergepatch.ErrBadPatchType), with(mergepatch.ErrNoMergeKey),
		with(mergepatch.HasConflicts), with(mergepatch.IsConflict), with(mergepatch.IsPreconditionFailed), with(mergepatch.ToYAMLOrError),
		with(mergepatch.NewErrConflict), with(mergepatch.NewErrPreconditionFailed), with(mergepatch.RequireKeyUnchanged), with(mergepatch.RequireMetadataKeyUnchanged),
	}
}

func value1(n int) model.Value { return model.MustParse(documents[n]) }

func object(n int) map[string]any { return value1(n).ToAny().(map[string]any) }

// make returns a new argument of a type. n is the number of arguments of the type before it.
func argument(t reflect.Type, n int) reflect.Value {
	n = min(n, len(documents)-1)
	for _, x := range []any{
		pod, value1(n), []byte(documents[n]), object(n), strategicpatch.JSONMap(object(n)), meta,
		model.Path{model.Field("spec"), model.Key{{Name: "name", Value: number}}},
		[]smp.KeepPath{{{Step: model.Field("absent")}, {Step: model.Key{{Name: "name", Value: number}}}}},
		smp.DiffOptions{Unchanged: []model.Path{{model.Field("absent")}}},
		smp.ThreeWayOptions{Overwrite: true}, reflect.TypeFor[thing](),
	} {
		if reflect.TypeOf(x) == t || t.Kind() == reflect.Interface && t.NumMethod() > 0 && reflect.TypeOf(x).Implements(t) {
			return reflect.ValueOf(x)
		}
	}
	if t == reflect.TypeFor[any]() { // a dataStruct of the packages that replace those of apimachinery
		return reflect.ValueOf(&looseThing{})
	}
	if t.Kind() == reflect.Slice {
		all := reflect.MakeSlice(t, 2, 2)
		all.Index(0).Set(argument(t.Elem(), 0))
		all.Index(1).Set(argument(t.Elem(), 1))
		if t.Elem().Kind() == reflect.Func {
			return reflect.Zero(t)
		}
		return all
	}
	return reflect.Zero(t)
}

// A looseThing has the fields of the documents.
type looseThing struct {
	Kind, APIVersion string
	Metadata         struct {
		Name   string
		Labels map[string]string
	}
	Spec struct {
		NodeName   string
		Containers []struct {
			Name  string `json:"name"`
			Image string
			Args  []string
		} `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
	}
}

// run calls a function with new arguments, and returns the arguments and the results.
func (f function) run() (args, results []reflect.Value) {
	call := reflect.ValueOf(f.call)
	counts := map[reflect.Type]int{}
	for i := range call.Type().NumIn() {
		t := call.Type().In(i)
		arg := argument(t, counts[t])
		counts[t]++
		if i < len(f.args) {
			arg = reflect.ValueOf(f.args[i])
		}
		args = append(args, arg)
	}
	if call.Type().IsVariadic() {
		return args, call.CallSlice(args)
	}
	return args, call.Call(args)
}

// name returns the package and the name of the function.
func (f function) name() string {
	name := runtime.FuncForPC(reflect.ValueOf(f.call).Pointer()).Name()
	name, _, _ = strings.Cut(strings.TrimPrefix(name, module), "[")
	return name
}

// immutable are types whose values never change, so that any number of results may share them.
var immutable = []reflect.Type{
	reflect.TypeFor[model.Value](), reflect.TypeFor[smp.Schema](), reflect.TypeFor[openapi.Document](), reflect.TypeFor[openapi.CRD](),
	reflect.TypeFor[openapi.Defaults](), reflect.TypeFor[strategicpatch.PatchMetaFromSchema](),
}

// A memory is the set of the places in memory that a caller can change.
type memory struct {
	names map[uintptr]string
	trees []any // Go trees that the memory keeps alive, so that no other memory gets their places
}

// add adds the memory of a value. With all, it also adds the memory of unexported fields. A value
// that was made by WrapAny has the memory of its Go tree.
func (m *memory) add(v reflect.Value, all bool, name string) {
	if v.IsValid() && v.Type() == reflect.TypeFor[model.Value]() && v.CanInterface() {
		tree := v.Interface().(model.Value).ShareAny()
		m.trees = append(m.trees, tree)
		m.add(reflect.ValueOf(tree), all, name)
		return
	}
	switch {
	case !v.IsValid() || slices.Contains(immutable, v.Type()) || v.Type().Implements(reflect.TypeFor[reflect.Type]()):
		return
	case v.Type().PkgPath() == "reflect":
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		m.add(v.Elem(), all, name)
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct || !all && !hasExported(v.Elem().Type()) || slices.Contains(immutable, v.Type().Elem()) || m.names[v.Pointer()] != "" {
			return
		}
		m.names[v.Pointer()] = name
		m.add(v.Elem(), all, name)
	case reflect.Slice:
		if v.Cap() == 0 || v.Type().Elem().Size() == 0 {
			return
		}
		m.names[v.Pointer()] = name
		for i := range v.Len() {
			m.names[v.Index(i).UnsafeAddr()] = name
			m.add(v.Index(i), all, fmt.Sprintf("%s[%d]", name, i))
		}
	case reflect.Map:
		if v.IsNil() || m.names[v.Pointer()] != "" {
			return
		}
		m.names[v.Pointer()] = name
		for it := v.MapRange(); it.Next(); {
			m.add(it.Value(), all, fmt.Sprintf("%s[%v]", name, it.Key()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); all || f.IsExported() {
				m.add(v.Field(i), all, name+"."+f.Name)
			}
		}
	}
}

// hasExported reports whether a struct has a field that a caller can change.
func hasExported(t reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(t), reflect.StructField.IsExported)
}

// of returns the memory of all values.
func of(values []reflect.Value, all bool, name string) *memory {
	m := &memory{names: map[uintptr]string{}}
	for i, v := range values {
		m.add(v, all, fmt.Sprintf("%s %d", name, i))
	}
	return m
}

// shared returns the places that are in both memories.
func (m *memory) shared(other *memory) (places []string) {
	for at, name := range m.names {
		if also, ok := other.names[at]; ok {
			places = append(places, name+" is "+also)
		}
	}
	slices.Sort(places)
	return places
}

// keepsArguments are the functions whose results share memory with arguments or other results, with
// the reason.
var keepsArguments = map[string]string{
	"smp.Engine.AppendApplyJSON":            appends,
	"smp.Engine.AppendDiffJSON":             appends,
	"smp.Engine.AppendThreeWayJSON":         appends,
	"smp/cluster.Engine.AppendApplyJSON":    appends,
	"smp/cluster.Engine.AppendDiffJSON":     appends,
	"smp/cluster.Engine.AppendThreeWayJSON": appends,
	"smp/yaml/yamldoc.AppendQuoted":         appends,
	"smp/yaml/yamldoc.Read":                 "the text must not change while the stream is in use; values and texts of the stream share no memory with it",

	"smp/strategicpatch.CreateTwoWayMergeMapPatch":                       inPlace,
	"smp/strategicpatch.CreateTwoWayMergeMapPatchUsingLookupPatchMeta":   inPlace,
	"smp/strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta": inPlace,
	"smp/strategicpatch.StrategicMergeMapPatch":                          inPlace,
	"smp/strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta":      inPlace,
}

const appends = "the result is dst"

const inPlace = "like the function of apimachinery that it replaces"

// inOtherModulesToo are the functions of the nested modules. The tests there check their memory.
var inOtherModulesToo = []string{"smp/kustomize.Merge", "smp/kustomize.NewSchemas", "smp/strategicpatch/kubeopenapi.NewPatchMetaFromOpenAPI"}

func TestResultsShareNoMemory(t *testing.T) {
	tried := map[string]bool{}
	check := func(name string, f function, receivers ...reflect.Value) {
		tried[name] = true
		args, results := f.run()
		for _, r := range results {
			if err, ok := r.Interface().(error); ok && !returnsErrors(name) {
				t.Errorf("%s: the arguments are wrong: %v", name, err)
			}
		}
		if keepsArguments[name] != "" {
			return
		}
		if places := of(args, false, "argument").shared(of(append(receivers, results...), true, "receiver or result")); places != nil {
			t.Errorf("%s: %s", name, strings.Join(places, ", "))
		}
		_, again := f.run()
		if places := of(results, false, "result").shared(of(again, false, "result of the next call")); places != nil {
			t.Errorf("%s: %s", name, strings.Join(places, ", "))
		}
	}
	for _, f := range functions() {
		check(f.name(), f)
	}
	for _, d := range decisions(t) {
		if strings.HasPrefix(d.name(), "model.") {
			continue
		}
		receiver := reflect.New(reflect.TypeOf(d.sample))
		receiver.Elem().Set(reflect.ValueOf(d.sample))
		if receiver.Elem().Kind() == reflect.Pointer {
			receiver = receiver.Elem()
		}
		for i := range receiver.NumMethod() {
			name := d.name() + "." + receiver.Type().Method(i).Name
			check(name, function{receiver.Method(i).Interface(), methods[name]}, receiver)
		}
	}
	declared, err := exportedFunctions("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range declared {
		if !tried[name] && !strings.HasPrefix(name, "model.") && !slices.Contains(inOtherModulesToo, name) {
			t.Errorf("%s is not tried", name)
		}
	}
}

// returnsErrors reports whether a function is made to return an error.
func returnsErrors(name string) bool {
	return strings.HasPrefix(name, "smp/mergepatch.") || strings.HasPrefix(name, "smp.Schema.") || strings.HasSuffix(name, ".Unwrap")
}

// exportedFunctions returns the exported functions of the public packages of this module in a
// directory, without methods.
func exportedFunctions(root string) ([]string, error) {
	found := map[string]bool{}
	err := eachFile(root, func(dir string, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
				found[dir+"."+f.Name.Name] = true
			}
		}
	})
	return slices.Sorted(maps.Keys(found)), err
}

// An error shares no memory with the arguments either.
func TestErrorsShareNoMemory(t *testing.T) {
	keyed := func() model.Path { return model.Path{model.Field("spec"), model.Key{{Name: "name", Value: number}}} }
	spec := func() []model.Path { return []model.Path{{model.Field("spec")}} }
	for name, f := range map[string]function{
		"With":                with(pod.With, keyed(), smp.Override{}),
		"Unchanged":           with(smp.Engine{}.Diff, pod, value1(0), value1(1), smp.DiffOptions{Unchanged: spec()}),
		"Unchanged, no field": with(smp.Engine{}.Diff, pod, value1(0), value1(1), smp.DiffOptions{Unchanged: []model.Path{keyed()}}),
		"Set":                 with(model.Path.Set, keyed(), value1(0), value1(1)),
		"Origin": with(smp.NewSchema, smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"x y"}, Origin: keyed(),
			Element: &smp.Definition{Type: smp.MapType}}),
		"operations": with(jsonpatch.ApplyJSON, []byte(`{}`), []byte(`[{"op":"remove","path":"/a"}]`)),
		"conflicts":  with(smp.Engine{}.ThreeWay, pod, value1(0), value1(1), value1(2), smp.ThreeWayOptions{}),
		"conflicts of maps": with(typed.Engine[map[string]any]{Schema: smp.Schemaless}.ThreeWay,
			map[string]any{"a": []any{"x"}}, map[string]any{"a": []any{"y"}}, map[string]any{"a": []any{"z"}}, smp.ThreeWayOptions{}),
	} {
		args, results := f.run()
		err, _ := results[len(results)-1].Interface().(error)
		if places := of(args, false, "argument").shared(of(results, true, "result")); places != nil || err == nil && name != "conflicts" {
			t.Errorf("%s: %v: %s", name, err, strings.Join(places, ", "))
		}
	}
}

// A schema does not change with the definition or the override that it was made of.
func TestSchemasKeepNoMemory(t *testing.T) {
	one := func() []string { return []string{"k", "l"} }
	unions := func() []smp.Union {
		return []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"b"}}, {Fields: []string{"c"}}}}}
	}
	element := &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"k": {Type: smp.ScalarType}, "l": {Type: smp.ScalarType}}}
	list := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: one()[:1], Recommended: one(), Element: element}
	root := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": list, "b": {Type: smp.ScalarType}, "c": list}, Unions: unions()}
	s, err := smp.NewSchema(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	override := smp.Override{Strategy: smp.Merge, Keys: one()[1:], Recommended: []string{"l", "k"}}
	other, err := s.With(model.Path{model.Field("a")}, override)
	if err != nil {
		t.Fatal(err)
	}
	noUnions := smp.Override{Unions: unions()}
	third, err := s.With(nil, noUnions)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, s := range []smp.Schema{s, other, third} {
		texts = append(texts, openapi.Encode(s).JSON())
	}
	for _, keys := range [][]string{list.Keys, list.Recommended, override.Keys, override.Recommended} {
		for i := range keys {
			keys[i] = "spoiled"
		}
	}
	for _, u := range [][]smp.Union{root.Unions, noUnions.Unions} {
		u[0].Members[0].Fields[0] = "spoiled"
		u[0].Members[1] = smp.UnionMember{}
	}
	clear(element.Fields)
	clear(root.Fields)
	for i, s := range []smp.Schema{s, other, third} {
		if got := openapi.Encode(s).JSON(); got != texts[i] {
			t.Errorf("schema %d was %s\nand is %s", i, texts[i], got)
		}
	}
}
