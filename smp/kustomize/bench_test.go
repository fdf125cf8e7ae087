package kustomize_test

import (
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"

	"github.com/strategicpatch/smp/smp/kustomize"
)

// BenchmarkMerge changes the image of one container and adds a variable to another one. It merges a
// short and a long list, with this package and with kyaml. Each call has its own nodes.
func BenchmarkMerge(b *testing.B) {
	for _, containers := range []int{2, 50} {
		var text strings.Builder
		text.WriteString("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n")
		for i := range containers {
			fmt.Fprintf(&text, "      - name: c%d\n        image: image:%[1]d\n        ports:\n        - containerPort: 80\n        env:\n        - {name: A, value: a}\n        - {name: B, value: b}\n", i)
		}
		original := yaml.MustParse(text.String())
		patch := yaml.MustParse("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: c0, image: new}, {name: c1, env: [{name: C, value: c}]}]}}}\n")
		for _, engine := range []struct {
			name  string
			merge merge
		}{{"ours", kustomize.Merge}, {"kyaml", merge2.Merge}} {
			b.Run(fmt.Sprintf("%d containers/%s", containers, engine.name), func(b *testing.B) {
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if _, err := engine.merge(patch.Copy(), original.Copy(), yaml.MergeOptions{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("%d containers/copies alone", containers), func(b *testing.B) {
			b.ResetTimer()
			for range b.N {
				patch.Copy()
				original.Copy()
			}
		})
	}
}
