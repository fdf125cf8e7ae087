package kustomize_test

import (
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/smp/kustomize"
)

// The result shares no node with the patch, so that the caller may change both of them.
func TestResultSharesNoNodeWithThePatch(t *testing.T) {
	for _, test := range []struct{ patch, original string }{
		{"spec:\n  selector: # why\n    a: b # x\n  containers:\n  - name: n # y\n    image: q\n", "apiVersion: v1\nkind: Pod\nspec:\n  containers: []\n"},
		{"spec:\n  containers:\n  - name: n\n    args: [a]\n  nodeSelector: {a: b}\n", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: n\n    image: q\n  - name: m\n"},
		{"metadata:\n  annotations: {a: &x b, c: *x}\n", "apiVersion: v1\nkind: Pod\n"},
		{"$patch: replace\nspec: {a: b}\n", "apiVersion: v1\nkind: Pod\nspec:\n  containers: []\n"},
	} {
		patch, original := yaml.MustParse(test.patch), yaml.MustParse(test.original)
		nodes := map[*yaml.Node]bool{}
		eachNode(patch.YNode(), func(n *yaml.Node) { nodes[n] = true })
		result, err := kustomize.Merge(patch, original, yaml.MergeOptions{})
		if err != nil {
			t.Errorf("%s: %v", test.patch, err)
			continue
		}
		eachNode(result.YNode(), func(n *yaml.Node) {
			if nodes[n] {
				t.Errorf("%s: the result has the node %q of the patch", test.patch, n.Value)
			}
		})
	}
}

func eachNode(n *yaml.Node, visit func(*yaml.Node)) {
	if n == nil {
		return
	}
	visit(n)
	for _, child := range n.Content {
		eachNode(child, visit)
	}
	eachNode(n.Alias, visit)
}
