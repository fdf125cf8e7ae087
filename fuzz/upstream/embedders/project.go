package embedders

// The release of Kubernetes that all programs are built with, as its modules and
// as the program call it.
const (
	release        = "v0.37.2"
	releaseProgram = "v1.37.2"
)

// A Subject is what takes the place of another engine, and the projects whose suites
// run over it.
type Subject struct {
	Name     string
	Projects []Project
	// PageFile is the page, from the root of the repository.
	PageFile string

	intro   string                     // of the page
	prepare func(b bench) error        // what the projects are built with
	reaches func(imported string) bool // whether a package is the other engine
	folders func(b bench) ([]string, error)
	calls   bool // the calls are noted
	env     func(b bench) []string
}

// Subjects returns all of them.
func Subjects() []Subject { return []Subject{dropIn(), kustomize()} }

// dropIn is smp/strategicpatch in the place of three packages of apimachinery.
func dropIn() Subject {
	return Subject{
		Name: "replacement", Projects: Projects(), PageFile: nested + "/EMBEDDERS.md", intro: dropInIntro, calls: true,
		prepare: func(b bench) error { return b.prepare(Projects()) }, reaches: isEngine, folders: bench.dropInFolders,
	}
}

// A Project is a program or library with a test suite.
type Project struct {
	Name string
	// Module and Version are what the module proxy gives.
	Module, Version string
	// build names the projects that one list of modules is made for.
	build string
	// Patterns are the packages of the module: those below that reach the engine
	// and have tests are run.
	Patterns []string
}

// Projects returns all of them, the smallest first.
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

// ownModule is the module of Kubernetes that a build has in the version which its
// programs ask for: gitops-engine calls a function of kubectl that has other
// parameters in the release.
var ownModule = map[string]string{"gitops-engine": "kubectl"}

// released are the modules that are released together with Kubernetes.
var released = []string{
	"api", "apiextensions-apiserver", "apimachinery", "apiserver", "cli-runtime", "client-go", "cloud-provider",
	"cluster-bootstrap", "code-generator", "component-base", "component-helpers", "controller-manager", "cri-api",
	"cri-client", "cri-streaming", "csi-translation-lib", "dynamic-resource-allocation", "endpointslice", "externaljwt",
	"kms", "kube-aggregator", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubectl", "kubelet", "metrics",
	"mount-utils", "pod-security-admission", "sample-apiserver", "sample-cli-plugin", "sample-controller", "streaming",
}
