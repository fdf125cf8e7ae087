package kinds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Complete reports whether a kind has both apiVersion and kind.
func Complete(k kubernetes.Kind) bool { return k.APIVersion != "" && k.Kind != "" }

// Text returns the apiVersion and the kind for messages, such as apps/v1/Deployment. It
// leaves out the middle of a very long text.
func Text(k kubernetes.Kind) string { return model.Shorten(k.String()) }

// IsMistake reports whether a kind without a schema cannot be a custom resource. This holds
// for a kind in three cases: the group has built-in kinds; the name is that of a built-in
// kind, and the group has no dot or is similar to the group of that kind; or the name is
// similar to that of a kind in a --crd file with the same group.
//
//	apps/v1/Deploymnt   the group apps has built-in kinds
//	app/v1/Deployment   similar to apps/v1/Deployment
func IsMistake(k kubernetes.Kind, custom []kubernetes.Kind) bool {
	group := Group(k)
	var siblings []string
	for _, one := range custom {
		if Group(one) == group {
			siblings = append(siblings, one.Kind)
		}
	}
	if meant.Nearest(k.Kind, siblings) != "" {
		return true
	}
	for _, one := range kubernetes.Kinds() {
		g := Group(one)
		switch {
		case g == group && (g != "" || k.APIVersion == one.APIVersion):
			return true
		case one.Kind == k.Kind && (!strings.Contains(group, ".") || meant.Nearest(group, []string{g}) != ""):
			return true
		}
	}
	return false
}

// Group returns the API group of a kind. The core group is empty.
func Group(k kubernetes.Kind) string {
	group, _, grouped := strings.Cut(k.APIVersion, "/")
	if !grouped {
		return ""
	}
	return group
}

// CheckUndefined rejects a kind without a schema that cannot be a custom resource. The error
// has one line. It suggests similar kinds, both built-in ones and those in custom.
func CheckUndefined(k kubernetes.Kind, custom []kubernetes.Kind) error {
	if !IsMistake(k, custom) {
		return nil
	}
	advice := ""
	if near := append(similarOf(k, custom), similarBuiltIn(k)...); len(near) > 0 {
		advice = "; did you mean " + Names(near) + "?"
	}
	return fmt.Errorf("no schema is known for %s%s", Text(k), advice)
}

// UndefinedNote explains how objects of kinds without a schema merge. The argument keyed is the
// flag or field that defines how some of the lists merge. It is empty if it is not set.
func UndefinedNote(kinds []kubernetes.Kind, keyed string) string {
	text := fmt.Sprintf("no schema is known for %s: maps merge by name, and lists are replaced", Names(kinds))
	if keyed != "" {
		text += ", except for those in " + keyed
	}
	return text
}

// Similar returns lines with the custom and built-in kinds that have names similar to that of
// k, or an empty string if there are none.
func Similar(k kubernetes.Kind, custom []kubernetes.Kind) string {
	lines := ""
	if near := similarOf(k, custom); len(near) > 0 {
		lines += "\nKinds in the --crd files with a similar name: " + Names(near) + "."
	}
	if near := similarBuiltIn(k); len(near) > 0 {
		lines += "\nBuilt-in kinds with a similar name: " + Names(near) + "."
	}
	return lines
}

// similarOf returns the kinds of a list whose name is most similar to k's.
func similarOf(k kubernetes.Kind, list []kubernetes.Kind) []kubernetes.Kind {
	var names []string
	for _, one := range list {
		names = append(names, one.Kind)
	}
	name := meant.Nearest(k.Kind, names)
	return slices.DeleteFunc(slices.Clone(list), func(one kubernetes.Kind) bool { return name == "" || one.Kind != name })
}

// similarBuiltIn returns the built-in kinds with a name similar to that of k.
func similarBuiltIn(k kubernetes.Kind) []kubernetes.Kind {
	near := slices.DeleteFunc(kubernetes.Nearest(k.APIVersion, k.Kind), func(one kubernetes.Kind) bool {
		return meant.Nearest(k.Kind, []string{one.Kind}) == "" // in short names, most letters may differ
	})
	if short := meant.Nearest(k.Kind, slices.Sorted(maps.Keys(shortNames))); len(near) == 0 && short != "" {
		near = Called(short, kubernetes.Kinds())
	}
	return near
}

// Names returns kinds for messages, separated by commas.
func Names(kinds []kubernetes.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = Text(k)
	}
	return strings.Join(names, ", ")
}

// Same reports whether two kinds are versions of one kind, so that a server converts
// objects of one version to the other. The groups must be equal, or both be groups of
// Kubernetes, which has moved kinds from one of its groups to another:
//
//	autoscaling/v1/HorizontalPodAutoscaler   autoscaling/v2/HorizontalPodAutoscaler
//	extensions/v1beta1/Deployment            apps/v1/Deployment
func Same(a, b kubernetes.Kind) bool {
	one, other := Group(a), Group(b)
	return a.Kind == b.Kind && (one == other || isKubernetesGroup(one) && isKubernetesGroup(other))
}

// isKubernetesGroup reports whether an API group has a name that is reserved for Kubernetes
// projects.
func isKubernetesGroup(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}
