package kustomize_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	kyamlopenapi "sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kustomize"
	"github.com/strategicpatch/smp/smp/openapi"
)

const pod = "apiVersion: v1\nkind: Pod\n"

type merge func(src, dest *yaml.RNode, options yaml.MergeOptions) (*yaml.RNode, error)

// mergedBy returns the result of a merge as text, or "error: ..." if the merge fails. The merge must
// change the original in place if there is a result and the original is not null. If not, it must not
// change the original.
func mergedBy(m merge, original, patch string, options yaml.MergeOptions) string {
	src, dest := yaml.MustParse(patch), yaml.MustParse(original)
	before, isNull := dest.MustString(), dest.IsTaggedNull()
	result, err := m(src, dest, options)
	switch {
	case err == nil && result != nil && !isNull:
		if result != dest {
			return "a new node: " + result.MustString()
		}
	case dest.MustString() != before || result == dest:
		return "the original becomes " + dest.MustString()
	}
	switch {
	case err != nil:
		return "error: " + strings.TrimSpace(err.Error())
	case result == nil:
		return "nothing"
	}
	return result.MustString()
}

// TestKyaml lists the differences between this package and kyaml. Each case has the result by the
// specification, the result of kyaml, and the reason for the difference.
func TestKyaml(t *testing.T) {
	for _, c := range []struct{ name, original, patch, ours, kyamls, why string }{
		{
			"order", "spec:\n  containers:\n  - name: a\n  - name: b\n", "spec:\n  $setElementOrder/containers:\n  - name: b\n  - name: a\n",
			"spec:\n  containers:\n  - name: b\n  - name: a\n",
			"spec:\n  containers:\n  - name: a\n  - name: b\n  $setElementOrder/containers:\n  - name: b\n  - name: a\n",
			"kyaml knows no $setElementOrder",
		},
		{
			"retained keys", "spec:\n  securityContext:\n    runAsUser: 1\n    fsGroup: 2\n", "spec:\n  securityContext:\n    $retainKeys: [fsGroup]\n",
			"spec:\n  securityContext:\n    fsGroup: 2\n",
			"spec:\n  securityContext:\n    runAsUser: 1\n    fsGroup: 2\n    $retainKeys: [fsGroup]\n",
			"kyaml knows no $retainKeys",
		},
		{
			"deleted values", "metadata:\n  finalizers:\n  - a\n  - b\n", "metadata:\n  $deleteFromPrimitiveList/finalizers: [a]\n",
			"metadata:\n  finalizers:\n  - b\n",
			"metadata:\n  finalizers:\n  - a\n  - b\n  $deleteFromPrimitiveList/finalizers: [a]\n",
			"kyaml knows no $deleteFromPrimitiveList",
		},
		{
			"ports", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: TCP\n", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: UDP\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: UDP\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: TCP\n    - containerPort: 53\n      protocol: UDP\n",
			"the merge key is containerPort, and a cluster changes the protocol; kyaml takes the keys of server-side apply",
		},
		{
			"ports by both keys", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: TCP\n", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: UDP\n      $patchMergeKey: [containerPort, protocol]\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: TCP\n    - containerPort: 53\n      protocol: UDP\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n      protocol: TCP\n    - containerPort: 53\n      protocol: UDP\n      $patchMergeKey: [containerPort, protocol]\n",
			"$patchMergeKey says what is meant; kyaml leaves it in the result",
		},
		{
			"no merge key", "spec:\n  containers:\n  - name: a\n", "spec:\n  containers:\n  - image: x\n",
			`error: patch: spec.containers[0]: missing-merge-key: missing merge key "name"`,
			"spec:\n  containers:\n  - name: a\n",
			"nobody can tell which container is meant; kyaml drops the element",
		},
		{
			"an unknown directive", "spec:\n  hostNetwork: true\n", "spec:\n  $patch: remove\n",
			"error: patch: spec",
			"error: unknown patch strategy 'remove'",
			"neither knows it",
		},
		{
			"the directive merge", "spec:\n  hostNetwork: true\n", "spec:\n  $patch: merge\n  hostPID: true\n",
			`error: patch: spec["$patch"]: invalid-directive: expected "replace" or "delete"`,
			"spec:\n  hostNetwork: true\n  hostPID: true\n",
			"the format has no such directive, and a cluster rejects it",
		},
		{
			"a key of another type", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n", "spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: \"53\"\n      name: dns\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: 53\n    - containerPort: \"53\"\n      name: dns\n",
			"spec:\n  containers:\n  - name: a\n    ports:\n    - containerPort: \"53\"\n      name: dns\n",
			"53 and \"53\" are two values; kyaml compares texts",
		},
		{
			"new values among others", "metadata:\n  finalizers: [b, c]\n", "metadata:\n  finalizers: [a, b]\n",
			"metadata:\n  finalizers: [a, b, c]\n",
			"metadata:\n  finalizers: [b, c, a]\n",
			"the order of the patch counts for what both lists have",
		},
		{
			"the order of both", "spec:\n  containers:\n  - name: a\n  - name: b\n", "spec:\n  containers:\n  - name: b\n  - name: a\n",
			"spec:\n  containers:\n  - name: b\n  - name: a\n",
			"spec:\n  containers:\n  - name: a\n  - name: b\n",
			"the order of the patch counts for what both lists have",
		},
		{
			"a key of server-side apply that the patch lacks", "spec:\n  topologySpreadConstraints:\n  - topologyKey: zone\n    whenUnsatisfiable: DoNotSchedule\n", "spec:\n  topologySpreadConstraints:\n  - topologyKey: zone\n    maxSkew: 2\n",
			"spec:\n  topologySpreadConstraints:\n  - topologyKey: zone\n    whenUnsatisfiable: DoNotSchedule\n    maxSkew: 2\n",
			"spec:\n  topologySpreadConstraints:\n  - topologyKey: zone\n    whenUnsatisfiable: DoNotSchedule\n",
			"the merge key is topologyKey; kyaml passes over the element",
		},
		{
			"a key twice", "spec:\n  volumes:\n  - name: a\n", "spec:\n  volumes:\n  - name: a\n  - name: a\n    emptyDir: {}\n",
			"spec:\n  volumes:\n  - name: a\n    emptyDir: {}\n",
			"spec:\n  volumes:\n  - name: a\n",
			"both elements of the patch are merged; kyaml takes the first",
		},
		{
			"deleted and added", "spec:\n  volumes:\n  - name: a\n    emptyDir: {}\n", "spec:\n  volumes:\n  - name: a\n    $patch: delete\n  - name: a\n    hostPath: {path: /}\n",
			"spec:\n  volumes:\n  - name: a\n    hostPath: {path: /}\n",
			"spec:\n  volumes: []\n",
			"what is deleted and added is replaced; kyaml deletes it",
		},
		{
			"duplicates in a set", "metadata:\n  finalizers: [a, a]\n", "metadata:\n  finalizers: [b]\n",
			"metadata:\n  finalizers: [a, b]\n",
			"metadata:\n  finalizers: [a, a, b]\n",
			"a set has no duplicates",
		},
		{
			"another kind", "spec:\n  hostname: a\n", "spec:\n  hostname: {a: b}\n",
			"spec:\n  hostname: {a: b}\n",
			"error: wrong node kind: expected ScalarNode but got MappingNode: node contents:\n{a: b}",
			"the patch says what is to be there",
		},
		{
			"a deletion in a list that does not merge", "spec:\n  readinessGates: []\n", "spec:\n  readinessGates:\n  - conditionType: a\n    $patch: delete\n",
			"error: patch: spec.readinessGates[0][\"$patch\"]: invalid-directive",
			"spec:\n  readinessGates:\n  - conditionType: a\n    $patch: delete\n",
			"there is nothing to match; kyaml leaves the directive in the result",
		},
		{
			"a text without quotes", "spec:\n  hostNetwork: true\n", "spec:\n  hostname: on\n",
			"spec:\n  hostNetwork: true\n  hostname: on\n",
			"spec:\n  hostNetwork: true\n  hostname: \"on\"\n",
			"a new value has the style of the patch",
		},
		{
			"a member without value", "spec:\n  nodeName:\n  hostPID: true\n", "spec:\n  hostNetwork: true\n",
			"spec:\n  nodeName:\n  hostPID: true\n  hostNetwork: true\n",
			"spec:\n  hostPID: true\n  hostNetwork: true\n",
			"what the patch does not name stays",
		},
		{
			"a schema in a comment", "tags: # {\"type\":\"array\", \"x-kubernetes-patch-strategy\": \"merge\"}\n- a\n", "tags:\n- b\n",
			"tags: # {\"type\":\"array\", \"x-kubernetes-patch-strategy\": \"merge\"}\n- b\n",
			"tags: # {\"type\":\"array\", \"x-kubernetes-patch-strategy\": \"merge\"}\n- a\n- b\n",
			"comments are for people",
		},
	} {
		ours := mergedBy(kustomize.Merge, pod+c.original, pod+c.patch, yaml.MergeOptions{})
		theirs := mergedBy(merge2.Merge, pod+c.original, pod+c.patch, yaml.MergeOptions{})
		if c.why == "" {
			t.Errorf("%s: no reason", c.name)
		}
		if want := withPod(c.ours); ours != want && !(strings.HasPrefix(want, "error") && strings.HasPrefix(ours, want)) {
			t.Errorf("%s: ours\n%s\nwant\n%s", c.name, ours, want)
		}
		if want := withPod(c.kyamls); theirs != want {
			t.Errorf("%s: kyaml's\n%s\nwant\n%s", c.name, theirs, want)
		}
	}
}

