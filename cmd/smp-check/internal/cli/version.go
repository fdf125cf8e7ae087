package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Version returns the versions of this command's module, of Go, and of Kubernetes for the
// built-in kinds.
func Version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return v + " " + runtime.Version() + ", built-in kinds of Kubernetes " + kubernetes.Version
}
