package kubernetes

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/secret"
)

// StoredSecret returns a Secret as a cluster stores it: the values of stringData are in data, in
// base64, and replace other values with the same names. A cluster never returns stringData, so call
// StoredSecret before you compare a Secret with a live one. [ThreeWay] does this. For example,
// {"stringData": {"user": "u"}} becomes {"data": {"user": "dQ=="}}.
//
// Values of the wrong type, which a cluster rejects, are not changed: values that are not strings
// stay in stringData, and all values stay there if data is not a map. The error is that of
// [model.Path.Set].
func StoredSecret(object model.Value) (model.Value, error) { return secret.Stored(object) }
