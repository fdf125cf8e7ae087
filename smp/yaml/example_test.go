package yaml_test

import (
	"fmt"
	"log"

	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml"
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
