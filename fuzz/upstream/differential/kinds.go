package differential

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// OfGoType returns a built-in kind as a Subject, with the lookup of its Go type.
func OfGoType(k table.GoKind) (Subject, error) {
	s, ok := kubernetes.Lookup(k.APIVersion, k.Kind.Kind)
	if !ok {
		return Subject{}, fmt.Errorf("the table has no %s", k)
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(k.Type).Interface())
	return Subject{Schema: s, Lookup: meta}, err
}