func withPod(text string) string {
	if strings.HasPrefix(text, "error") {
		return text
	}
	return pod + text
}

// A comment after a name stays behind that name if the value becomes empty.
func TestCommentsBehindNames(t *testing.T) {
	for _, c := range []struct{ original, patch, want string }{
		{"spec: # s\n  containers: # c\n  - name: a # n\n", "spec: {containers: [{name: a, $patch: delete}]}\n", "spec: # s\n  containers: [] # c\n"},
		{"metadata:\n  labels: # l\n    a: b\n", "metadata: {labels: {a: null}}\n", "metadata:\n  labels: {} # l\n"},
		{"metadata:\n  finalizers: # f\n  - a\n", "metadata: {$deleteFromPrimitiveList/finalizers: [a]}\n", "metadata:\n  finalizers: [] # f\n"},
		{"metadata:\n  labels: {} # l\n", "metadata:\n  labels:\n    a: b\n", "metadata:\n  labels: # l\n    a: b\n"},
		{"spec:\n  hostname: a # h\n", "spec:\n  hostname:\n  - b\n", "spec:\n  hostname: # h\n  - b\n"},
		{"spec:\n  hostname: # h\n    a: b\n", "spec:\n  hostname: [c]\n", "spec:\n  hostname: [c] # h\n"},
		{"spec:\n  hostname: # h\n    a: b\n", "spec:\n  hostname: [c] # p\n", "spec:\n  hostname: [c] # p\n"},
		{"spec:\n  hostname: # h\n    a: b\n", "spec:\n  hostname: {a: c}\n", "spec:\n  hostname: # h\n    a: c\n"},
		{"metadata:\n  labels: # l\n    a: b\n", "metadata:\n  labels: {} # p\n  annotations: {}\n", "metadata:\n  labels: # p\n    a: b\n  annotations: {}\n"},
	} {
		got := mergedBy(kustomize.Merge, pod+c.original, c.patch, yaml.MergeOptions{})
		if got != pod+c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.patch, got, c.want)
		}
		if _, err := yaml.Parse(got); err != nil {
			t.Errorf("%s: %v", c.patch, err)
		}
	}
}

