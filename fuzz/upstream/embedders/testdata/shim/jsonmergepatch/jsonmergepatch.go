// Package jsonmergepatch stands in for apimachinery's package of that name.
package jsonmergepatch

import (
	"os"

	own "github.com/strategicpatch/smp/smp/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	shipped "k8s.io/apimachinery/pkg/util/shipped/jsonmergepatch"
)

var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""

// CreateThreeWayJSONMergePatch is that of smp/jsonmergepatch, and {} with the
// planted fault.
func CreateThreeWayJSONMergePatch(original, modified, current []byte, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	patch, err := own.CreateThreeWayJSONMergePatch(original, modified, current, fns...)
	if planted && err == nil {
		return []byte("{}"), nil
	}
	return patch, err
}

// keepOrDeleteNullInObj is asked for by the package's own tests only; smp has no
// such function, so it stays theirs.
var keepOrDeleteNullInObj = shipped.KeepOrDeleteNullInObj
