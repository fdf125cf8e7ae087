package scenarios

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/yaml"
)

//go:embed shared.yaml
var sharedText string

// A SharedObject is one round of an object that several field managers share.
type SharedObject struct {
	Name     string
	Manifest model.Value
	// Keep are the places of the other managers.
	Keep []smp.KeepPath
	// Others are the changes of the other managers in this round.
	Others []ManagerPatch
}

// A ManagerPatch is a change of the live object by one field manager.
type ManagerPatch struct {
	Manager string
	// Part is the path of the patched subresource, with its slash, or empty.
	Part string
	// Patch is a JSON Patch if it is a list. Otherwise it is a strategic merge patch, or a
	// JSON Merge Patch of a custom resource.
	Patch model.Value
}

// SharedObjects returns a round of all shared objects. The error names an object that cannot
// be read.
func SharedObjects(round int) ([]SharedObject, error) {
	file, err := yaml.Parse([]byte(strings.ReplaceAll(sharedText, "$N", strconv.Itoa(round))))
	if err != nil {
		return nil, err
	}
	var all []SharedObject
	for i, v := range file.Elements() {
		o, err := readShared(v)
		if err != nil {
			return nil, fmt.Errorf("shared object %d: %w", i+1, err)
		}
		all = append(all, o)
	}
	return all, nil
}

func readShared(v model.Value) (SharedObject, error) {
	var o SharedObject
	for name, member := range v.Members() {
		switch name {
		case "name":
			o.Name = member.Text()
		case "manifest":
			o.Manifest = member
		case "keep":
			for _, text := range member.Elements() {
				path, err := smp.ParseKeepPath(text.Text())
				if err != nil {
					return o, err
				}
				o.Keep = append(o.Keep, path)
			}
		case "others":
			for _, other := range member.Elements() {
				p, err := readManagerPatch(other)
				if err != nil {
					return o, err
				}
				o.Others = append(o.Others, p)
			}
		default:
			return o, fmt.Errorf("unknown field %q", name)
		}
	}
	return o, nil
}

func readManagerPatch(v model.Value) (ManagerPatch, error) {
	var p ManagerPatch
	for name, member := range v.Members() {
		switch name {
		case "manager":
			p.Manager = member.Text()
		case "part":
			p.Part = member.Text()
		case "patch":
			p.Patch = member
		default:
			return p, fmt.Errorf("unknown field %q", name)
		}
	}
	return p, nil
}
