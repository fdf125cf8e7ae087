package server

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Binaries contains the paths of the programs for a comparison.
type Binaries struct {
	APIServer string
	Etcd      string
	Kubectl   string
}

// programs contains the packages of the programs, by file name.
var programs = map[string]string{
	"kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
	"kubectl":        "k8s.io/kubernetes/cmd/kubectl",
	"etcd":           "go.etcd.io/etcd/server/v3",
}

// stampFile is a file in the folder of the programs. It records the requirements from which
// they were built.
const stampFile = "built-from"

// Build builds the programs of the module in the folder module, and writes them to folder. It
// does nothing if they have been built from the same requirements before. It also returns the
// version of Kubernetes.
func Build(ctx context.Context, module, folder string) (Binaries, string, error) {
	version, err := output(ctx, module, "list", "-m", "-f", "{{.Version}}", "k8s.io/kubernetes")
	if err != nil {
		return Binaries{}, "", err
	}
	stamp, err := stampOf(ctx, module)
	if err != nil {
		return Binaries{}, "", err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return Binaries{}, "", err
	}
	path := func(name string) string { return filepath.Join(folder, name) }
	built := Binaries{APIServer: path("kube-apiserver"), Etcd: path("etcd"), Kubectl: path("kubectl")}
	if old, err := os.ReadFile(path(stampFile)); err == nil && string(old) == stamp {
		return built, version, nil
	}
	flags := versionFlags(version)
	for name, pkg := range programs {
		if _, err := output(ctx, module, "build", "-ldflags", flags, "-o", path(name), pkg); err != nil {
			return Binaries{}, "", err
		}
	}
	return built, version, os.WriteFile(path(stampFile), []byte(stamp), 0o644)
}

// stampOf returns a text that changes if the programs must be built again.
func stampOf(ctx context.Context, module string) (string, error) {
	goVersion, err := output(ctx, module, "version")
	if err != nil {
		return "", err
	}
	requirements, err := os.ReadFile(filepath.Join(module, "go.sum"))
	return goVersion + "\n" + string(requirements), err
}

// versionFlags returns linker flags that set the version of the programs, like Kubernetes' own
// build.
func versionFlags(version string) string {
	const in = " -X k8s.io/component-base/version."
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	return "-s -w" + in + "gitVersion=" + version + in + "gitMajor=" + parts[0] + in + "gitMinor=" + parts[1]
}

// output runs the go command in the module.
func output(ctx context.Context, module string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = module
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, problems.String())
	}
	return strings.TrimSpace(string(out)), nil
}
