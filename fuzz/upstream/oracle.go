package upstream

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An Oracle is the shipped engine with one schema.
type Oracle struct {
	meta strategicpatch.LookupPatchMeta
}

// A Panic is what an Oracle returns as its error where the shipped engine
// panics.
type Panic struct{ Value any }

// Error says what the engine panicked with.
func (p *Panic) Error() string { return fmt.Sprintf("the shipped engine panics: %v", p.Value) }

// OracleOf returns the shipped engine with the schema of a Go struct, which t
// is or points to.
func OracleOf(t reflect.Type) (Oracle, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(t).Interface())
	return Oracle{meta}, err
}

// OracleForKind returns the shipped engine with the schema of a built-in kind.
func OracleForKind(kind kubernetes.Kind) (Oracle, error) {
	for _, k := range table.Kinds(table.NewScheme()) {
		if k.Kind == kind {
			return OracleOf(k.Type)
		}
	}
	return Oracle{}, fmt.Errorf("there is no built-in kind %s", kind)
}

// Apply returns what the shipped engine makes of the patch, as JSON. A panic
// comes as an error of type *Panic. The arguments are not changed.
func (o Oracle) Apply(original, patch []byte) (result []byte, err error) {
	defer recoverPanic(&err)
	return strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, o.meta)
}

// ApplyMaps is Apply on decoded documents, which the shipped engine may change
// and share with the result.
func (o Oracle) ApplyMaps(original, patch map[string]any) (result map[string]any, err error) {
	defer recoverPanic(&err)
	return strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(original, patch, o.meta)
}

func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = &Panic{p}
	}
}
