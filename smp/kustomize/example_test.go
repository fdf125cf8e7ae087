package kustomize_test

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/smp/kustomize"
)

func ExampleMerge() {
	deployment := yaml.MustParse(`apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      containers:
      - name: web # serves
        image: web:1
      - name: proxy
`)
	patch := yaml.MustParse("spec: {template: {spec: {containers: [{name: web, image: web:2}]}}}")
	result, err := kustomize.Merge(patch, deployment, yaml.MergeOptions{})
	fmt.Print(result.MustString(), err)
	// Output:
	// apiVersion: apps/v1
	// kind: Deployment
	// spec:
	//   template:
	//     spec:
	//       containers:
	//       - name: web # serves
	//         image: web:2
	//       - name: proxy
	// <nil>
}

func ExampleNewSchemas() {
	schemas, err := kustomize.NewSchemas([]byte(openAPI))
	if err != nil {
		panic(err)
	}
	shop := yaml.MustParse("{apiVersion: example.com/v1, kind: Shop, items: [{id: a, price: 1}, {id: b, price: 2}]}")
	result, err := schemas.Merge(yaml.MustParse("items: [{id: b, price: 3}]"), shop, yaml.MergeOptions{})
	fmt.Print(result.MustString(), err)
	// Output:
	// {apiVersion: example.com/v1, kind: Shop, items: [{id: a, price: 1}, {id: b, price: 3}]}
	// <nil>
}

func ExampleSchemas_Lookup() {
	schema, known, err := (*kustomize.Schemas)(nil).Lookup("v1", "Service")
	spec, _ := schema.Member("spec")
	ports, _ := spec.Member("ports")
	fmt.Println(ports.Keys(), known, err)
	// Output:
	// [port] true <nil>
}