// The style of unchanged parts does not change.
func TestStyleStays(t *testing.T) {
	original := `# the web server
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}} # short
spec:
  replicas: 1 # few
  template:
    spec:
      containers:
      # what runs
      - name: nginx
        image: 'nginx:1' # pinned
        args: ["-g", 'daemon off;']
      # what helps
      - name: helper
        image: "helper:1"
`
	patch := `apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: nginx
        image: nginx:2
        env:
        - {name: A, value: "1"} # new
      - name: third
        image: third:1 # of the patch
`
	want := strings.NewReplacer("replicas: 1", "replicas: 3", "'nginx:1' # pinned", "nginx:2 # pinned", "'daemon off;']\n", `'daemon off;']
        env:
        - {name: A, value: "1"} # new
`).Replace(original) + `      - name: third
        image: third:1 # of the patch
`
	if got := mergedBy(kustomize.Merge, original, patch, yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListAppend}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// With MergeOptionsListPrepend, the elements of the patch come first, as in kustomize.
func TestPrepend(t *testing.T) {
	original := pod + "spec:\n  containers:\n  - name: a\n  - name: b\n  tolerations:\n  - key: x\n"
	patch := pod + "spec:\n  containers:\n  - name: new\n  - name: b\n    image: b\n"
	want := pod + "spec:\n  containers:\n  - name: new\n  - name: b\n    image: b\n  - name: a\n  tolerations:\n  - key: x\n"
	for name, m := range map[string]merge{"ours": kustomize.Merge, "kyaml's": merge2.Merge} {
		if got := mergedBy(m, original, patch, yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListPrepend}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// An order in the patch affects only its own list. The elements of nested lists still come first.
func TestPrependBelowOrder(t *testing.T) {
	original := pod + "spec:\n  containers:\n  - name: a\n    env:\n    - name: x\n  - name: z\n"
	patch := pod + "spec:\n  $setElementOrder/containers:\n  - name: a\n  - name: z\n  - name: b\n  containers:\n  - name: a\n    env:\n    - name: y\n  - name: b\n"
	want := pod + "spec:\n  containers:\n  - name: a\n    env:\n    - name: y\n    - name: x\n  - name: z\n  - name: b\n"
	if got := mergedBy(kustomize.Merge, original, patch, yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListPrepend}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The result can be empty, and the original can be empty or null.
func TestNothing(t *testing.T) {
	if got := mergedBy(kustomize.Merge, pod, "$patch: delete\n", yaml.MergeOptions{}); got != "nothing" {
		t.Errorf("deleted: %s", got)
	}
	if got := mergedBy(kustomize.Merge, pod, "null\n", yaml.MergeOptions{}); got != "nothing" {
		t.Errorf("a patch that is null: %s", got)
	}
	text, want := pod+"spec:\n  $patch: replace\n  hostNetwork: true\n", pod+"spec:\n  hostNetwork: true\n"
	patch := yaml.MustParse(text)
	before := patch.MustString()
	if result, err := kustomize.Merge(patch, nil, yaml.MergeOptions{}); err != nil || result.MustString() != want {
		t.Errorf("without an original: got %v, %v", result, err)
	}
	if got := mergedBy(kustomize.Merge, "null", text, yaml.MergeOptions{}); got != want {
		t.Errorf("null: got %s", got)
	}
	if patch.MustString() != before {
		t.Errorf("the patch became %s", patch.MustString())
	}
	if result, err := kustomize.Merge(nil, patch, yaml.MergeOptions{}); result != patch || err != nil {
		t.Errorf("without a patch: %v, %v", result, err)
	}
}

// The schema is that of the original, even if the patch changes the kind.
func TestKindOfTheOriginal(t *testing.T) {
	const containers = "spec:\n  containers:\n  - name: a\n"
	original, patch := pod+containers, "apiVersion: example.com/v1\nkind: Own\n"+containers+"    image: i\n"
	for _, c := range []struct{ original, patch, want string }{
		{pod + containers + "  - name: b\n", patch, patch + "  - name: b\n"},
		{"kind: Own\n" + containers + "  - name: b\n", original + "    image: i\n", "kind: Pod\n" + containers + "    image: i\n  - name: b\napiVersion: v1\n"},
		{patch + "  - name: b\n", original, original},
		{"kind: Pod\n" + containers + "  - name: b\n", "kind: Pod\n" + containers, "kind: Pod\n" + containers},
	} {
		if got := mergedBy(kustomize.Merge, c.original, c.patch, yaml.MergeOptions{}); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.original, got, c.want)
		}
	}
}

func TestAliases(t *testing.T) {
	original := pod + "metadata:\n  labels: &l {a: \"1\"}\nspec:\n  nodeSelector: *l\n"
	want := pod + "metadata:\n  labels: {a: \"2\"}\nspec:\n  nodeSelector: {a: \"1\"}\n"
	for _, patch := range []string{"metadata:\n  labels:\n    a: \"2\"\n", "metadata:\n  labels:\n    <<: {a: \"2\"}\n"} {
		if got := mergedBy(kustomize.Merge, original, patch, yaml.MergeOptions{}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", patch, got, want)
		}
	}
}

// Cyclic aliases are errors, and so are aliases that expand to more than fits into memory.
func TestAliasesWithoutEnd(t *testing.T) {
	many := "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for name := 'b'; name < 'k'; name++ {
		many += fmt.Sprintf("%c: &%[1]c [*%[2]c%s]\n", name, name-1, strings.Repeat(fmt.Sprintf(", *%c", name-1), 9))
	}
	for text, want := range map[string]string{"a: &a [*a]\n": "contains itself", "a: &a {<<: *a}\n": "contains itself", many: "excessive aliasing"} {
		if got := mergedBy(kustomize.Merge, pod, text, yaml.MergeOptions{}); !strings.HasPrefix(got, "error: patch: ") || !strings.Contains(got, want) {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// The definitions of a schema may have aliases.
func TestAliasesInSchemas(t *testing.T) {
	text := strings.Replace(string(crd("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys: [id]")), "id: {type: string}", "id: &text {type: string}\n                name: *text", 1)
	s, err := kustomize.NewSchemas([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const shop = "apiVersion: example.com/v1\nkind: Shop\nitems:\n- id: a\n"
	if got := mergedBy(s.Merge, shop, shop+"  name: x\n", yaml.MergeOptions{}); got != shop+"  name: x\n" {
		t.Errorf("got %s", got)
	}
}

// crd returns a CRD with a list that has the given extensions.
func crd(words string) []byte {
	return fmt.Appendf(nil, `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Shop, plural: shops}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          items:
            type: array
            %s
            items:
              type: object
              required: [id]
              properties:
                id: {type: string}
                price: {type: integer}
`, words)
}

const openAPI = `{"definitions": {"shop": {"type": "object", "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "Shop", "version": "v1"}],
  "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "items": {"type": "array", "x-kubernetes-patch-merge-key": "id", "x-kubernetes-patch-strategy": "merge",
    "items": {"type": "object", "properties": {"id": {"type": "string"}, "price": {"type": "integer"}}}}}}}}`

// Concurrent calls with different schemas do not affect each other.
func TestSchemasInParallel(t *testing.T) {
	const shop = "apiVersion: example.com/v1\nkind: Shop\nitems:\n"
	original, patch := shop+"- id: a\n  price: 1\n- id: b\n", shop+"- id: b\n  price: 2\n"
	replaced, keyed := patch, shop+"- id: a\n  price: 1\n- id: b\n  price: 2\n"
	var schemas [3]*kustomize.Schemas
	for i, text := range [][]byte{nil, crd("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys: [id]"), []byte(openAPI)} {
		var err error
		if schemas[i], err = kustomize.NewSchemas(text); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for range 8 {
		for i, want := range []string{replaced, keyed, keyed} {
			all.Add(1)
			go func() {
				defer all.Done()
				for range 50 {
					if got := mergedBy(schemas[i].Merge, original, patch, yaml.MergeOptions{}); got != want {
						t.Errorf("schemas %d: got\n%s\nwant\n%s", i, got, want)
						return
					}
				}
			}()
		}
	}
	all.Wait()
}

func TestNewSchemasRejects(t *testing.T) {
	for text, want := range map[string]string{
		"kind: Deployment\n":               "text 1 of the schemas: expected a CustomResourceDefinition, or an OpenAPI document with definitions or components",
		"kind: CustomResourceDefinition\n": "text 1 of the schemas: schema: invalid-schema: missing apiVersion; a CustomResourceDefinition requires it here",
		"a: [\n":                           "text 1 of the schemas: yaml: line 1: did not find expected node content",
		"a: " + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "\n": "text 1 of the schemas: document: the document is nested more than 1000 levels deep",
	} {
		if _, err := kustomize.NewSchemas([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.99q: got %v", text, err)
		}
	}
	s, err := kustomize.NewSchemas(crd("x-kubernetes-patch-strategy: wild"))
	if err != nil {
		t.Fatal(err)
	}
	if got := mergedBy(s.Merge, "apiVersion: example.com/v1\nkind: Shop\n", "items: []\n", yaml.MergeOptions{}); !strings.HasPrefix(got, "error: ") {
		t.Errorf("a definition that does not merge: got %s", got)
	}
}

// kyaml and this package both merge by the keys of an encoded schema.
func TestPublished(t *testing.T) {
	const shop = "apiVersion: example.com/v1\nkind: Shop\nitems:\n"
	original, patch := shop+"- id: a\n  price: 1\n- id: b\n", shop+"- id: b\n  price: 2\n"
	want := shop + "- id: a\n  price: 1\n- id: b\n  price: 2\n"
	tree, err := yaml.MustParse(string(crd("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys: [id]"))).Map()
	if err != nil {
		t.Fatal(err)
	}
	document, err := model.FromAny(tree)
	if err != nil {
		t.Fatal(err)
	}
	definition, err := openapi.ReadCRD(document)
	if err != nil {
		t.Fatal(err)
	}
	s, err := definition.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(openapi.EncodeKustomize(openapi.KindSchema{APIVersion: "example.com/v1", Kind: "Shop", Schema: s}).JSON())
	schemas, err := kustomize.NewSchemas(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := mergedBy(schemas.Merge, original, patch, yaml.MergeOptions{}); got != want {
		t.Errorf("here: got\n%s", got)
	}
	if got := mergedBy(merge2.Merge, original, patch, yaml.MergeOptions{}); got == want {
		t.Error("kyaml merges by keys that it was not told")
	}
	if err := kyamlopenapi.AddSchema(text); err != nil {
		t.Fatal(err)
	}
	defer kyamlopenapi.ResetOpenAPI()
	if got := mergedBy(merge2.Merge, original, patch, yaml.MergeOptions{}); got != want {
		t.Errorf("kyaml: got\n%s", got)
	}
}
