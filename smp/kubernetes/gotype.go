package kubernetes

import (
	"reflect"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp"
)

// LookupType returns the schema of a Go type of k8s.io/api, and whether the table has it. The
// type may be a kind such as appsv1.Deployment, the spec or status of a kind, such as
// appsv1.DeploymentSpec, or one of corev1.PodTemplateSpec, corev1.Container, corev1.Volume and
// batchv1.JobTemplateSpec. A pointer to a type has the schema of the type.
//
// Package typed makes its own schemas from the tags of Go types. The tags do not define unions, but
// the schemas of LookupType do:
//
//	schema, ok := kubernetes.LookupType(reflect.TypeFor[corev1.PodTemplateSpec]())
//	engine := typed.Engine[*corev1.PodTemplateSpec]{Schema: schema}
func LookupType(t reflect.Type) (smp.Schema, bool) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return smp.Schema{}, false
	}
	group, version, ok := apiPackage(t.PkgPath())
	if !ok {
		return smp.Schema{}, false
	}
	apiVersion, ok := goPackages()[goPackage{group, version}]
	if !ok {
		return smp.Schema{}, false
	}
	return lookupName(apiVersion, t.Name())
}

// goModule is the path of the module with the Go types of the built-in kinds.
const goModule = "k8s.io/api/"

// apiPackage returns the folder of the group and the version of a package of k8s.io/api, such as
// networking and v1.
func apiPackage(path string) (group, version string, ok bool) {
	if _, vendored, found := strings.Cut(path, "/vendor/"+goModule); found {
		path = goModule + vendored
	}
	path, ok = strings.CutPrefix(path, goModule)
	group, version, below := strings.Cut(path, "/")
	return group, version, ok && below && !strings.Contains(version, "/")
}

// partOfKind returns the path to a type that is not a kind. The path begins with the name of a kind
// that contains the type. The fields that lead to the type follow, and a list leads to its
// elements.
func partOfKind(k Kind) []string {
	switch k {
	case Kind{"v1", "PodTemplateSpec"}:
		return []string{"PodTemplate", "template"}
	case Kind{"v1", "Container"}:
		return []string{"Pod", "spec", "containers"}
	case Kind{"v1", "Volume"}:
		return []string{"Pod", "spec", "volumes"}
	case Kind{"batch/v1", "JobTemplateSpec"}:
		return []string{"CronJob", "spec", "jobTemplate"}
	}
	return nil
}

// lookupName returns the schema of a type by its name in Go.
func lookupName(apiVersion, name string) (smp.Schema, bool) {
	if s, isKind := Lookup(apiVersion, name); isKind {
		return s, true
	}
	way := partOfKind(Kind{apiVersion, name})
	if way == nil {
		if kind, isSpec := strings.CutSuffix(name, "Spec"); isSpec {
			way = []string{kind, "spec"}
		} else if kind, isStatus := strings.CutSuffix(name, "Status"); isStatus {
			way = []string{kind, "status"}
		} else {
			return smp.Schema{}, false
		}
	}
	s, ok := Lookup(apiVersion, way[0])
	for _, field := range way[1:] {
		if !ok {
			break
		}
		if s, ok = s.Field(field); ok && s.Type() == smp.ListType {
			s = s.Element()
		}
	}
	return s, ok
}

type goPackage struct{ group, version string }

// goPackages returns the apiVersions of the table by package. The folder of a group is the
// first label of its name, such as networking for networking.k8s.io.
var goPackages = sync.OnceValue(func() map[goPackage]string {
	packages := map[goPackage]string{}
	for _, k := range Kinds() {
		group, version, named := strings.Cut(k.APIVersion, "/")
		if !named {
			group, version = "core", k.APIVersion
		}
		folder, _, _ := strings.Cut(group, ".")
		if group == "internal.apiserver.k8s.io" {
			folder = "apiserverinternal"
		}
		packages[goPackage{folder, version}] = k.APIVersion
	}
	return packages
})
