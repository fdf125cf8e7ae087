package play_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
)

// aFlag matches a flag of smp-check, except in a longer word.
var aFlag = regexp.MustCompile(`(^|[^-\w])--[a-z][a-z-]+`)

// flagsIn returns the flags in a reply that the page does not have.
func flagsIn(r play.Reply) (found []string) {
	lines := append(append([]string{}, r.Notes...), r.Cluster...)
	if r.Error != nil {
		lines = append(lines, strings.Split(r.Error.Message, "\n")...)
	}
	for _, line := range append(lines, string(r.Lint)) {
		if aFlag.MatchString(line) && !strings.Contains(strings.ToLower(line), "on the command line") {
			found = append(found, line)
		}
	}
	return found
}

// The texts of the page, including the answers to all examples, name its fields and
// not the flags of the command line.
func TestNoFlags(t *testing.T) {
	typed := `{"type": "object", "properties": {"a": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": {"type": "object", "properties": {"name": {}}}}}}`
	crd := `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: gates.example.org}, spec: {group: example.org, scope: Namespaced, names: {kind: Gate, plural: gates}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}}}}}]}}`
	keyed := `{"type": "object", "properties": {"a": {"type": "array", "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name", "items": {"type": "object", "properties": {"name": {}, "b": {}}}}}}`
	for _, test := range []struct {
		request play.Request
		want    string
	}{
		{play.Request{Documents: []string{"a: 1", "a: 2"}}, `Enter the kind in "Kind", as in apps/v1/Deployment`},
		{play.Request{Documents: []string{"{apiVersion: v1, kind: Servce}", "a: 2"}}, `enter another kind in "Kind"`},
		{play.Request{Kind: "v1/Servce", Documents: []string{"a: 1", "a: 2"}}, "kind: unknown-kind: no schema is known for v1/Servce"},
		{play.Request{Documents: []string{"{apiVersion: v1, kind: Pod}", ""}}, "patch: there is no text here; {} is an empty document"},
		{play.Request{Op: corpus.OpDiff, Documents: []string{"{apiVersion: v1, kind: Pod}", "# later"}}, "modified: there is no text here"},
		{play.Request{Documents: []string{"{apiVersion: v1, kind: Pod}\n---\n{}", "{}"}}, "original:2: a second document begins here; the page accepts one object"},
		{play.Request{Documents: []string{"{apiVersion: v1, kind: List, items: []}", "{}"}}, "paste one of them, or get one by name"},
		{play.Request{Schema: `{openapi: "3.0.0", components: {schemas: {a: {type: object}}}}`, Documents: []string{"a: 1", "a: 2"}}, `name a schema in "Kind", as in '#/components/schemas/NAME', or a kind"`},
		{play.Request{Kind: "v1/Pod", Schema: `{$defs: {a: {type: object}}}`, Documents: []string{"a: 1", "a: 2"}}, `name a schema in "Kind", as in '#/$defs/NAME'`},
		{play.Request{Kind: "v1/Pod", Schema: `{anyOf: [{properties: {a: {}}}, {properties: {b: {}}}]}`, Documents: []string{"a: 1", "a: 2"}}, `name a schema in "Kind", as in '#/anyOf/0', or the schema itself, as in '#'`},
		{play.Request{Kind: "#", Schema: `{anyOf: [{properties: {a: {}}}, {properties: {b: {}}}]}`, Documents: []string{"a: 1", "a: 2"}}, `a: 2`},
		{play.Request{Schema: "a: CustomResourceDefinition", Documents: []string{"{apiVersion: v1, kind: Pod}", "a: 2"}}, "crd: not a CustomResourceDefinition: it has no kind"},
		{play.Request{Schema: typed, Documents: []string{"a: [{name: x}]", "a: [{name: y}]"}}, "on the command line, --list-types"},
		{play.Request{Schema: crd, Documents: []string{"{apiVersion: example.org/v1, kind: Gate, a: x}", "a: y"}}, "it accepts the JSON Merge Patch below"},
		{play.Request{Op: corpus.OpDiff, Schema: crd, Documents: []string{"{apiVersion: example.org/v1, kind: Gate, a: x}", "{apiVersion: example.org/v1, kind: Gate, a: y}"}}, "they accept the JSON Merge Patch below"},
		{play.Request{Op: corpus.OpApply, NoSchema: true, Documents: []string{"{apiVersion: v1, kind: Pod}", "a: 2"}}, `untick "without a schema"`},
		{play.Request{Op: corpus.OpDiff, Schema: keyed, Documents: []string{"a: [{name: x}, {b: 1}]", "a: [{name: x}, {b: 2}]"}}, "replaces"},
		{play.Request{Op: corpus.OpDiff, Dialect: corpus.Documented, Documents: []string{play.Service.Request.Documents[0], strings.Replace(play.Service.Request.Documents[0], "UDP", "SCTP", 1)}}, "a cluster would store a different object"},
		{play.Request{Op: corpus.OpDiff, Dialect: corpus.Documented, Ignore: "patchMergeKey", Documents: []string{play.Service.Request.Documents[0], strings.Replace(play.Service.Request.Documents[0], "TCP\n    targetPort: 5353", "TCP\n    targetPort: 1", 1)}}, "On the command line, --as merge-patch"},
	} {
		if test.request.Op == "" {
			test.request.Op = corpus.OpApply
		}
		reply := play.Run(test.request)
		for _, line := range flagsIn(reply) {
			t.Errorf("%q: %s", test.request.Documents, line)
		}
		if text, err := json.Marshal(reply); err != nil || !strings.Contains(strings.ReplaceAll(string(text), `\"`, `"`), test.want) {
			t.Errorf("%q: it is not said that %s:\n%s", test.request.Documents, test.want, text)
		}
	}
}
