package dropin_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

// The types of kube-openapi give the same schema for each kind as the document
// from which they were made.
func TestKubeOpenAPITypesSayWhatTheirDocumentSays(t *testing.T) {
	all, err := dropin.OpenAPIObjects()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		l := o.Schema.(dropin.Lookup)
		schema, err := l.Ours.MergeSchema()
		if err != nil || !schema.Equal(l.Schema) {
			t.Errorf("%s: another schema, %v", o.Name, err)
		}
		again, err := l.Ours.MergeSchema()
		if err != nil || again != schema {
			t.Errorf("%s: it is made twice, %v", o.Name, err)
		}
	}
}
