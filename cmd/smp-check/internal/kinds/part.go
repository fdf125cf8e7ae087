package kinds

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// parts maps types that manifests of many kinds contain, such as PodSpec, to a place where a
// built-in kind has a value of the type.
var parts = map[string]string{
	"Affinity":             "v1/Pod#spec.affinity",
	"Container":            "v1/Pod#spec.containers",
	"EnvVar":               "v1/Pod#spec.containers.env",
	"JobTemplateSpec":      "batch/v1/CronJob#spec.jobTemplate",
	"ObjectMeta":           "v1/Pod#metadata",
	"PodSecurityContext":   "v1/Pod#spec.securityContext",
	"PodTemplateSpec":      "v1/PodTemplate#template",
	"Probe":                "v1/Pod#spec.containers.livenessProbe",
	"ResourceRequirements": "v1/Pod#spec.containers.resources",
	"SecurityContext":      "v1/Pod#spec.containers.securityContext",
	"ServicePort":          "v1/Service#spec.ports",
	"Toleration":           "v1/Pod#spec.tolerations",
	"Volume":               "v1/Pod#spec.volumes",
	"VolumeMount":          "v1/Pod#spec.containers.volumeMounts",
}

// PartNamed returns a place of the type in a built-in kind, such as v1/Pod#spec for PodSpec
// and v1/PodSpec. The result is empty if there is no such place.
func PartNamed(apiVersion, name string) string {
	if _, isKind := kubernetes.Lookup(apiVersion, name); isKind {
		return ""
	}
	if place := parts[name]; place != "" && (apiVersion == "" || apiVersion == place[:strings.LastIndex(place[:strings.Index(place, "#")], "/")]) {
		return place
	}
	for _, suffix := range []string{"Spec", "Status"} {
		kind, ok := strings.CutSuffix(name, suffix)
		if !ok || kind == "" {
			continue
		}
		named := slices.DeleteFunc(Called(kind, kubernetes.Kinds()), func(k kubernetes.Kind) bool {
			return k.Kind != kind || apiVersion != "" && k.APIVersion != apiVersion
		})
		if _, ok := kubernetes.Lookup(apiVersion, kind); ok {
			named = []kubernetes.Kind{{APIVersion: apiVersion, Kind: kind}}
		}
		if len(named) == 1 {
			return named[0].String() + "#" + strings.ToLower(suffix)
		}
	}
	return ""
}
