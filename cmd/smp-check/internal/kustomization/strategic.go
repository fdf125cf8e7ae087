package kustomization

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// mergePatch reports a strategic merge patch. It also applies the patch to the objects, because
// later patches may depend on it.
func (s *kustomizationRun) mergePatch(e entry, d load.Document) {
	id := IDOf(d.Value)
	p := Patch{Document: d, Definitions: s.find().definitions, OpenAPI: s.openAPI, Function: s.function, Applied: e.applied(d.Value), SchemaOf: s.schemaOf}
	var selected []int
	if e.targeted {
		selected = s.selected(e)
		if p.Kinds = s.kindsOf(selected); len(p.Kinds) == 0 {
			p.Kinds = e.target.kinds(corpus.DeclaredKind(d.Value), &s.matches)
		}
		if lacks := lacking(id); len(lacks) > 0 && !s.function {
			s.report(d, nil, Invalid, finding.Error, fmt.Errorf(
				"kustomize requires kind and metadata.name in every patch, although the target selects the objects; add %s", strings.Join(lacks, " and ")))
		}
	} else {
		k := corpus.DeclaredKind(d.Value)
		if !kinds.Complete(k) || id.Name == "" {
			s.report(d, nil, Invalid, finding.Error, errors.New("without a target, a patch requires apiVersion, kind and metadata.name"))
			if p.Kinds = []kubernetes.Kind{k}; kinds.Complete(k) {
				s.OnPatch(p)
			}
			return
		}
		p.Kinds, selected = []kubernetes.Kind{k}, s.named(d, id)
	}
	s.countRun(p)
	s.merged += len(selected)
	for _, i := range selected {
		if s.merged <= maxMerged && !s.resources[i].isDoubtful(anyField) {
			p.Objects = append(p.Objects, s.resources[i].value)
		}
	}
	p.Partial = len(p.Objects) < len(selected) || e.targeted && !s.complete
	s.OnPatch(p)
	s.own()
	if directive, _ := d.Value.Get("$patch"); directive.Text() == "delete" {
		s.remove(selected)
		return
	}
	if s.merged > maxMerged {
		s.doubt(selected)
		return
	}
	for _, i := range selected {
		r := s.resources[i]
		if e.newName || e.newKind {
			r = r.remembered()
		}
		v, exact := s.patched(r.value, d.Value, e)
		if r = r.with(v); !exact {
			r = r.doubted(anyField)
		}
		s.set(i, r)
	}
}

// lacking returns the fields that a patch with a target lacks. A List needs no name.
func lacking(id ID) []string {
	var lacks []string
	if id.Kind == "" {
		lacks = append(lacks, "kind")
	}
	if id.Name == "" && !strings.HasSuffix(id.Kind, "List") {
		lacks = append(lacks, "metadata.name")
	}
	return lacks
}

// named returns the index of the resource that a patch without a target names. It reports an
// error if there is none, or if there are several.
func (s *kustomizationRun) named(d load.Document, id ID) []int {
	at := model.Path{model.Field("metadata"), model.Field("name")}
	found := s.having(id)
	if s.function {
		found = s.present(id, found)
	}
	switch {
	case len(found) > 1 && !s.function:
		s.report(d, at, Invalid, finding.Error, s.ambiguous(s.resources[found[0]], s.resources[found[1]]))
		return nil
	case len(found) > 0 || !s.complete:
		return found
	}
	s.report(d, at, MissingTarget, finding.Error, fmt.Errorf("%s has no resource %s%s", s.of, InFull(d.Value), s.hint(id)))
	return nil
}

// ambiguous returns the error for a patch that two resources match.
func (s *kustomizationRun) ambiguous(one, other resource) error {
	if one.id == other.id {
		return fmt.Errorf("kustomize fails, because %s appears twice in the resources", one.inFull())
	}
	return fmt.Errorf("kustomize fails because both %s and %s have or had this name; select one with a target", one.inFull(), other.inFull())
}

// present returns the indexes in found whose resources still have the identity. If there are none,
// it returns found.
func (s *kustomizationRun) present(id ID, found []int) []int {
	isPresent := func(i int) bool { return id.same(s.resources[i].id) }
	if !slices.ContainsFunc(found, isPresent) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(i int) bool { return !isPresent(i) })
}

// hint returns a suffix for the error about a missing resource. It names a resource that
// differs only in fields that the patch lacks, or the most similar one.
func (s *kustomizationRun) hint(id ID) string {
	if s.hints++; s.hints > maxHints || s.tooMuch(len(s.resources)) {
		return ""
	}
	nearly := func(r resource) bool { return id.names(r.id) || slices.ContainsFunc(r.earlier, id.names) }
	if i := slices.IndexFunc(s.resources, nearly); i >= 0 {
		return "; there is " + s.resources[i].inFull()
	}
	if near := s.nearest(id); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// nearest returns the object with the most similar identity: one with the same kind and a
// similar name, or with the same name and a similar kind. The result is empty if there is no
// such object.
func (s *kustomizationRun) nearest(id ID) string {
	var names, kinds []string
	objects := map[string]string{}
	for _, r := range s.resources {
		switch of := r.id; {
		case of.Kind == id.Kind:
			names = append(names, of.Name)
			objects["name "+of.Name] = r.inFull()
		case of.Name == id.Name:
			kinds = append(kinds, of.Kind)
			objects["kind "+of.Kind] = r.inFull()
		}
	}
	if near := meant.Nearest(id.Name, names); near != "" {
		return objects["name "+near]
	}
	return objects["kind "+meant.Nearest(id.Kind, kinds)]
}
