package schemas_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	aggregator "k8s.io/kube-aggregator/pkg/generated/openapi"
	"k8s.io/kube-openapi/pkg/common"

	"github.com/strategicpatch/smp/fuzz/upstream/schemas"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// generated is a pair of documents that were built from the same Go types, of
// the version that this module requires.
type generated struct {
	name   string
	v2, v3 []byte
}

// generatedDocuments returns documents from two sources: those that are built here from two
// modules, and those in the files that the command wrote for all of k8s.io/api.
func generatedDocuments(t testing.TB) []generated {
	t.Helper()
	var all []generated
	for _, module := range []struct {
		name string
		get  common.GetOpenAPIDefinitions
	}{
		{"apiextensions-apiserver", apiextensions.GetOpenAPIDefinitions},
		{"kube-aggregator", aggregator.GetOpenAPIDefinitions},
	} {
		v2, v3, err := schemas.Build(module.get, "test")
		if err != nil {
			t.Fatalf("%s: %v", module.name, err)
		}
		all = append(all, generated{module.name, v2, v3})
	}
	return append(all, generated{"all kinds", unpack(t, "v2.json.gz"), unpack(t, "v3.json.gz")})
}

func unpack(t testing.TB, name string) []byte {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}

// The documents on disk belong to the versions that this module requires.
func TestGeneratedDocumentsAreOfTheseModules(t *testing.T) {
	versions, err := table.ModuleVersions()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(versions, ", ")
	for _, name := range []string{"v2.json.gz", "v3.json.gz"} {
		root := model.MustParse(string(unpack(t, name)))
		info, _ := root.Get("info")
		if got, _ := info.Get("version"); got.Text() != want {
			t.Errorf("%s is of %s; run go -C fuzz/upstream run ./cmd/gen-openapi", name, got.Text())
		}
	}
}

const (
	noApplyConfiguration = "no client has an apply configuration of the type, and these are where list types come from"
	noOpenAPI            = "the package is not one for which OpenAPI definitions are generated"
)

// These are types whose content is hidden both in tags and in documents.
var knownInGenerated = at(opaque, "kind",
	"k8s.io/api/apps/v1.ControllerRevision.data",
	"k8s.io/api/apps/v1beta1.ControllerRevision.data",
	"k8s.io/api/apps/v1beta2.ControllerRevision.data",
	"k8s.io/api/core/v1.List.items[]",
	"k8s.io/api/resource/v1.AllocatedDeviceStatus.data",
	"k8s.io/api/resource/v1.OpaqueDeviceConfiguration.parameters",
	"k8s.io/api/resource/v1beta1.AllocatedDeviceStatus.data",
	"k8s.io/api/resource/v1beta1.OpaqueDeviceConfiguration.parameters",
	"k8s.io/api/resource/v1beta2.AllocatedDeviceStatus.data",
	"k8s.io/api/resource/v1beta2.OpaqueDeviceConfiguration.parameters",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.ConversionRequest.objects[]",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.ConversionResponse.convertedObjects[]",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1.ConversionRequest.objects[]",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1.ConversionResponse.convertedObjects[]",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ManagedFieldsEntry.fieldsV1",
)

// knownByListTypes returns the list types that documents define and the table of built-in
// kinds does not.
func knownByListTypes() known {
	var keyed, sets []string
	for _, version := range []string{"v2", "v2beta1"} {
		for _, field := range []string{
			"APIGroupDiscovery.versions", "APIResourceDiscovery.subresources",
			"APISubresourceDiscovery.acceptedTypes", "APIVersionDiscovery.resources",
		} {
			keyed = append(keyed, "k8s.io/api/apidiscovery/"+version+"."+field)
		}
		for _, field := range []string{
			"APIResourceDiscovery.categories", "APIResourceDiscovery.shortNames",
			"APIResourceDiscovery.verbs", "APISubresourceDiscovery.verbs",
		} {
			sets = append(sets, "k8s.io/api/apidiscovery/"+version+"."+field)
		}
	}
	return at(noApplyConfiguration, "strategy", keyed...).
		with(at(noApplyConfiguration, "keys", keyed...)).
		with(at(noApplyConfiguration, "map keys", keyed...)).
		with(at(noApplyConfiguration, "strategy", sets...)).
		with(at(noApplyConfiguration, "strategy",
			"k8s.io/api/apps/v1beta2.ScaleStatus.selector",
			"k8s.io/api/extensions/v1beta1.ScaleStatus.selector",
		))
}

// Struct tags, version 2 and version 3 define exactly the same for the Go types
// that they describe: fields, types, strategies, keys, recommended keys, and
// defaults of keys.
func TestGeneratedDocumentsAreExact(t *testing.T) {
	types := goSource(t)
	for _, mode := range []struct {
		name        string
		definitions map[string]smp.Definition
		opts        []openapi.Option
		known       known
	}{
		{"by patch tags", types.Plain, nil, knownInGenerated},
		{"by list types", types.ListTyped, []openapi.Option{openapi.ListTypes()}, knownInGenerated.with(knownByListTypes())},
	} {
		tags := sourceOfTypes(t, mode.definitions)
		byTags, byVersion := newComparison(mode.definitions, true), newComparison(mode.definitions, true)
		for _, g := range generatedDocuments(t) {
			v2 := newDocument(t, g.name+", version 2", g.v2).source(t, mode.opts...)
			v3 := newDocument(t, g.name+", version 3", g.v3).source(t, mode.opts...)
			byTags.walkDefinitions(tags, v2)
			byTags.walkDefinitions(tags, v3)
			byVersion.walkDefinitions(v2, v3)
		}
		t.Logf("%s: %d places of tags and documents, %d of both versions", mode.name, byTags.places, byVersion.places)
		mode.known.check(t, mode.name+", tags and documents", byTags.found)
		known(nil).check(t, mode.name+", version 2 and version 3", byVersion.found)
		if byTags.places < 10_000 || byVersion.places < 5_000 {
			t.Errorf("%s: too little was compared", mode.name)
		}
	}
}

// The documents of all kinds have a definition for every Go struct.
func TestGeneratedDocumentsAreComplete(t *testing.T) {
	missing := map[difference]string{}
	for _, name := range []string{"v2.json.gz", "v3.json.gz"} {
		d := newDocument(t, name, unpack(t, name))
		have := map[string]bool{}
		for _, definition := range d.names(t) {
			have[definition] = true
		}
		for definition, typ := range goSource(t).Plain {
			// A document has no definitions for named lists and maps.
			if typ.Fields != nil && !have[table.ModelName(definition)] {
				missing[difference{definition, "missing"}] = name
			}
		}
		if kinds, all := d.checkKinds(t), len(table.Kinds(table.NewScheme())); kinds != all-2 {
			t.Errorf("%s has %d of %d kinds", name, kinds, all)
		}
	}
	known := known{}
	for _, version := range []string{"v1", "v1beta1"} {
		for _, definition := range []string{"AdmissionReview", "AdmissionRequest", "AdmissionResponse"} {
			known[difference{"k8s.io/api/admission/" + version + "." + definition, "missing"}] = noOpenAPI
		}
	}
	known.check(t, "all kinds", missing)
}
