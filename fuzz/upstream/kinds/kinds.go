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

// A List contains the kinds of one version of k8s.io/api.
type List struct {
	// Removed is the minor version of Kubernetes in which servers stop serving a kind, such
	// as 1.25. The keys have the form of kubernetes.Kind.String. The value is empty if the Go
	// type does not define it.
	Removed map[string]string
	// Places describe how every map and list that is a field merges. The keys are the names of
	// the Go type and the field: core/v1.PodSpec containers.
	Places map[string]string
}

// module is the prefix of the packages with the Go types of kinds.
const module = "k8s.io/api/"

// Read reads the kinds for which client-go has clients.
func Read() (List, error) {
	l := List{Removed: map[string]string{}, Places: map[string]string{}}
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		if !strings.HasPrefix(t.PkgPath(), module) {
			continue // these are options of requests, not kinds
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

// removed returns the minor version since which a kind is not served.
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

// merging describes how a map or list merges. It is empty for scalars and values without
// schema.
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
