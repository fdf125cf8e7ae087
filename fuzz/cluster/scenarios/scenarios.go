package scenarios

import (
	_ "embed"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml"
)

//go:embed scenarios.yaml
var text []byte

// A Scenario is a sequence of events between two runs of kubectl apply.
type Scenario struct {
	Name string
	// Original and Modified are the manifests of the two runs.
	Original, Modified model.Value
	// Strategic and Merge are the patches with which others change the live object, in this
	// order. Each may be absent.
	Strategic, Merge model.Value
	// Seed, if not zero, determines the changes of others, and the next manifest in place of
	// Modified.
	Seed uint64
}

// All returns the scripted scenarios. The error names a scenario that cannot be read.
func All() ([]Scenario, error) {
	file, err := yaml.Parse(text)
	if err != nil {
		return nil, err
	}
	bases, _ := file.Get("bases")
	list, _ := file.Get("scenarios")
	var all []Scenario
	for i, v := range list.Elements() {
		get := func(name string) model.Value {
			member, _ := v.Get(name)
			return member
		}
		for name := range v.Members() {
			switch name {
			case "name", "base", "first", "strategic", "merge", "then", "nulls":
			default:
				return nil, fmt.Errorf("scenario %d: what is %q", i+1, name)
			}
		}
		base, ok := bases.Get(get("base").Text())
		if !ok {
			return nil, fmt.Errorf("scenario %d: there is no base %q", i+1, get("base").Text())
		}
		s := Scenario{Name: get("name").Text(), Strategic: get("strategic"), Merge: get("merge")}
		s.Original = MergePatch(base, get("first"))
		s.Modified = laidOver(MergePatch(s.Original, get("then")), get("nulls"))
		all = append(all, s)
	}
	return all, nil
}

// MergePatch returns a document with a JSON Merge Patch (RFC 7386) applied. An absent patch
// changes nothing.
func MergePatch(v, patch model.Value) model.Value { return merged(v, patch, false) }

// laidOver is like MergePatch, but treats nulls as values.
func laidOver(v, patch model.Value) model.Value { return merged(v, patch, true) }

func merged(v, patch model.Value, nulls bool) model.Value {
	switch patch.Type() {
	case model.Absent:
		return v
	case model.Map:
	default:
		return patch
	}
	if v.Type() != model.Map {
		v = model.Value{}
	}
	var members []model.Member
	for name, member := range patch.Members() {
		old, _ := v.Get(name)
		switch {
		case member.Type() != model.Null || nulls:
			member = merged(old, member, nulls)
		default:
			member = model.Value{}
		}
		members = append(members, model.Member{Name: name, Value: member})
	}
	var err error
	if v.Type() == model.Absent {
		v, err = model.NewMap()
	}
	if err == nil {
		v, err = v.WithMembers(members...)
	}
	if err != nil {
		panic(err) // cannot happen: the documents are far below the limit of depth
	}
	return v
}
