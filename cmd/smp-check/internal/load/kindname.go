package load

import (
	"regexp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// shortNames are what kubectl calls some kinds.
var shortNames = map[string]string{
	"cm": "ConfigMap", "cj": "CronJob", "crd": "CustomResourceDefinition", "csr": "CertificateSigningRequest", "deploy": "Deployment",
	"ds": "DaemonSet", "ep": "Endpoints", "hpa": "HorizontalPodAutoscaler", "ing": "Ingress", "limits": "LimitRange",
	"netpol": "NetworkPolicy", "no": "Node", "ns": "Namespace", "pc": "PriorityClass", "pdb": "PodDisruptionBudget", "po": "Pod",
	"pv": "PersistentVolume", "pvc": "PersistentVolumeClaim", "quota": "ResourceQuota", "rc": "ReplicationController",
	"rs": "ReplicaSet", "sa": "ServiceAccount", "sc": "StorageClass", "sts": "StatefulSet", "svc": "Service",
}

var stableVersion = regexp.MustCompile(`^v[0-9]+$`)

// kindsNamed returns the kinds of a list that a bare name means: the kind itself,
// its plural or short name, in any case. Of one group the stable version stands for
// all where there is one.
func kindsNamed(name string, all []kubernetes.Kind) []kubernetes.Kind {
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
		return !stableVersion.MatchString(k.APIVersion[strings.LastIndexByte(k.APIVersion, '/')+1:])
	})
	if len(stable) > 0 {
		found = stable
	}
	slices.SortFunc(found, kubernetes.Kind.Compare)
	return slices.Compact(found)
}
