// Package secret converts Secrets to the form that a cluster stores.
package secret

import (
	"encoding/base64"

	"github.com/strategicpatch/smp/model"
)

var (
	dataPath       = model.Path{model.Field("data")}
	stringDataPath = model.Path{model.Field("stringData")}
)

// Is reports whether a document has the apiVersion and kind of a Secret.
func Is(v model.Value) bool {
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	return apiVersion.Text() == "v1" && kind.Text() == "Secret"
}

// Store replaces Secrets by their stored form (see [Stored]).
func Store(secrets ...*model.Value) error {
	for _, v := range secrets {
		stored, err := Stored(*v)
		if err != nil {
			return err
		}
		*v = stored
	}
	return nil
}

// Stored implements kubernetes.StoredSecret.
func Stored(secret model.Value) (model.Value, error) {
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
