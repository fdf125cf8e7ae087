package upstream_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// TestKustomizeBuild runs smp-check fn as a transformer of kustomize build. kustomize removes
// comments before it calls a function. If the function fails, the reason must be on stderr.
func TestKustomizeBuild(t *testing.T) {
	command := filepath.Join(t.TempDir(), "smp-check")
	build := exec.Command("go", "build", "-o", command, "./cmd/smp-check")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const original = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - image: web:1
        name: web
        ports:
        - containerPort: 53
          protocol: UDP
        - containerPort: 53
          protocol: TCP
      - image: proxy:1
        name: proxy
`
	transformer := func(patch string) string {
		return `apiVersion: example.com/v1
kind: Patches
metadata:
  name: patches
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ` + command + `, args: [fn]}
patches:
- target: {kind: Deployment, name: w.*}
  patch: ` + patch + "\n"
	}
	for _, c := range []struct{ name, patch, want, fault string }{
		{
			"the directives of the format",
			`{spec: {template: {spec: {$setElementOrder/containers: [{name: proxy}, {name: web}], containers: [{name: web, ports: [{containerPort: 53, protocol: TCP, $patchMergeKey: [containerPort, protocol], $patch: delete}]}]}}}}`,
			`apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - image: proxy:1
        name: proxy
      - image: web:1
        name: web
        ports:
        - containerPort: 53
          protocol: UDP
`, "",
		},
		{"what is rejected", `{spec: {template: {spec: {containers: [{image: x}]}}}}`, "", "couldn't execute function: exit status 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			for name, text := range map[string]string{
				"kustomization.yaml": "resources: [deployment.yaml]\ntransformers: [patches.yaml]\n", "deployment.yaml": original, "patches.yaml": transformer(c.patch),
			} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			options := krusty.MakeDefaultOptions()
			options.PluginConfig = types.EnabledPluginConfig(types.BploUseStaticallyLinked)
			options.PluginConfig.FnpLoadingOptions.EnableExec = true
			result, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("got the error %v, want %s", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := result.AsYaml()
			if err != nil || string(text) != c.want {
				t.Errorf("got %v\n%s\nwant\n%s", err, text, c.want)
			}
		})
	}
}
