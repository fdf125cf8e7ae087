package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// DuplicateName is the code of a port with the name of an earlier one.
const DuplicateName smp.Code = "duplicate-name"

// InResult returns the mistakes that the result of patches shows: unknown fields with a name close to a known
// one, values of the wrong type, two members of a union, fields of a built-in kind that exclude each other, two
// ports with one name and, if the original is known, the findings of Effect. ofPatches are the findings in the
// patches, with paths as by AtKeys; what is among them is left out.
func InResult(s smp.Schema, original, result model.Value, ofPatches []finding.Finding) []finding.Finding {
	var found []finding.Finding
	for _, f := range Value(s, result) {
		if len(f.Path) > 0 && !f.Rejected && (f.Code != smp.UnknownField || f.Remedy != "") && !isDollar(f.Path) {
			found = append(found, f)
		}
	}
	for _, p := range smp.LintDocument(s, result) {
		if p.Rule == smp.RuleUnionMember && !withEmptyList(s, result, p.Path) && !isPlaceholder(s, result, p.Path) {
			f := finding.Of(p, finding.Error)
			f.Remedy = leftMembers(s, original, result, p.Path)
			found = append(found, f)
		}
	}
	kind := corpus.DeclaredKind(result)
	if _, builtIn := kubernetes.Lookup(kind.APIVersion, kind.Kind); builtIn {
		found = append(found, excluded(s, result, true)...)
	}
	portsWithOneName(s, result, nil, &found)
	found = Others(AtKeys(s, result, found), ofPatches)
	for i := range found {
		found[i].InResult = true
	}
	if original.Type() == model.Map && result.Len() > 0 { // an empty result deletes the object
		found = append(found, Effect(s, original, result)...)
	}
	return found
}

// AtKeys returns findings in a value with keys instead of the indexes of elements in their paths, as by ByKeys.
func AtKeys(s smp.Schema, v model.Value, found []finding.Finding) []finding.Finding {
	keyed := slices.Clone(found)
	for i, f := range keyed {
		keyed[i].Path = ByKeys(s, v, f.Path)
	}
	return keyed
}

// Rejecting returns the findings in the result of a patch for which a server rejects the result.
func Rejecting(s smp.Schema, original, result model.Value) []finding.Finding {
	found := WrongTypes(s, load.Document{Value: result})
	found = append(found, Others(InResult(s, original, result, nil), found)...)
	return slices.DeleteFunc(found, func(f finding.Finding) bool { return !Rejects(f) })
}

// Rejects reports whether a finding in the result of a patch means that a server rejects the result.
func Rejects(f finding.Finding) bool {
	switch f.Code {
	case ImmutableField, MissingField, smp.WrongType, DuplicateName, smp.UnionSiblings:
		return f.Severity > finding.Note
	}
	return false
}

// leftMembers returns the advice to delete the members of a union that the original has at a path of the
// result, if a patch added another one. It is empty if the original has no member, or has them all.
func leftMembers(s smp.Schema, original, result model.Value, path model.Path) string {
	v, _ := path.Lookup(result)
	was, _ := ByKeys(s, result, path).Lookup(original)
	var left []string
	added := false
	for _, u := range schemaAt(s, path).Unions() {
		for _, m := range u.Members {
			for _, name := range m.Fields {
				if is, _ := v.Get(name); !isSet(is) {
					continue
				}
				if had, _ := was.Get(name); isSet(had) {
					left = append(left, name)
				} else {
					added = true
				}
			}
		}
	}
	if !added || len(left) == 0 {
		return ""
	}
	return "set " + strings.Join(left, " and ") + " to null"
}

// withEmptyList reports whether a field of a union at a path is an empty list. A server does not store it, so that no
// other field excludes it.
func withEmptyList(s smp.Schema, v model.Value, path model.Path) bool {
	v, _ = path.Lookup(v)
	for _, u := range schemaAt(s, path).Unions() {
		for _, m := range u.Members {
			for _, name := range m.Fields {
				if member, _ := v.Get(name); member.Type() == model.List && member.Len() == 0 {
					return true
				}
			}
		}
	}
	return false
}

// portsWithOneName finds ports of a Service or container that have the name of an earlier port.
// The usual cause is a patch that is meant to change the number of a port: it adds a port instead,
// because ports merge by their numbers.
func portsWithOneName(s smp.Schema, v model.Value, path model.Path, found *[]finding.Finding) {
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
				*found = append(*found, finding.Finding{
					Path: at.Append(model.Field("name")), Code: DuplicateName, Severity: finding.Warning,
					Sentence: fmt.Sprintf("an earlier port has the same name, which a cluster rejects; ports merge by %s, so a new number adds a port", keys[0]),
					Remedy:   "to replace the old port, also delete it with $patch: delete",
				})
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
