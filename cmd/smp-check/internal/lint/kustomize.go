package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A KustomizeTarget describes the objects to which kustomize applies a patch. They have the
// same kind.
type KustomizeTarget struct {
	Schema kyaml.Schema
	// Objects are the objects before the patch. The list is empty if they are unknown.
	Objects []model.Value
	// Names are the names of the objects, in their order.
	Names []string
	// Partial is set if the patch may be for further objects, which are unknown.
	Partial bool
	// Patch is the patch without the identity of its object.
	Patch model.Value
}

// maxTargets is the maximal number of objects to which a patch is applied.
const maxTargets = 200

// addKustomize adds the problems of a patch that kustomize applies to each of its objects. If
// only some of the objects have a problem, its message names these objects.
func (r *Report) addKustomize(d load.Document, k *KustomizeTarget) {
	objects := k.Objects[:min(len(k.Objects), maxTargets)]
	if len(objects) == 0 {
		objects = []model.Value{{}}
	}
	var all []kyaml.Problem
	names := map[string][]string{}
	line := func(p kyaml.Problem) string {
		if p.Unneeded {
			return p.Path.String()
		}
		return p.Path.String() + "\x00" + p.Cause.Error()
	}
	for i, object := range objects {
		for _, p := range kyaml.Check(k.Schema, object, k.Patch) {
			if len(names[line(p)]) == 0 {
				all = append(all, p)
			}
			if i < len(k.Names) {
				names[line(p)] = append(names[line(p)], k.Names[i])
			} else {
				names[line(p)] = append(names[line(p)], "")
			}
		}
	}
	for _, p := range all {
		of, severity := names[line(p)], kustomizeSeverity(p)
		if p.Unneeded {
			if len(of) > 1 {
				p.Cause = fmt.Errorf("no object of the patch has this element; in %s, %w", of[0], p.Cause)
			}
			if len(of) == len(objects) && len(objects) == max(len(k.Objects), 1) && !k.Partial {
				r.addUnneeded(d, finding.Finding{Path: p.Path, Code: p.Code, Severity: severity, Sentence: p.Cause.Error()})
			}
			continue
		}
		if len(of) < len(objects) {
			if severity == finding.Error && p.Code == kyaml.NotApplied {
				severity = finding.Warning
			}
			p.Cause = fmt.Errorf("for %s: %w", strings.Join(of, ", "), p.Cause)
		}
		r.add(d, finding.Finding{Path: p.Path, Code: p.Code, Severity: severity, Sentence: p.Cause.Error()})
	}
}

// addResults adds what a patch makes wrong in its objects. A message names the objects, unless all have the
// problem. inPatch are the findings in the patch, which the report already has. A missing field is a note,
// because another patch may add it. Changes of immutable fields are left out, because the objects of a
// kustomization need not exist yet.
func (r *Report) addResults(d load.Document, s smp.Schema, inPatch []finding.Finding, k *KustomizeTarget) {
	var all []finding.Finding
	names := map[string][]string{}
	objects := k.Objects[:min(len(k.Objects), maxTargets)]
	for i, object := range objects {
		result, err := kyaml.Merge(k.Schema, object, k.Patch)
		if err != nil || result.Len() == 0 {
			continue
		}
		found := slices.DeleteFunc(judge.InResult(s, object, result, inPatch), func(f finding.Finding) bool { return f.Code == judge.ImmutableField })
		if len(found) == 0 {
			continue
		}
		for _, f := range judge.Others(found, judge.InResult(s, model.Value{}, object, nil)) {
			line := f.String()
			if len(names[line]) == 0 {
				all = append(all, f)
			}
			names[line] = append(names[line], k.Names[i])
		}
	}
	for _, f := range all {
		if of := names[f.String()]; len(of) < len(objects) {
			f.Sentence = fmt.Sprintf("for %s: %s", strings.Join(of, ", "), f.Sentence)
		}
		if f.Code == judge.MissingField {
			f.Severity = finding.Note
		}
		f.Path = inPatchText(d.Value, f.Path)
		r.add(d, f)
	}
}

// inPatchText returns a path in the result of a patch as a path in the patch, with the indexes of its
// elements. A path that does not lead to a value of the patch is returned unchanged.
func inPatchText(patch model.Value, path model.Path) model.Path {
	var found model.Path
	v := patch
	for _, step := range path {
		inner, ok := model.Path{step}.Lookup(v)
		if !ok {
			return path
		}
		for i, e := range v.Elements() {
			if model.Equal(e, inner) {
				step = model.Index(i)
				break
			}
		}
		found, v = append(found, step), inner
	}
	return found
}

// kustomizeSeverity returns the severity of a problem with kustomize.
func kustomizeSeverity(p kyaml.Problem) finding.Severity {
	if p.Unneeded {
		return finding.Warning
	}
	switch p.Code {
	case kyaml.UnsupportedDirective, smp.RepeatedKey, smp.NoEffect, kyaml.ReplacesList:
		if p.Possible {
			return finding.Note
		}
		return finding.Warning
	}
	if p.Possible {
		return finding.Note
	}
	return finding.Error
}

// becomesString reports whether the value at a path of a patch is a scalar that kustomize converts to
// a string. These are the annotations of the object, but not its labels, and not the annotations of
// a template.
func becomesString(path model.Path, patch model.Value) bool {
	annotations := model.Path{model.Field("metadata"), model.Field("annotations")}
	v, _ := path.Lookup(patch)
	return len(path) == len(annotations)+1 && path[:len(annotations)].Equal(annotations) && v.IsScalar()
}

// forKustomize reports whether a finding by the specification is also a problem with
// kustomize, which merges lists differently and supports fewer directives. It rewrites advice
// to use a directive that kustomize ignores.
func (k *KustomizeTarget) forKustomize(p *finding.Finding) bool {
	p.Rejected = false
	switch p.Code {
	case smp.UnknownField:
		name, _ := p.Path[len(p.Path)-1].(model.Field)
		return !kyaml.IsUnsupported(string(name)) // which kyaml.Check reports
	case smp.WrongType:
		return !becomesString(p.Path, k.Patch)
	case smp.InvalidSchema, judge.EmptyValue:
		return true
	case smp.UnionSiblings:
		if p.Rule != smp.RuleLint || p.Severity == finding.Error {
			return true
		}
		p.Sentence, p.Remedy = "if the object has other members of the union, they stay set", "set them to null"
		return len(k.Objects) == 0 // otherwise, the objects show whether other members are set
	}
	return false
}
