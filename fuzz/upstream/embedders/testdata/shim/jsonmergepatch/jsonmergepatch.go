// Package jsonmergepatch replaces the package with this name in apimachinery.
package jsonmergepatch

import (
	"os"

	own "github.com/strategicpatch/smp/smp/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	shipped "k8s.io/apimachinery/pkg/util/shipped/jsonmergepatch"
)

var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""

// CreateThreeWayJSONMergePatch calls smp/jsonmergepatch. With the planted fault, it returns
// {}.
func CreateThreeWayJSONMergePatch(original, modified, current []byte, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	patch, err := own.CreateThreeWayJSONMergePatch(original, modified, current, fns...)
	if planted && err == nil {
		return []byte("{}"), nil
	}
	return patch, err
}

// keepOrDeleteNullInObj is used only by the package's own tests. smp has no such function, so
// this is the function of apimachinery.
var keepOrDeleteNullInObj = shipped.KeepOrDeleteNullInObj
