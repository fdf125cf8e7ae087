package embedders

// These constants are the release of Kubernetes with which all programs are built: the
// version of its modules, and the version of the program.
const (
	release        = "v0.37.2"
	releaseProgram = "v1.37.2"
)

// A Subject is a replacement for another engine, and the projects whose suites run with it.
type Subject struct {
	Name     string
	Projects []Project
	// PageFile is the path of the page, from the root of the repository.
	PageFile string

	intro   string                     // the beginning of the page
	prepare func(b bench) error        // prepares the files with which the projects are built
	reaches func(imported string) bool // reports whether a package is part of the other engine
	folders func(b bench) ([]string, error)
	calls   bool // whether calls are recorded
	env     func(b bench) []string
}

// Subjects returns all subjects.
func Subjects() []Subject { return []Subject{dropIn(), kustomize()} }

// dropIn is the subject for smp/strategicpatch, which replaces three packages of apimachinery.
func dropIn() Subject {
	return Subject{
		Name: "replacement", Projects: Projects(), PageFile: nested + "/EMBEDDERS.md", intro: dropInIntro, calls: true,
		prepare: func(b bench) error { return b.prepare(Projects()) }, reaches: isEngine, folders: bench.dropInFolders,
	}
}

// A Project is a program or library with a test suite.
type Project struct {
	Name string
	// Module and Version identify the module for the module proxy.
	Module, Version string
	// build is the name of the go.mod file, which projects may share.
	build string
	// Patterns match packages of the module. Of these packages, the ones that have tests and
	// use the engine are tested.
	Patterns []string
}

// Projects returns all projects, beginning with the smallest.
func Projects() []Project {
	return []Project{
		{"apimachinery", "k8s.io/apimachinery", release, "kubernetes", []string{
			"pkg/util/strategicpatch", "pkg/util/mergepatch", "pkg/util/jsonmergepatch",
		}},
		{"client-go", "k8s.io/client-go", release, "kubernetes", []string{
			"testing", "tools/record", "tools/events", "dynamic/fake", "metadata/fake", "kubernetes/fake", "tools/leaderelection/...", "scale/...",
		}},
		{"kubeadm", "k8s.io/kubernetes", releaseProgram, "kubernetes", []string{
			"cmd/kubeadm/app/util/patches", "cmd/kubeadm/app/util/apiclient",
		}},
		{"controller-runtime", "sigs.k8s.io/controller-runtime", "v0.25.2", "kubernetes", []string{
			"pkg/client/fake", "pkg/client/interceptor",
		}},
		{"apiserver", "k8s.io/apiserver", release, "kubernetes", []string{"pkg/endpoints/handlers/..."}},
		{"kubectl apply", "k8s.io/kubectl", release, "kubernetes", []string{"pkg/cmd/apply"}},
		{"kubectl", "k8s.io/kubectl", release, "kubernetes", []string{
			"pkg/cmd/patch", "pkg/cmd/set", "pkg/cmd/taint", "pkg/cmd/debug", "pkg/cmd/drain", "pkg/cmd/util/...", "pkg/drain", "pkg/polymorphichelpers",
		}},
		{"helm 3", "helm.sh/helm/v3", "v3.22.0", "helm-3", []string{"pkg/kube", "pkg/action"}},
		{"helm 4", "helm.sh/helm/v4", "v4.3.1", "helm-4", []string{"pkg/kube", "pkg/action"}},
		{"gitops-engine", "github.com/argoproj/argo-cd/gitops-engine", "v0.0.0-20260914071520-c9c369efcc5b", "gitops-engine", []string{"pkg/diff/...", "pkg/sync/..."}},
	}
}

// ownModule lists, by build, a module of Kubernetes that must have the version that the
// programs require instead of the release: gitops-engine calls a function of kubectl that has
// other parameters in the release.
var ownModule = map[string]string{"gitops-engine": "kubectl"}

// released are the modules that are released together with Kubernetes.
var released = []string{
	"api", "apiextensions-apiserver", "apimachinery", "apiserver", "cli-runtime", "client-go", "cloud-provider",
	"cluster-bootstrap", "code-generator", "component-base", "component-helpers", "controller-manager", "cri-api",
	"cri-client", "cri-streaming", "csi-translation-lib", "dynamic-resource-allocation", "endpointslice", "externaljwt",
	"kms", "kube-aggregator", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubectl", "kubelet", "metrics",
	"mount-utils", "pod-security-admission", "sample-apiserver", "sample-cli-plugin", "sample-controller", "streaming",
}
