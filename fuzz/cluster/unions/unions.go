package unions

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml"
)

//go:embed unions.yaml
var text []byte

// A Place is an object with a union at a path.
type Place struct {
	// Definition is the definition that contains the union: a Go type, or the kind of a
	// custom resource with a path.
	Definition string
	Kind       kubernetes.Kind
	// Path is the path of the map in the object.
	Path model.Path
	// Members are maps, each of which sets one member. If there is a discriminator, a map may
	// set no member.
	Members []model.Value
	// Refused are maps that the server rejects in this kind of object. Because is the reason.
	Refused []model.Value
	Because string

	object model.Value
}

// Object returns the object with a name, and with the fields of some members at the path.
func (p Place) Object(name string, members ...model.Value) (model.Value, error) {
	v, err := model.ParseString(strings.ReplaceAll(p.object.Canonical(), "NAME", name))
	if err != nil {
		return v, err
	}
	for _, m := range members {
		if v, err = put(v, p.Path, m.AppendMembers(nil)); err != nil {
			return v, err
		}
	}
	return v, nil
}

// put returns a document with changed members in the map at a path.
func put(v model.Value, path model.Path, members []model.Member) (model.Value, error) {
	if len(path) == 0 {
		return v.WithMembers(members...)
	}
	inner, ok := path[:1].Lookup(v)
	if !ok {
		return v, fmt.Errorf("there is no %s", path)
	}
	inner, err := put(inner, path[1:], members)
	if err != nil {
		return v, err
	}
	if step, ok := path[0].(model.Field); ok {
		return v.WithMembers(model.Member{Name: string(step), Value: inner})
	}
	elements := v.AppendElements(nil)
	elements[path[0].(model.Index)] = inner
	return model.NewList(elements...)
}

// here is the text that marks the map for the members in the file.
const here = "union"

// marked returns the path of the marked map, or nil if there is none.
func marked(v model.Value, path model.Path) model.Path {
	switch v.Type() {
	case model.Map:
		if _, ok := v.Get(here); ok {
			return path
		}
		for name, member := range v.Members() {
			if found := marked(member, path.Append(model.Field(name))); found != nil {
				return found
			}
		}
	case model.List:
		for i, element := range v.Elements() {
			if found := marked(element, path.Append(model.Index(i))); found != nil {
				return found
			}
		}
	}
	return nil
}

// All returns the places in the order of the file. The error names a place that cannot be
// read.
func All() ([]Place, error) {
	file, err := yaml.Parse(text)
	if err != nil {
		return nil, err
	}
	bases, _ := file.Get("bases")
	list, _ := file.Get("unions")
	var all []Place
	for i, entry := range list.Elements() {
		places, err := read(bases, entry)
		if err != nil {
			return nil, fmt.Errorf("union %d: %w", i+1, err)
		}
		all = append(all, places...)
	}
	return all, nil
}

// read returns the places of an entry, one for each of its versions.
func read(bases, entry model.Value) ([]Place, error) {
	get := func(name string) model.Value {
		v, _ := entry.Get(name)
		return v
	}
	for name := range entry.Members() {
		switch name {
		case "of", "versions", "base", "with", "members", "refused", "because":
		default:
			return nil, fmt.Errorf("what is %q", name)
		}
	}
	base, ok := bases.Get(get("base").Text())
	if !ok {
		return nil, fmt.Errorf("there is no base %q", get("base").Text())
	}
	versions := []string{""}
	if list := get("versions"); list.Len() > 0 {
		versions = nil
		for _, v := range list.Elements() {
			versions = append(versions, v.Text())
		}
	}
	var places []Place
	for _, version := range versions {
		p := Place{
			Definition: strings.ReplaceAll(get("of").Text(), "{}", version),
			Members:    get("members").AppendElements(nil), Refused: get("refused").AppendElements(nil), Because: get("because").Text(),
		}
		manifest := scenarios.MergePatch(base, get("with")).Canonical()
		object, err := model.ParseString(strings.Replace(manifest, "/{}\"", "/"+version+"\"", 1))
		if err != nil {
			return nil, err
		}
		if err := p.set(object); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Definition, err)
		}
		places = append(places, p)
	}
	return places, nil
}

// set sets the object of the place. The object must contain the mark.
func (p *Place) set(object model.Value) error {
	o, err := objects.Of(object)
	if err != nil {
		return err
	}
	p.Kind = o.Kind
	if p.Path = marked(object, nil); p.Path == nil {
		return fmt.Errorf("no map of the object is marked")
	}
	p.object, err = put(object, p.Path, []model.Member{{Name: here}})
	return err
}
