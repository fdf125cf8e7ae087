package kinds

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/client-go/kubernetes/scheme"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A List is what one version of k8s.io/api declares.
type List struct {
	// Removed says of each kind, written as kubernetes.Kind is, in which minor
	// version of Kubernetes servers stop serving it: 1.25, or empty where the Go
	// type does not tell.
	Removed map[string]string
	// Places say how every map and list with a name merges, by the name of the Go
	// type and that of the field: core/v1.PodSpec containers.
	Places map[string]string
}

// module is where the Go types of the kinds are.
const module = "k8s.io/api/"

// Read reads the kinds that client-go has clients for.
func Read() (List, error) {
	l := List{Removed: map[string]string{}, Places: map[string]string{}}
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		if !strings.HasPrefix(t.PkgPath(), module) {
			continue // options of requests
		}
		apiVersion, kind := gvk.ToAPIVersionAndKind()
		name := kubernetes.Kind{APIVersion: apiVersion, Kind: kind}.String()
		l.Removed[name] = removed(t)
		_, definitions, err := structtag.Describe(t)
		if err != nil {
			return List{}, fmt.Errorf("%s: %w", name, err)
		}
		for definition, d := range definitions {
			l.addFields(strings.TrimPrefix(definition, module), "", d)
		}
	}
	return l, nil
}

// removed returns the minor version from which on a kind is no longer served.
func removed(t reflect.Type) string {
	object, tells := reflect.New(t).Interface().(interface{ APILifecycleRemoved() (major, minor int) })
	if !tells {
		return ""
	}
	major, minor := object.APILifecycleRemoved()
	return fmt.Sprintf("%d.%d", major, minor)
}

// addFields adds the places of a definition below a path.
func (l List) addFields(definition, path string, t smp.Definition) {
	for _, name := range slices.Sorted(maps.Keys(t.Fields)) {
		l.add(definition, path+" "+name, t.Fields[name])
	}
}

func (l List) add(definition, path string, t smp.Definition) {
	if words := merging(t); words != "" {
		l.Places[definition+path] = words
	}
	l.addFields(definition, path, t)
	if t.Element != nil {
		l.add(definition, path+" []", *t.Element)
	}
	if t.Values != nil {
		l.add(definition, path+" {}", *t.Values)
	}
}

// merging says how a map or list merges; it says nothing of scalars and of what
// has no schema.
func merging(t smp.Definition) string {
	words := ""
	switch {
	case t.Type == smp.ListType && t.Strategy != smp.Merge:
		words = "atomic list"
	case t.Type == smp.ListType && len(t.Keys) > 0:
		words = "list by " + strings.Join(t.Keys, ", ")
	case t.Type == smp.ListType:
		words = "set"
	case (t.Type == smp.MapType || t.Ref != "") && t.Strategy == smp.Replace:
		words = "replaced map"
	case t.Type == smp.MapType || t.Ref != "":
		words = "map"
	}
	if t.RetainKeys {
		words += ", retainKeys"
	}
	return words
}
