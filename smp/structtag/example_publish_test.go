package structtag_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/structtag"
)

// Package openapi writes the schema of a Go type as a document. Tools read such a document with the
// flag --schema of smp-check or with the field openapi of a kustomization.
func ExampleOf_openapi() {
	type Rule struct {
		Host string `json:"host"`
		Port int    `json:"port,omitempty"`
	}
	type Proxy struct {
		Rules []Rule `json:"rules,omitempty" patchStrategy:"merge" patchMergeKey:"host"`
	}
	s, err := structtag.Of[Proxy]()
	if err != nil {
		fmt.Println(err)
		return
	}
	document := openapi.EncodeKustomize(openapi.KindSchema{APIVersion: "edge.example.com/v1", Kind: "Proxy", Schema: s})
	fmt.Println(document.JSON())
	// Output:
	// {"swagger":"2.0","info":{"title":"strategic merge patch schema","version":"1"},"paths":{},"definitions":{"edge.example.com.v1.Proxy":{"type":"object","properties":{"rules":{"type":"array","items":{"type":"object","properties":{"host":{"type":"string"},"port":{"type":"integer"}}},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"host"}},"x-kubernetes-group-version-kind":[{"group":"edge.example.com","kind":"Proxy","version":"v1"}]}}}
}
