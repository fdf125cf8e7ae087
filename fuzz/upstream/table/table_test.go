package table_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func TestFilesAreWhatTheCommandWrites(t *testing.T) {
	files, err := table.Generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		committed, err := os.ReadFile(filepath.Join("..", "..", "..", f.Path))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, f.Text) {
			t.Errorf("%s is not what %q writes", f.Path, table.Command)
		}
	}
}

// The version of the table is that of its modules, which must belong to one
// release.
func TestRelease(t *testing.T) {
	modules, err := table.ModuleVersions()
	if err != nil {
		t.Fatal(err)
	}
	if release, err := table.Release(modules); err != nil || release != kubernetes.Version {
		t.Errorf("the modules are of %q, %v; the table says %s", release, err, kubernetes.Version)
	}
	for _, mixed := range [][]string{{"k8s.io/api v0.37.2", "k8s.io/client-go v0.37.1"}, {"k8s.io/api v1.2.3"}, {"k8s.io/api"}} {
		if release, err := table.Release(mixed); err == nil {
			t.Errorf("%q are of %s", mixed, release)
		}
	}
}

// For each kind, the table contains the schema of the Go type.
func TestLookupEqualsTheGoTypes(t *testing.T) {
	source, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	kinds := table.Kinds(table.NewScheme())
	var names []kubernetes.Kind
	for _, k := range kinds {
		names = append(names, k.Kind)
		for _, variant := range []struct {
			name   string
			lookup func(string, string) (smp.Schema, bool)
			types  map[string]smp.Definition
		}{
			{"tags", kubernetes.Lookup, source.Plain},
			{"list types", kubernetes.LookupListTypes, source.ListTyped},
		} {
			want, err := smp.NewSchema(smp.Definition{Ref: source.Roots[k.Kind]}, func(name string) (smp.Definition, bool) {
				typ, ok := variant.types[name]
				return typ, ok
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := variant.lookup(k.APIVersion, k.Kind.Kind); !ok || !got.Equal(want) {
				t.Errorf("%s by %s: the table differs from the Go type", k, variant.name)
			}
		}
	}
	if d := cmp.Diff(kubernetes.Kinds(), names); d != "" {
		t.Errorf("kinds: -table +scheme:\n%s", d)
	}
}

// Every type in the apply configurations is found by its Go name, so that no
// list type is missing because of a name.
func TestListTypesFindTheirDefinitions(t *testing.T) {
	scheme := table.NewScheme()
	lists, err := table.ReadListTypes(scheme)
	if err != nil {
		t.Fatal(err)
	}
	source, err := table.Read(table.Kinds(scheme), lists)
	if err != nil {
		t.Fatal(err)
	}
	var missed []string
	for _, model := range lists.Models() {
		found := slices.ContainsFunc(source.Names(), func(name string) bool { return table.ModelName(name) == model })
		if !found {
			missed = append(missed, model)
		}
	}
	// Types that are encoded as one scalar, and types without a schema, have no definition.
	want := []string{
		"__untyped_atomic_",
		"__untyped_deduced_",
		"io.k8s.apimachinery.pkg.api.resource.Quantity",
		"io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
		"io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime",
		"io.k8s.apimachinery.pkg.apis.meta.v1.Time",
		"io.k8s.apimachinery.pkg.runtime.RawExtension",
		"io.k8s.apimachinery.pkg.util.intstr.IntOrString",
	}
	for _, version := range []string{"v1", "v1beta1"} {
		for _, name := range []string{"JSON", "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool", "JSONSchemaPropsOrStringArray"} {
			want = append(want, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions."+version+"."+name)
		}
	}
	slices.Sort(want)
	if d := cmp.Diff(want, missed); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
