package report

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ResultSlips returns the certain mistakes in the result of patches: unknown fields with a
// name close to a known one, values of the wrong type, and two members of a union. Mistakes
// that are also in ofPatches, the mistakes in the patches, are omitted.
func ResultSlips(s smp.Schema, result model.Value, ofPatches []Slip) []Slip {
	type mistake struct{ name, does string }
	known := map[mistake]bool{}
	of := func(slip Slip) mistake { return mistake{slip.Path[len(slip.Path)-1].String(), slip.Does} }
	for _, slip := range ofPatches {
		if len(slip.Path) > 0 {
			known[of(slip)] = true
		}
	}
	var found []Slip
	for _, slip := range Unfit(s, result) {
		if len(slip.Path) == 0 || known[of(slip)] || !slip.IsCertain() || isDollar(slip.Path) {
			continue
		}
		found = append(found, slip)
	}
	for _, p := range smp.LintDocument(s, result) {
		if p.Rule == smp.RuleUnionMember {
			found = append(found, Slip{Path: p.Path, Does: p.Cause.Error()})
		}
	}
	for i := range found {
		found[i].Path = ByKeys(s, result, found[i].Path)
		found[i].InResult = true
	}
	return found
}

// isDollar reports whether a path ends in a name that looks like a directive. In a result,
// such a field is data.
func isDollar(path model.Path) bool {
	name, _ := path[len(path)-1].(model.Field)
	return len(name) > 0 && name[0] == '$'
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
