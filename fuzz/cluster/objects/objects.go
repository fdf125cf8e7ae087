package objects

import (
	_ "embed"
	"fmt"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

//go:embed live.yaml
var live string

//go:embed fields.yaml
var fields string

//go:embed states.yaml
var states string

//go:embed everyday.yaml
var everyday string

//go:embed definitions.yaml
var definitions string

// An Object is a manifest of one kind.
type Object struct {
	Kind kubernetes.Kind
	// Value is the manifest. It has no namespace.
	Value model.Value
}

// Name returns the name of the object.
func (o Object) Name() string {
	name, _ := model.Path{model.Field("metadata"), model.Field("name")}.Lookup(o.Value)
	return name.Text()
}

// Live returns the hand-written objects. The error names a document that cannot be read.
func Live() ([]Object, error) { return Read(live) }

// Fields returns objects with fields that the objects of Live do not have.
func Fields() ([]Object, error) { return Read(fields) }

// States returns objects in states in which a server accepts or rejects other changes, such as a bound claim.
func States() ([]Object, error) { return Read(states) }

// An EverydayManifest is a manifest with zero values that a server does not store.
type EverydayManifest struct {
	Object
	// Again is the reason why a second three-way merge of the manifest sends a patch. It is
	// empty if the patch should be empty.
	Again string
}

// Everyday returns realistic manifests.
func Everyday() ([]EverydayManifest, error) {
	all, err := Read(everyday)
	if err != nil {
		return nil, err
	}
	manifests := make([]EverydayManifest, len(all))
	for i, o := range all {
		again, _ := o.Value.Get("again")
		if o.Value, err = o.Value.WithMembers(model.Member{Name: "again"}); err != nil {
			return nil, err
		}
		manifests[i] = EverydayManifest{o, again.Text()}
	}
	return manifests, nil
}

// Definitions returns the definitions of the custom resources in objects and scenarios.
func Definitions() ([]Object, error) { return Read(definitions) }

// Read returns the objects in a stream of YAML documents.
func Read(stream string) ([]Object, error) {
	var all []Object
	for i, text := range strings.Split(stream, "\n---\n") {
		v, err := ReadOne(text)
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", i+1, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// ReadOne returns the object in a YAML document.
func ReadOne(text string) (Object, error) {
	json, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		return Object{}, err
	}
	v, err := model.Parse(json)
	if err != nil {
		return Object{}, err
	}
	return Of(v)
}

// Of returns a document as an Object. It is an error if the document has no kind.
func Of(v model.Value) (Object, error) {
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	if apiVersion.Type() != model.String || kind.Type() != model.String {
		return Object{}, fmt.Errorf("a document without apiVersion and kind")
	}
	return Object{Kind: kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}, Value: v}, nil
}
