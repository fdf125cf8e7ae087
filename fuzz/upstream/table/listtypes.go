package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/applyconfiguration"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields"
	clientgo "k8s.io/client-go/applyconfigurations"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	aggregator "k8s.io/kube-aggregator/pkg/client/applyconfiguration"
	"sigs.k8s.io/structured-merge-diff/v6/schema"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/structtag"
)

// ListTypes are the list types, map types and defaults of Kubernetes, by the type names of
// apply configurations.
type ListTypes struct {
	types map[string]schema.Atom
	// keys are the fields of a type that are keys of lists.
	keys map[fieldOf]bool
}

type fieldOf struct{ model, field string }

// ReadListTypes reads the apply configurations of three modules. If several modules contain a
// type, its descriptions are equal.
func ReadListTypes(s *runtime.Scheme) (*ListTypes, error) {
	l := &ListTypes{types: map[string]schema.Atom{}, keys: map[fieldOf]bool{}}
	for _, source := range []struct {
		converter managedfields.TypeConverter
		object    runtime.Object
	}{
		{clientgo.NewTypeConverter(s), &corev1.Pod{}},
		{apiextensions.NewTypeConverter(s), &apiextensionsv1.CustomResourceDefinition{}},
		{aggregator.NewTypeConverter(s), &apiregistrationv1.APIService{}},
	} {
		kinds, _, err := s.ObjectKinds(source.object)
		if err != nil {
			return nil, err
		}
		source.object.GetObjectKind().SetGroupVersionKind(kinds[0])
		typed, err := source.converter.ObjectToTyped(source.object)
		if err != nil {
			return nil, fmt.Errorf("apply configurations of %s: %w", kinds[0], err)
		}
		if err := l.add(typed.Schema()); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *ListTypes) add(s *schema.Schema) error {
	for _, t := range s.Types {
		if had, ok := l.types[t.Name]; ok && !had.Equals(&t.Atom) {
			return fmt.Errorf("two modules describe %s differently", t.Name)
		}
		l.types[t.Name] = t.Atom
		l.addKeys(t.Atom)
	}
	return nil
}

func (l *ListTypes) addKeys(a schema.Atom) {
	if a.List != nil {
		if model := a.List.ElementType.NamedType; model != nil {
			for _, key := range a.List.Keys {
				l.keys[fieldOf{*model, key}] = true
			}
		}
		l.addKeys(a.List.ElementType.Inlined)
	}
	if a.Map != nil {
		for _, f := range a.Map.Fields {
			l.addKeys(f.Type.Inlined)
		}
		l.addKeys(a.Map.ElementType.Inlined)
	}
}

// Options returns the options for structtag that add the list types.
func (l *ListTypes) Options() []structtag.Option {
	return []structtag.Option{structtag.ListTypes(l.ListType), structtag.KeyDefaults(l.KeyDefault)}
}

// Models returns the names of the described types, sorted.
func (l *ListTypes) Models() []string { return slices.Sorted(maps.Keys(l.types)) }

// ListType returns the list or map type of a field, or of a definition if field is empty.
func (l *ListTypes) ListType(definition, field string) (structtag.ListType, bool) {
	atom, ok := l.types[ModelName(definition)]
	if !ok {
		return structtag.ListType{}, false
	}
	if field != "" {
		f, ok := member(atom, field)
		if !ok {
			return structtag.ListType{}, false
		}
		// A named type may have its own list type.
		atom = f.Type.Inlined
		if r := f.Type.ElementRelationship; r != nil {
			return structtag.ListType{Relation: relations[*r]}, true
		}
	}
	switch {
	case atom.List != nil && atom.List.ElementRelationship == schema.Associative && len(atom.List.Keys) > 0:
		return structtag.ListType{Relation: "map", Keys: atom.List.Keys}, true
	case atom.List != nil && atom.List.ElementRelationship == schema.Associative:
		return structtag.ListType{Relation: "set"}, true
	case atom.List != nil && atom.List.ElementRelationship == schema.Atomic,
		atom.Map != nil && atom.Map.ElementRelationship == schema.Atomic:
		return structtag.ListType{Relation: "atomic"}, true
	}
	return structtag.ListType{}, false
}

// KeyDefault returns the default of a field that is a key of a list. A default of "" or 0 is
// ignored, because such a default only means that the Go type is not a pointer.
func (l *ListTypes) KeyDefault(definition, field string) model.Value {
	name := ModelName(definition)
	f, ok := member(l.types[name], field)
	if !ok || !l.keys[fieldOf{name, field}] {
		return model.Value{}
	}
	switch d := f.Default.(type) {
	case string:
		if d != "" {
			return model.NewString(d)
		}
	case int:
		if d != 0 {
			return model.NewInt(int64(d))
		}
	}
	return model.Value{}
}

// relations maps the element relationships of types to their names.
var relations = map[schema.ElementRelationship]string{schema.Atomic: "atomic", schema.Separable: "granular"}

func member(a schema.Atom, field string) (schema.StructField, bool) {
	if a.Map == nil {
		return schema.StructField{}, false
	}
	return a.Map.FindField(field)
}

// ModelName returns the name of a definition in apply configurations, such as
// io.k8s.api.core.v1.Pod for k8s.io/api/core/v1.Pod.
func ModelName(definition string) string {
	host, path, _ := strings.Cut(definition, "/")
	labels := strings.Split(host, ".")
	for i, j := 0, len(labels)-1; i < j; i, j = i+1, j-1 {
		labels[i], labels[j] = labels[j], labels[i]
	}
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(path, "/", ".")
}
