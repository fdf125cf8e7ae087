package minimize_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/smp"
)

// A patch is rejected. The smallest case that is rejected for the same reason
// shows the cause.
func ExampleMinimizer() {
	m := minimize.Minimizer{Keep: lacksKey, KeepNames: true}
	small := m.Minimize(service())
	fmt.Println(small.Input.Original.JSON(), small.Input.Patch.JSON())
	// Output:
	// {} {"ports":[{}]}
}

// Redact replaces every name and value, so that a case can be shown to others.
// SharedText lists the words that two cases have in common.
func ExampleMinimizer_redact() {
	c := service()
	plain := minimize.Minimizer{Keep: lacksKey, KeepNames: true}
	redacted := minimize.Minimizer{Keep: lacksKey, Redact: true}
	fmt.Println(minimize.SharedText(c, plain.Minimize(c)))
	fmt.Println(minimize.SharedText(c, redacted.Minimize(c)))
	// Output:
	// [port ports spec]
	// []
}

// lacksKey reports whether the patch of a case is rejected because an element
// lacks its merge key.
func lacksKey(c corpus.Case) bool {
	_, err := smp.Apply(c.Input.Schema, c.Input.Original, c.Input.Patch)
	var e *smp.Error
	return errors.As(err, &e) && e.Code == smp.MissingMergeKey
}

// service is a case with a port that lacks its merge key.
func service() corpus.Case {
	c, err := corpus.Read("service.yaml", []byte(`
rule: [keyed-merge]
comment: a port without its merge key
schema: {apiVersion: v1, kind: Service}
op: apply
original: {metadata: {name: dns}, spec: {selector: {app: dns}, ports: [{port: 53, protocol: UDP}, {port: 9153}]}}
patch: {metadata: {labels: {team: a}}, spec: {type: NodePort, ports: [{port: 53, nodePort: 30053}, {name: metrics, nodePort: 30153}]}}
error: {kind: missing-merge-key, path: 'spec.ports[1]'}
`))
	if err != nil {
		log.Fatal(err)
	}
	return c
}
