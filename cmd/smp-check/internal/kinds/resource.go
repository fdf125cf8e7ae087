package kinds

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// OfResource returns the kind of a resource that is named as in kubectl: by its name, its group
// and, optionally, a version. The kind is a built-in one or one of custom. Other texts are returned
// unchanged. If several versions have the name, OfResource returns the name alone, unless it is
// also the name of a resource of another group.
//
//	deployment.apps        apps/v1/Deployment
//	deployments.v1.apps    apps/v1/Deployment
//	pods.v1.               v1/Pod
func OfResource(text string, custom []kubernetes.Kind) string {
	name, group, found := strings.Cut(text, ".")
	if !found || strings.Contains(text, "/") {
		return text
	}
	group, part, hasPart := strings.Cut(group, "#")
	if hasPart {
		part = "#" + part
	}
	all := slices.Concat(custom, kubernetes.Kinds())
	kinds := slices.DeleteFunc(slices.Clone(all), func(k kubernetes.Kind) bool {
		of := Group(k)
		version := k.APIVersion[strings.LastIndexByte(k.APIVersion, '/')+1:]
		return group != of && group != version+"."+of && (of != "" || group != version)
	})
	switch named := Called(name, kinds); len(named) {
	case 0:
		return text
	case 1:
		return named[0].String() + part
	default:
		if !slices.Equal(named, Called(name, all)) {
			return text
		}
	}
	return name + part
}

// IsName reports whether a value of --kind is a name, and not an apiVersion with a kind.
func IsName(text string) bool {
	whole, _, _ := strings.Cut(text, "#")
	return whole != "" && !strings.Contains(whole, "/")
}
