package yaml_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A patch in YAML is applied to a manifest in YAML.
func Example() {
	manifest, err := yaml.Parse([]byte(`
apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 1
`))
	if err != nil {
		log.Fatal(err)
	}
	patch, err := yaml.Parse([]byte(`{spec: {replicas: 3}}`))
	if err != nil {
		log.Fatal(err)
	}
	result, err := kubernetes.Apply([]byte(manifest.JSON()), []byte(patch.JSON()))
	fmt.Println(string(result), err)
	// Output:
	// {"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":3}} <nil>
}

// Parse returns the values that kubectl reads from YAML. Numbers in JSON keep their digits.
func ExampleParse() {
	for _, text := range []string{"version: 1.0\nports: [80]", "{version: 1.0}", `{"version": 1.0}`} {
		v, err := yaml.Parse([]byte(text))
		fmt.Println(v, err)
	}
	// Output:
	// {"ports":[80],"version":1} <nil>
	// {"version":1} <nil>
	// {"version": 1.0} <nil>
}

// Package yamldoc finds the line of an error in a patch.
func ExampleParse_lineOfAnError() {
	text := []byte(`
spec:
  containers:
  - image: app:2  # the name is missing
`)
	patch, err := yaml.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	_, err = kubernetes.Apply([]byte(`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"app"}]}}`), []byte(patch.JSON()))
	var e *smp.Error
	if errors.As(err, &e) && e.Document == "patch" {
		stream, err := yamldoc.Read(text)
		if err != nil {
			log.Fatal(err)
		}
		if place, ok := stream.Place(0, e.Path); ok {
			fmt.Printf("line %d, column %d: %v\n", place.Line, place.Column, e)
		}
	}
	// Output:
	// line 4, column 5: patch: spec.containers[0]: missing-merge-key: missing merge key "name" (rule keyed-merge)
}

func ExampleParseAll() {
	all, err := yaml.ParseAll([]byte(`
kind: Service
---
kind: Deployment
`))
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range all {
		fmt.Println(v)
	}
	// Output:
	// {"kind":"Service"}
	// {"kind":"Deployment"}
}
