package server

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/decode"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An identity identifies an object and its version. Missing fields are empty.
type identity struct {
	kind                          kubernetes.Kind
	name, namespace, uid, version string
}

// group returns the API group, which is empty for the core group.
func (id identity) group() string {
	group, _, named := strings.Cut(id.kind.APIVersion, "/")
	if !named {
		return ""
	}
	return group
}

// resource returns the details that name the object by its resource, such as deployments.
func (id identity) resource() *details {
	return &details{Name: id.name, Group: id.group(), Kind: resourceOf(id.kind.Kind)}
}

// resourceOf returns the resource of a kind, such as policies for Policy. For a few custom
// resources, the real name differs.
func resourceOf(kind string) string {
	name := strings.ToLower(kind)
	switch {
	case name == "" || strings.HasSuffix(name, "endpoints"):
		return name
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	case strings.HasSuffix(name, "y") && !strings.ContainsAny(name[max(0, len(name)-2):len(name)-1], "aeiou"):
		return name[:len(name)-1] + "ies"
	}
	return name + "s"
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
	inMetadata := func(name string) string { return text(metadata, "metadata.", name) }
	id = identity{
		kind: kubernetes.Kind{APIVersion: text(object, "", "apiVersion"), Kind: text(object, "", "kind")},
		name: inMetadata("name"), namespace: inMetadata("namespace"), uid: inMetadata("uid"), version: inMetadata("resourceVersion"),
	}
	if k := metadata.Type(); k != model.Map && k != model.Null && k != model.Absent {
		err = faults.Errorf("metadata: expected a map, got %s", k.Noun())
	}
	return id, err
}

// settle checks that the result of a patch still identifies the live object, and returns it with
// the fields that a server would restore. If a check fails, it returns the error of a server, which
// makes the checks in this order. A strategic merge patch cannot change the kind.
func (s Server) settle(live, result model.Value, strategic bool) (model.Value, error) {
	is, _ := identityOf(live)
	now, err := identityOf(result)
	if err != nil {
		return model.Value{}, invalidPatch(err)
	}
	typed := is.kind.APIVersion != "" && is.kind.Kind != ""
	_, builtIn := kubernetes.Lookup(is.kind.APIVersion, is.kind.Kind)
	custom := typed && !builtIn && s.Schema == (smp.Schema{})
	switch {
	case !typed:
	case strategic:
		now.kind = is.kind
	case !custom:
		if err := checkKind(is.kind, now.kind); err != nil {
			return model.Value{}, err
		}
	case now.kind.Kind == "":
		return model.Value{}, invalidPatch(faults.Errorf("the patch removes kind; expected %s", is.kind.Kind))
	case strings.Count(now.kind.APIVersion, "/") > 1:
		return model.Value{}, invalidPatch(faults.Errorf("apiVersion: expected %s, got %s", is.kind.APIVersion, now.kind.APIVersion))
	}
	if err := s.checkType(is.kind, result, strategic); err != nil {
		return model.Value{}, err
	}
	switch {
	case is.name != "" && now.name != is.name:
		return model.Value{}, rejected(BadRequest, faults.Errorf("metadata.name: expected %q, got %q", is.name, now.name))
	case is.namespace != "" && now.namespace != "" && now.namespace != is.namespace:
		return model.Value{}, rejected(BadRequest, faults.Errorf("metadata.namespace: expected %q, got %q", is.namespace, now.namespace))
	}
	if err := s.checkVersion(is, now, custom); err != nil {
		return model.Value{}, err
	}
	if custom && (now.kind.APIVersion == "" || strings.HasSuffix(now.kind.APIVersion, "/")) {
		return model.Value{}, rejected(InternalError, faults.Errorf("the patch removes apiVersion; expected %s", is.kind.APIVersion))
	}
	if err := s.checkFixed(is, now, custom); err != nil {
		return model.Value{}, err
	}
	return s.identified(live, result, is, now, strategic)
}

// checkType rejects a result that the Go type of a kind cannot hold. Like a server, it compares
// names exactly, and accepts 1.0 as an integer only in the result of a strategic merge patch.
func (s Server) checkType(kind kubernetes.Kind, result model.Value, strategic bool) error {
	if s.New == nil {
		return nil
	}
	example := s.New(kind.APIVersion, kind.Kind)
	if example == nil {
		return nil
	}
	t := decode.Pointee(reflect.TypeOf(example))
	if json.Unmarshal(result.AppendJSON(nil), reflect.New(t).Interface()) == nil {
		return nil
	}
	if fault := decode.Fault(result, t, decode.Options{ExactNames: true, WholeNumbers: strategic}); fault != nil {
		return invalidPatch(fault)
	}
	return nil
}

