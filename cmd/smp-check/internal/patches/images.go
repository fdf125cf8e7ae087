package patches

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Images is the flag --image NAME=REF, which may be repeated. Each value is a new image of
// containers. If several values are for one container, the last one is used.
type Images []*image

// An image is one value of --image.
type image struct {
	name string // of a container, or of its image without tag; * for all containers
	ref  string
	set  bool // at least one container has the name
}

// String returns the values as they were given.
func (f *Images) String() string {
	var texts []string
	for _, i := range *f {
		texts = append(texts, i.name+"="+i.ref)
	}
	return strings.Join(texts, " ")
}

// Type names the flag's value in help texts.
func (f *Images) Type() string { return "NAME=REF" }

// Set parses NAME=REF.
func (f *Images) Set(text string) error {
	name, ref, ok := strings.Cut(text, "=")
	if !ok || name == "" || ref == "" || strings.ContainsAny(text, " \t\n") {
		return errors.New("expected NAME=REF, as in web=registry.example/web:2.0")
	}
	*f = append(*f, &image{name: name, ref: ref})
	return nil
}

// Missing returns an error if an image was not found in the documents. in is the name of
// these documents.
func (f Images) Missing(in string) error {
	for _, i := range f {
		if !i.set {
			return fmt.Errorf("--image %s=%s: %s has no container or image of this name", i.name, i.ref, in)
		}
	}
	return nil
}

// SetBy returns the first image that a kustomization sets, or "". If missing is set, it is one that
// Missing reports, and else one that was found.
func (f Images) SetBy(kustomization model.Value, missing bool) string {
	list, _ := kustomization.Get("images")
	for _, entry := range list.Elements() {
		name, _ := entry.Get("name")
		for _, i := range f {
			if i.set != missing && i.name == name.Text() {
				return i.name
			}
		}
	}
	return ""
}

// containerLists are the names of lists of containers.
var containerLists = []string{"containers", "initContainers", "ephemeralContainers"}

// In returns an object with new images in all of its lists of containers, and in the list
// images of a kustomization.
func (f Images) In(v model.Value) (model.Value, error) {
	if list, _ := v.Get("images"); list.Type() == model.List {
		edited, err := f.kustomized(list)
		if err != nil {
			return v, err
		}
		if !model.Equal(edited, list) {
			return v.WithMembers(model.Member{Name: "images", Value: edited})
		}
	}
	return f.within(v, "")
}

// within returns the value of a field with the new images in it.
func (f Images) within(v model.Value, field string) (model.Value, error) {
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			after, err := f.within(member, name)
			if err != nil {
				return v, err
			}
			if !model.Equal(after, member) {
				changes = append(changes, model.Member{Name: name, Value: after})
			}
		}
		return v.WithMembers(changes...)
	case model.List:
		var changes []model.Element
		for i, element := range v.Elements() {
			after, err := f.within(element, "")
			if err == nil && slices.Contains(containerLists, field) {
				after, err = f.container(after)
			}
			if err != nil {
				return v, err
			}
			if !model.Equal(after, element) {
				changes = append(changes, model.Element{Index: i, Value: after})
			}
		}
		return v.WithElements(changes)
	}
	return v, nil
}

// container returns a container with its new image.
func (f Images) container(v model.Value) (model.Value, error) {
	name, _ := v.Get("name")
	current, _ := v.Get("image")
	if current.Type() != model.String {
		return v, nil
	}
	ref := ""
	for _, i := range f {
		if i.name == "*" || i.name == name.Text() || i.name == repository(current.Text()) {
			i.set, ref = true, i.ref
		}
	}
	if ref == "" {
		return v, nil
	}
	return v.WithMembers(model.Member{Name: "image", Value: model.NewString(ref)})
}

// kustomized returns the list images of a kustomization with the new images.
func (f Images) kustomized(list model.Value) (model.Value, error) {
	var changes []model.Element
	for at, entry := range list.Elements() {
		name, _ := entry.Get("name")
		changed := false
		for _, i := range f {
			if name.Type() != model.String || i.name != name.Text() {
				continue
			}
			i.set = true
			repo := repository(i.ref)
			members := []model.Member{{Name: "newTag"}, {Name: "digest"}, {Name: "newName", Value: model.NewString(repo)}}
			switch rest := i.ref[len(repo):]; {
			case strings.HasPrefix(rest, "@"):
				members[1].Value = model.NewString(rest[1:])
			case strings.HasPrefix(rest, ":"):
				members[0].Value = model.NewString(rest[1:])
			}
			if _, renamed := entry.Get("newName"); !renamed && repo == name.Text() {
				members = members[:2]
			}
			after, err := entry.WithMembers(members...)
			if err != nil {
				return list, err
			}
			entry, changed = after, true
		}
		if changed {
			changes = append(changes, model.Element{Index: at, Value: entry})
		}
	}
	return list.WithElements(changes)
}

// repository returns an image without its tag and digest.
func repository(ref string) string {
	ref, _, _ = strings.Cut(ref, "@")
	slash := strings.LastIndexByte(ref, '/') + 1 // the host before it may have a port
	name, _, _ := strings.Cut(ref[slash:], ":")
	return ref[:slash] + name
}
