package corpus_test

import (
	"fmt"
	"log"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// replaceLists is an engine that replaces every list, even a merging one.
type replaceLists struct{}

func (replaceLists) Name() string { return "replace-lists" }

func (replaceLists) Run(in corpus.Input) corpus.Outcome {
	in.Schema = smp.Schemaless
	return corpus.Engine().Run(in)
}

// A Subject is an engine under test. Run reports its faults.
func ExampleRun() {
	c, err := corpus.Read("ports.yaml", []byte(`
rule: [keyed-merge]
comment: the port that the patch names changes, the other one stays
schema: {apiVersion: v1, kind: Service}
op: apply
original: {spec: {ports: [{port: 80}, {port: 443}]}}
patch: {spec: {ports: [{port: 443, name: https}]}}
want: {spec: {ports: [{port: 80}, {port: 443, name: https}]}}
`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(corpus.Run(c, corpus.Engine()).Passed())

	verdict := corpus.Run(c, replaceLists{})
	fmt.Println(verdict.Passed())
	fmt.Println(verdict.Failures[0].Got)
	// Output:
	// true
	// false
	// {"spec":{"ports":[{"name":"https","port":443}]}}
}

// The cases are part of the module.
func ExampleCases() {
	cases, err := corpus.Cases()
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range cases {
		if c.Name == "keyed/merges-element" {
			fmt.Println(c.Rule, c.Comment)
		}
	}
	// Output:
	// [keyed-merge] the element with the same key is merged into
}

// Differences lists the places where a result differs from the expected one.
func ExampleDifferences() {
	source := corpus.SchemaSource{APIVersion: "v1", Kind: "Pod"}
	schema, err := source.Schema()
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range corpus.Differences(schema,
		model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy"}]}}`),
		model.MustParse(`{"spec":{"containers":[{"name":"proxy"},{"name":"app","image":"app:1"}]}}`)) {
		fmt.Println(d.Path, d.How)
	}
	// Output:
	// spec.containers[name=app].image another string
	// spec.containers the order of a keyed list
}