// checkVersion rejects a patch that sets another resourceVersion than that of the live object. A
// version of zero counts as missing.
func (s Server) checkVersion(is, now identity, custom bool) error {
	if s.AnyVersion || is.version == "" || now.version == is.version {
		return nil
	}
	const field = "metadata.resourceVersion"
	have, noNumber := strconv.ParseUint(is.version, 10, 64)
	want, fault := strconv.ParseUint(now.version, 10, 64)
	switch {
	case now.version == "" || fault == nil && want == 0:
		if !custom {
			return nil
		}
		cause := faults.Errorf(field+": expected %q, because a patch cannot remove it from a custom resource", is.version)
		return &Error{Reason: Invalid, Cause: cause, details: is.resource().because(field, cause)}
	case noNumber == nil && fault != nil:
		return rejected(Unknown, faults.Errorf(field+": expected a number, got %q", now.version))
	case noNumber == nil && want == have:
		return nil
	}
	cause := faults.Errorf(field+": the object has been modified; expected %q, got %q", is.version, now.version)
	return &Error{Reason: Conflict, Cause: cause, details: is.resource()}
}

// checkFixed rejects a patch that changes the uid, or the kind of a custom resource.
func (s Server) checkFixed(is, now identity, custom bool) error {
	object := details{Name: is.name, Group: is.group(), Kind: is.kind.Kind}
	if custom {
		object.Group, object.Kind = now.group(), now.kind.Kind
	}
	var cause error
	if !s.AnyUID && is.uid != "" && now.uid != "" && now.uid != is.uid {
		cause = faults.Errorf("metadata.uid: expected %q, got %q", is.uid, now.uid)
		object = *object.because("metadata.uid", cause)
	}
	if custom && now.kind != is.kind {
		changed := faults.Errorf("the patch changes the kind of the object; expected %s, got %s", is.kind, now.kind)
		if now.kind.Kind != is.kind.Kind {
			object = *object.because("kind", changed)
		}
		if now.kind.APIVersion != is.kind.APIVersion {
			object = *object.because("apiVersion", changed)
		}
		if cause == nil {
			cause = changed
		}
	}
	if cause == nil {
		return nil
	}
	return &Error{Reason: Invalid, Cause: cause, details: &object}
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
		return rejected(BadRequest, faults.Errorf("the patch removes apiVersion; expected %s", is.APIVersion))
	case now == is || known:
		return nil
	}
	return invalidPatch(faults.Errorf("the patch changes the kind of the object; expected %s, got %s", is, now))
}

// identified returns the result with the fields that a server sets: the kind and apiVersion, the
// namespace, and a removed uid or resourceVersion of the live object.
func (s Server) identified(live, result model.Value, is, now identity, strategic bool) (model.Value, error) {
	var changes, inMetadata []model.Member
	if strategic || is.kind.APIVersion != "" && is.kind.Kind != "" {
		for _, name := range [...]string{"apiVersion", "kind"} {
			before, _ := live.Get(name)
			after, _ := result.Get(name)
			if !model.Equal(before, after) {
				changes = append(changes, model.Member{Name: name, Value: before})
			}
		}
	}
	restore := func(name, before, after string) {
		if before != after {
			var value model.Value
			if before != "" {
				value = model.NewString(before)
			}
			inMetadata = append(inMetadata, model.Member{Name: name, Value: value})
		}
	}
	if is.name != "" {
		restore("namespace", is.namespace, now.namespace)
	}
	if !s.AnyUID && is.uid != "" {
		restore("uid", is.uid, now.uid)
	}
	if !s.AnyVersion && is.version != "" {
		restore("resourceVersion", is.version, now.version)
	}
	if len(inMetadata) > 0 {
		metadata, _ := result.Get("metadata")
		if metadata.Type() != model.Map {
			metadata = model.Value{}
		}
		metadata, err := metadata.WithMembers(inMetadata...)
		if err != nil {
			return model.Value{}, invalidPatch(err)
		}
		changes = append(changes, model.Member{Name: "metadata", Value: metadata})
	}
	if len(changes) == 0 {
		return result, nil
	}
	result, err := result.WithMembers(changes...)
	if err != nil {
		return model.Value{}, invalidPatch(err)
	}
	return result, nil
}
