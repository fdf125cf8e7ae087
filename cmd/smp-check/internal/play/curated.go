package play

import (
	"strings"

	"github.com/strategicpatch/smp/corpus"
)

// The objects of most examples.
const (
	webDeployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
    team: shop
spec:
  replicas: 2
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
  template:
    spec:
      containers:
      - name: web
        image: web:1
        args: [--port, "80"]
        env:
        - name: LEVEL
          value: info
        - name: REGION
          value: eu
      - name: proxy
        image: proxy:7
      volumes:
      - name: config
        configMap:
          name: web
`
	cachePod = `apiVersion: v1
kind: Pod
metadata:
  name: cache
  finalizers: [example.org/backup, example.org/audit]
spec:
  containers:
  - name: cache
    image: cache:1
  - name: metrics
    image: metrics:1
  tolerations:
  - key: dedicated
    operator: Exists
`
)

// changed returns a document with texts replaced. The texts are pairs of an old and a new
// text.
func changed(document string, texts ...string) string {
	return strings.NewReplacer(texts...).Replace(document)
}

// inPod returns a patch of a Deployment that changes the spec of its Pods.
func inPod(patch string) string {
	return "spec:\n  template:\n    spec:\n" + patch
}

// curated returns the examples of the menu, in groups. They are everyday tasks, one for each
// idea of the format.
func curated() []Example {
	var all []Example
	add := func(group, title string, op corpus.Op, documents ...string) {
		all = append(all, Example{Group: group, Title: title, Request: Request{Op: op, Documents: documents}})
	}
	deployment := func(group, title, patch string) { add(group, title, corpus.OpApply, webDeployment, patch) }
	pod := func(group, title, patch string) { add(group, title, corpus.OpApply, cachePod, patch) }

	all = append(all, Service)
	deployment(Service.Group, "Change an image", inPod("      containers:\n      - name: web\n        image: web:2\n"))
	deployment(Service.Group, "A misspelled field", inPod("      conatiners:\n      - name: web\n        image: web:2\n"))

	const maps = "Fields and maps"
	deployment(maps, "Add a label", "metadata:\n  labels:\n    tier: front\n")
	deployment(maps, "Delete a label", "metadata:\n  labels:\n    team: null\n")
	deployment(maps, "Replace all labels", "metadata:\n  labels:\n    $patch: replace\n    app: web\n")
	deployment(maps, "Delete a whole map", "metadata:\n  labels:\n    $patch: delete\n")

	const lists = "Lists"
	deployment(lists, "Add a container", inPod("      containers:\n      - name: log\n        image: log:1\n"))
	deployment(lists, "Delete a container", inPod("      containers:\n      - name: proxy\n        $patch: delete\n"))
	deployment(lists, "Delete a missing container", inPod("      containers:\n      - name: porxy\n        $patch: delete\n"))
	deployment(lists, "Replace one container", inPod("      containers:\n      - name: web\n        image: web:2\n        $patch: replace\n"))
	deployment(lists, "Replace all containers", inPod("      containers:\n      - name: web\n        image: web:2\n      - $patch: replace\n"))
	deployment(lists, "Forget the merge key", inPod("      containers:\n      - image: web:2\n"))
	deployment(lists, "Change a list without merge keys", inPod("      containers:\n      - name: web\n        args: [--debug]\n"))
	pod(lists, "Add a toleration", "spec:\n  tolerations:\n  - key: spot\n    operator: Exists\n")
	pod(lists, "Add a finalizer", "metadata:\n  finalizers: [example.org/quota]\n")
	pod(lists, "Remove a finalizer", "metadata:\n  $deleteFromPrimitiveList/finalizers: [example.org/backup]\n")

	const order = "Order"
	deployment(order, "Reorder environment variables", inPod("      containers:\n      - name: web\n        $setElementOrder/env:\n        - name: REGION\n        - name: LEVEL\n"))
	pod(order, "Put a new container first", "spec:\n  $setElementOrder/containers:\n  - name: init\n  - name: cache\n  - name: metrics\n  containers:\n  - name: init\n    image: init:1\n")

	const unions = "Mutually exclusive fields"
	deployment(unions, "Set a second source of a volume", inPod("      volumes:\n      - name: config\n        emptyDir: {}\n"))
	deployment(unions, "Change the source of a volume", inPod("      volumes:\n      - name: config\n        emptyDir: {}\n        $retainKeys: [name, emptyDir]\n"))
	deployment(unions, "Change the strategy to Recreate", "spec:\n  strategy:\n    type: Recreate\n    $retainKeys: [type]\n")

	const find = "Create a patch"
	add(find, "From two versions of a Deployment", corpus.OpDiff, webDeployment, changed(webDeployment, "replicas: 2", "replicas: 3", "web:1", "web:2"))
	add(find, "From two versions of a port", corpus.OpDiff, Service.Request.Documents[0], changed(Service.Request.Documents[0], "protocol: TCP\n    targetPort: 5353", "protocol: TCP\n    targetPort: 5354"))
	sidecar := changed(cachePod, "  tolerations:", "  - name: injected\n    image: mesh:1\n  tolerations:")
	add(find, "Keep an injected sidecar (three-way)", corpus.OpThreeWay, cachePod, changed(cachePod, "cache:1", "cache:2"), sidecar)
	add(find, "Overwrite somebody else's change", corpus.OpThreeWay, webDeployment, changed(webDeployment, "replicas: 2", "replicas: 3"), changed(webDeployment, "replicas: 2", "replicas: 5"))

	const several = "Several patches"
	image, level := inPod("      containers:\n      - name: web\n        image: web:2\n"), inPod("      containers:\n      - name: web\n        env:\n        - name: LEVEL\n          value: debug\n")
	for _, e := range []Example{
		{Title: "Combine two patches", Request: Request{Op: corpus.OpCompose, Documents: []string{image, level}}},
		{Title: "Two patches without conflicts", Request: Request{Op: corpus.OpConflicts, Documents: []string{image, level}}},
		{Title: "Two patches with a conflict", Request: Request{Op: corpus.OpConflicts, Documents: []string{image, inPod("      containers:\n      - name: web\n        image: web:3\n")}}},
	} {
		e.Group, e.Request.Kind = several, "apps/v1/Deployment"
		all = append(all, e)
	}
	return all
}
