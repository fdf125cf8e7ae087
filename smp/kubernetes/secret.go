package kubernetes

import (
	"encoding/base64"

	"github.com/strategicpatch/smp/model"
)

var (
	dataPath       = model.Path{model.Field("data")}
	stringDataPath = model.Path{model.Field("stringData")}
)

// StoredSecret returns a Secret as a cluster stores it: the values of stringData are in data, in
// base64, and replace other values with the same names. A cluster never returns stringData, so call
// StoredSecret before you compare a Secret with a live one. [ThreeWay] does this. For example,
// {"stringData": {"user": "u"}} becomes {"data": {"user": "dQ=="}}.
//
// Values of the wrong type, which a cluster rejects, are not changed: values that are not strings
// stay in stringData, and all values stay there if data is not a map. The error is that of
// [model.Path.Set].
func StoredSecret(secret model.Value) (model.Value, error) {
	data, _ := dataPath.Lookup(secret)
	given, _ := stringDataPath.Lookup(secret)
	if t := data.Type(); given.Type() != model.Map || t != model.Map && t != model.Absent && t != model.Null {
		return secret, nil
	}
	var moved, left []model.Member
	for name, v := range given.Members() {
		if v.Type() == model.String {
			moved = append(moved, model.Member{Name: name, Value: model.NewString(base64.StdEncoding.EncodeToString([]byte(v.Text())))})
		} else {
			left = append(left, model.Member{Name: name, Value: v})
		}
	}
	changes := make([]model.Member, 0, 2)
	if len(moved) > 0 {
		if data.Type() != model.Map {
			data = model.Value{}
		}
		merged, err := data.WithMembers(moved...)
		if err != nil {
			return model.Value{}, err
		}
		changes = append(changes, model.Member{Name: "data", Value: merged})
	}
	rest := model.Member{Name: "stringData"}
	if len(left) > 0 {
		var err error
		if rest.Value, err = model.NewMap(left...); err != nil {
			return model.Value{}, err
		}
	}
	return secret.WithMembers(append(changes, rest)...)
}
