package report

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ResultSlips returns the certain mistakes in the result of patches: unknown fields with a
// name close to a known one, values of the wrong type, two members of a union, and two ports
// with one name. Mistakes that are also in ofPatches, the mistakes in the patches, are omitted.
func (t Types) ResultSlips(result model.Value, ofPatches []Slip) []Slip {
	s := t.schema
	type mistake struct{ name, does string }
	known := map[mistake]bool{}
	of := func(slip Slip) mistake { return mistake{slip.Path[len(slip.Path)-1].String(), slip.Does} }
	for _, slip := range ofPatches {
		if len(slip.Path) > 0 {
			known[of(slip)] = true
		}
	}
	var found []Slip
	for _, slip := range t.Unfit(result) {
		if len(slip.Path) == 0 || known[of(slip)] || !slip.IsCertain() || isDollar(slip.Path) {
			continue
		}
		found = append(found, slip)
	}
	for _, p := range smp.LintDocument(s, result) {
		if p.Rule == smp.RuleUnionMember && !t.IsPlaceholder(result, p.Path) {
			found = append(found, Slip{Path: p.Path, Does: p.Cause.Error()})
		}
	}
	portsWithOneName(s, result, nil, &found)
	for i := range found {
		found[i].Path = ByKeys(s, result, found[i].Path)
		found[i].InResult = true
	}
	return found
}

// portsWithOneName finds ports of a Service or container that have the name of an earlier port.
// The usual cause is a patch that is meant to change the number of a port: it adds a port instead,
// because ports merge by their numbers.
func portsWithOneName(s smp.Schema, v model.Value, path model.Path, found *[]Slip) {
	for name, member := range v.SortedMembers() {
		inner, _ := s.Member(name)
		portsWithOneName(inner, member, append(path, model.Field(name)), found)
	}
	keys, named := s.Keys(), map[string]bool{}
	arePorts := s.Merging() && len(keys) == 1 && (keys[0] == "port" || keys[0] == "containerPort")
	for i, e := range v.Elements() {
		at := append(path, model.Index(i))
		portsWithOneName(s.Element(), e, at, found)
		name, _ := e.Get("name")
		if text := name.Text(); arePorts && text != "" {
			if named[text] {
				*found = append(*found, Slip{Path: at.Append(model.Field("name")), Does: fmt.Sprintf(
					"an earlier port has the same name, which a cluster rejects; ports merge by %s, so a new number adds a port; to replace the old port, also delete it with $patch: delete", keys[0])})
			}
			named[text] = true
		}
	}
}

// isDollar reports whether a path ends in a name that looks like a directive. In a result,
// such a field is data.
func isDollar(path model.Path) bool {
	name, _ := path[len(path)-1].(model.Field)
	return strings.HasPrefix(string(name), "$")
}

// ByKeys returns a path in v with keys instead of the indexes of elements in keyed lists. For
// example, spec.containers[0] becomes spec.containers[name=web].
func ByKeys(s smp.Schema, v model.Value, path model.Path) model.Path {
	var named model.Path
	for _, step := range path {
		switch step := step.(type) {
		case model.Field:
			v, _ = v.Get(string(step))
			s, _ = s.Member(string(step))
			named = named.Append(step)
		case model.Index:
			named = named.Append(corpus.ElementStep(s, v, int(step)))
			v, _ = model.Path{step}.Lookup(v)
			s = s.Element()
		default:
			return path
		}
	}
	return named
}
