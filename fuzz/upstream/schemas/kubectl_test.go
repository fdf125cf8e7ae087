package schemas_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

const (
	opaque     = "Go writes the JSON of the type by hand: it may be anything. A document can only say that it is an object"
	ephemeral  = "the merge key came to Go after the document was written"
	noDefaults = "version 2 documents had no defaults then"
)

// knownInKubectl contains the differences between the documents and the current Go types, by
// the sources that disagree.
var knownInKubectl = map[string]known{
	"Go types and version 2":  opaqueFields.with(ephemeralPorts).with(protocols),
	"Go types and version 3":  opaqueFields,
	"version 2 and version 3": ephemeralPorts.with(protocols),
	"version 3 and version 3": nil,
}

var (
	opaqueFields = at(opaque, "kind",
		"k8s.io/api/apps/v1.ControllerRevision.data",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ManagedFieldsEntry.fieldsV1",
	)
	ephemeralPorts = at(ephemeral, "keys", "k8s.io/api/core/v1.EphemeralContainer.ports").
			with(at(ephemeral, "strategy", "k8s.io/api/core/v1.EphemeralContainer.ports"))
	protocols = at(noDefaults, "default",
		"k8s.io/api/core/v1.Container.ports",
		"k8s.io/api/core/v1.ServiceSpec.ports",
	)
)

// Every definition in kubectl's documents can be read.
func TestKubectlDefinitionsLoad(t *testing.T) {
	total := 0
	for _, name := range kubectlDocuments {
		d := kubectlDocument(t, name)
		for _, definition := range d.names(t) {
			total++
			if _, err := d.openapi.Schema(definition); err != nil {
				t.Errorf("%s: %s: %v", name, definition, err)
			}
		}
	}
	if want := 642 + 223 + 154 + 21 + 43; total != want {
		t.Errorf("%d definitions, expected %d", total, want)
	}
}

// Document.Kind finds the kinds of a document, with the fields of their
// definitions.
func TestKubectlKinds(t *testing.T) {
	kinds := map[string]int{}
	for _, name := range kubectlDocuments {
		d := kubectlDocument(t, name)
		kinds[name] = d.checkKinds(t)
	}
	want := map[string]int{
		"swagger.json": 174, "v3/api/v1.json": 39, "v3/apis/apps/v1.json": 15,
		"v3/apis/autoscaling/v1.json": 5, "v3/apis/autoscaling/v2.json": 5,
	}
	for name, n := range want {
		if kinds[name] != n {
			t.Errorf("%s has %d built-in kinds, expected %d", name, kinds[name], n)
		}
	}
}

// checkKinds checks every built-in kind in the document, and returns the number of kinds.
func (d document) checkKinds(t *testing.T) int {
	t.Helper()
	all := d.source(t).all
	kinds := 0
	for _, k := range table.Kinds(table.NewScheme()) {
		s, err := d.openapi.Kind(k.APIVersion, k.Kind.Kind)
		if err != nil {
			continue
		}
		kinds++
		definition, ok := all.Field(modelOf(k))
		if !ok {
			t.Errorf("%s: %s has no definition %s", d.name, k, modelOf(k))
			continue
		}
		for name := range definition.Fields() {
			if _, ok := s.Field(name); !ok {
				t.Errorf("%s: %s lacks the field %s", d.name, k, name)
			}
		}
	}
	return kinds
}

func modelOf(k table.GoKind) string {
	return table.ModelName(k.Type.PkgPath() + "." + k.Type.Name())
}

// Struct tags, version 2 and version 3 agree about every field that they share,
// except for known differences.
func TestKubectlDocumentsAgree(t *testing.T) {
	definitions := goSource(t).Plain
	sources := []source{sourceOfTypes(t, definitions)}
	for _, name := range kubectlDocuments {
		sources = append(sources, kubectlDocument(t, name).source(t))
	}
	compared := map[string]*comparison{}
	for i, left := range sources {
		for _, right := range sources[i+1:] {
			pair := versionOf(left) + " and " + versionOf(right)
			c := compared[pair]
			if c == nil {
				c = newComparison(definitions, false)
				compared[pair] = c
			}
			c.walkDefinitions(left, right)
		}
	}
	for pair, c := range compared {
		t.Logf("%s: %d places", pair, c.places)
		differences, ok := knownInKubectl[pair]
		if !ok {
			t.Errorf("nothing is known of %s", pair)
		}
		differences.check(t, pair, c.found)
		if c.places < 1000 {
			t.Errorf("%s share %d places only", pair, c.places)
		}
	}
}

// versionOf returns whether a source is a document of version 2 or version 3, or the struct
// tags.
func versionOf(s source) string {
	switch s.name {
	case "Go types":
		return s.name
	case kubectlDocuments[0]:
		return "version 2"
	default:
		return "version 3"
	}
}
