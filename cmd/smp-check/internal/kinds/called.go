package kinds

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// shortNames are kubectl's short names of kinds.
var shortNames = map[string]string{
	"cm": "ConfigMap", "cj": "CronJob", "crd": "CustomResourceDefinition", "csr": "CertificateSigningRequest", "deploy": "Deployment",
	"ds": "DaemonSet", "ep": "Endpoints", "hpa": "HorizontalPodAutoscaler", "ing": "Ingress", "limits": "LimitRange",
	"netpol": "NetworkPolicy", "no": "Node", "ns": "Namespace", "pc": "PriorityClass", "pdb": "PodDisruptionBudget", "po": "Pod",
	"pv": "PersistentVolume", "pvc": "PersistentVolumeClaim", "quota": "ResourceQuota", "rc": "ReplicationController",
	"rs": "ReplicaSet", "sa": "ServiceAccount", "sc": "StorageClass", "sts": "StatefulSet", "svc": "Service",
}

var stableVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^v[0-9]+$`) })

// Completions returns the built-in kinds whose full name (apps/v1/Deployment) or bare name
// (Deployment, deploy) begins with the typed text. Upper and lower case are equal in bare
// names. Some shells offer only completions that begin with the typed text, so bare names are
// returned in the case in which they were typed.
func Completions(typed string) []string {
	var full, bare []string
	lower := strings.ToLower(typed)
	begins := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), lower) }
	all := kubernetes.Kinds()
	offer := func(name string) {
		kinds := Called(name, all)
		for _, k := range kinds {
			full = append(full, k.String())
		}
		if len(kinds) == 1 && !strings.HasPrefix(kinds[0].String(), typed) {
			bare = append(bare, typed+name[len(typed):])
		}
	}
	for _, k := range all {
		switch {
		case begins(k.String()):
			full = append(full, k.String())
		case typed != "" && begins(k.Kind) && !strings.HasSuffix(k.Kind, "List"):
			offer(k.Kind)
		}
	}
	for _, short := range slices.Sorted(maps.Keys(shortNames)) {
		if typed != "" && begins(short) {
			offer(short)
		}
	}
	slices.Sort(full)
	slices.Sort(bare)
	return append(slices.Compact(full), slices.Compact(bare)...)
}

// Called returns the kinds of a list with this bare name, plural or short name, in upper
// or lower case. If a group has a stable version of the kind, its other versions are left
// out.
func Called(name string, all []kubernetes.Kind) []kubernetes.Kind {
	lower := strings.ToLower(name)
	if long := shortNames[lower]; long != "" {
		lower = strings.ToLower(long)
	}
	found := slices.DeleteFunc(slices.Clone(all), func(k kubernetes.Kind) bool {
		kind := strings.ToLower(k.Kind)
		return !slices.Contains([]string{kind, kind + "s", kind + "es", strings.TrimSuffix(kind, "y") + "ies"}, lower)
	})
	if exact := slices.DeleteFunc(slices.Clone(found), func(k kubernetes.Kind) bool { return k.Kind != name }); len(exact) > 0 {
		found = exact
	}
	stable := slices.DeleteFunc(slices.Clone(found), func(k kubernetes.Kind) bool {
		return !stableVersion().MatchString(k.APIVersion[strings.LastIndexByte(k.APIVersion, '/')+1:])
	})
	if len(stable) > 0 {
		found = stable
	}
	slices.SortFunc(found, kubernetes.Kind.Compare)
	return slices.Compact(found)
}
