package upstream

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An Oracle is apimachinery's engine with one schema. Its answers are used as the expected
// ones.
type Oracle struct {
	meta strategicpatch.LookupPatchMeta
}

// A Panic is the error of an Oracle if apimachinery panics.
type Panic struct{ Value any }

// Error returns the value of the panic as text.
func (p *Panic) Error() string { return fmt.Sprintf("apimachinery panics: %v", p.Value) }

// OracleOf returns an Oracle with the schema of a Go struct. The argument t is the struct
// type or a pointer to it.
func OracleOf(t reflect.Type) (Oracle, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(t).Interface())
	return Oracle{meta}, err
}

// OracleForKind returns an Oracle with the schema of a built-in kind.
func OracleForKind(kind kubernetes.Kind) (Oracle, error) {
	for _, k := range table.Kinds(table.NewScheme()) {
		if k.Kind == kind {
			return OracleOf(k.Type)
		}
	}
	return Oracle{}, fmt.Errorf("there is no built-in kind %s", kind)
}

// Apply returns the result that apimachinery gives for the patch, as JSON. A panic becomes an
// error of type *Panic. The arguments are not changed.
func (o Oracle) Apply(original, patch []byte) (result []byte, err error) {
	defer recoverPanic(&err)
	return strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, o.meta)
}

// ApplyMaps is like Apply, for decoded documents. apimachinery may change the arguments, and
// share them with the result.
func (o Oracle) ApplyMaps(original, patch map[string]any) (result map[string]any, err error) {
	defer recoverPanic(&err)
	return strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(original, patch, o.meta)
}

func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = &Panic{p}
	}
}
