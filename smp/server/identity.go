package server

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An identity identifies an object. Missing fields are empty.
type identity struct {
	kind            kubernetes.Kind
	name, namespace string
}

// identityOf returns the identity of an object. If a field has the wrong type, it returns an
// error and the other fields.
func identityOf(object model.Value) (id identity, err error) {
	metadata, _ := object.Get("metadata")
	text := func(in model.Value, place, name string) string {
		v, _ := in.Get(name)
		if k := v.Type(); k != model.String && k != model.Null && k != model.Absent {
			err = faults.Errorf("%s%s: expected a string, got %s", place, name, k.Noun())
		}
		return v.Text()
	}
	id = identity{kubernetes.Kind{APIVersion: text(object, "", "apiVersion"), Kind: text(object, "", "kind")}, text(metadata, "metadata.", "name"), text(metadata, "metadata.", "namespace")}
	if k := metadata.Type(); k != model.Map && k != model.Null && k != model.Absent {
		err = faults.Errorf("metadata: expected a map, got %s", k.Noun())
	}
	return id, err
}

// settle checks that the result of a patch still identifies the live object, and returns it with
// the fields that a server would restore. If the check fails, it returns the error of a server. A
// strategic merge patch cannot change the kind.
func (s Server) settle(live, result model.Value, strategic bool) (model.Value, error) {
	is, _ := identityOf(live)
	now, err := identityOf(result)
	if err != nil {
		return model.Value{}, &Error{Invalid, err}
	}
	custom := false
	if !strategic && is.kind.APIVersion != "" && is.kind.Kind != "" {
		_, builtIn := kubernetes.Lookup(is.kind.APIVersion, is.kind.Kind)
		custom = !builtIn && s.Schema == (smp.Schema{})
		if custom && now.kind.Kind == "" {
			return model.Value{}, &Error{Invalid, faults.Errorf("the patch removes kind; expected %s", is.kind.Kind)}
		}
		if !custom {
			if err := checkKind(is.kind, now.kind); err != nil {
				return model.Value{}, err
			}
		}
	}
	switch {
	case is.name != "" && now.name != is.name:
		return model.Value{}, &Error{BadRequest, faults.Errorf("metadata.name: expected %q, got %q", is.name, now.name)}
	case is.namespace != "" && now.namespace != "" && now.namespace != is.namespace:
		return model.Value{}, &Error{BadRequest, faults.Errorf("metadata.namespace: expected %q, got %q", is.namespace, now.namespace)}
	case custom && (now.kind.APIVersion == "" || strings.HasSuffix(now.kind.APIVersion, "/")):
		return model.Value{}, &Error{InternalError, faults.Errorf("the patch removes apiVersion; expected %s", is.kind.APIVersion)}
	case custom && now.kind != is.kind:
		return model.Value{}, &Error{Invalid, faults.Errorf("the patch changes the kind of the object; expected %s, got %s", is.kind, now.kind)}
	}
	return identified(live, result, is, now, strategic)
}

// checkKind rejects a merge patch or JSON Patch that changes the kind of a built-in object. A
// server ignores a missing kind, and accepts every apiVersion that has the kind.
func checkKind(is, now kubernetes.Kind) error {
	if now.Kind == "" {
		now.Kind = is.Kind
	}
	group := ""
	if g, _, ok := strings.Cut(is.APIVersion, "/"); ok {
		group = g + "/"
	}
	_, known := kubernetes.Lookup(now.APIVersion, now.Kind)
	switch version, ok := strings.CutPrefix(now.APIVersion, group); {
	case now.Kind != is.Kind:
	case now.APIVersion == "" || now.APIVersion == "/" || ok && (version == "" || version == "__internal"):
		return &Error{BadRequest, faults.Errorf("the patch removes apiVersion; expected %s", is.APIVersion)}
	case now == is || known:
		return nil
	}
	return &Error{Invalid, faults.Errorf("the patch changes the kind of the object; expected %s, got %s", is, now)}
}

// identified returns the result with the kind, apiVersion and namespace of the live object,
// which a server sets from the request.
func identified(live, result model.Value, is, now identity, strategic bool) (model.Value, error) {
	var changes []model.Member
	if strategic || is.kind.APIVersion != "" && is.kind.Kind != "" {
		for _, name := range [...]string{"apiVersion", "kind"} {
			before, _ := live.Get(name)
			after, _ := result.Get(name)
			if !model.Equal(before, after) {
				changes = append(changes, model.Member{Name: name, Value: before})
			}
		}
	}
	if is.name != "" && is.namespace != now.namespace {
		var namespace model.Value
		if is.namespace != "" {
			namespace = model.NewString(is.namespace)
		}
		metadata, _ := result.Get("metadata")
		metadata, err := metadata.WithMembers(model.Member{Name: "namespace", Value: namespace})
		if err != nil {
			return model.Value{}, &Error{Invalid, err}
		}
		changes = append(changes, model.Member{Name: "metadata", Value: metadata})
	}
	if len(changes) == 0 {
		return result, nil
	}
	result, err := result.WithMembers(changes...)
	if err != nil {
		return model.Value{}, &Error{Invalid, err}
	}
	return result, nil
}
