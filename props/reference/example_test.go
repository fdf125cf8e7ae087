package reference_test

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// The reference gives the answers of package smp, but is written from the rules alone.
func ExampleApply() {
	original := model.MustParse(`{"labels":{"app":"web","tier":"front"}}`)
	patch := model.MustParse(`{"labels":{"tier":null,"team":"a"}}`)
	want, _ := reference.Apply(smp.Engine{}, smp.Schemaless, original, patch)
	got, _ := smp.Apply(smp.Schemaless, original, patch)
	fmt.Println(want.JSON(), model.Equal(want, got))
	// Output:
	// {"labels":{"app":"web","team":"a"}} true
}

// Target returns the result that a three-way merge must have, in any form of the patch.
func ExampleTarget() {
	original := model.MustParse(`{"labels":{"app":"web","tier":"front"}}`)
	modified := model.MustParse(`{"labels":{"app":"web"}}`)
	current := model.MustParse(`{"labels":{"app":"web","tier":"front","team":"a"}}`)
	target, err := reference.Target(smp.Schemaless, original, modified, current)
	fmt.Println(target.JSON(), err)
	// Output:
	// {"labels":{"app":"web","team":"a"}} <nil>
}
