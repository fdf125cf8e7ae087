package kustomization

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Failure is an operation of a JSON Patch that fails for some of the objects of the patch.
type Failure struct {
	Operation int // index of the operation, or -1 for the whole patch
	Cause     error
}

// checkOperations reports a JSON Patch that kustomize rejects before it applies the patch.
func (s *kustomizationRun) checkOperations(e entry, path model.Path, d load.Document) {
	if s.function {
		return
	}
	if _, named := e.target.expressions["name"]; e.isJSON && e.targeted && !IsFlux(s.document) && !named {
		s.problem(e.path.Append(model.Field("target")), Invalid, errors.New("kustomize requires the name of the object in patchesJson6902; add the name, or move the patch to the field patches"))
	}
	switch {
	case d.Value.Len() > 0:
	case e.isJSON:
		s.problem(path, Invalid, errors.New("the patch has no operations, and kustomize fails; remove the patch"))
	default:
		s.report(s.document, path, Invalid, finding.Warning,
			errors.New("the patch has no operations, and older releases of kustomize, such as 5.5, fail; remove the patch"))
	}
}

// applyOperations applies a JSON Patch to resources, and returns the operations that fail. An operation
// may fail only because of changes that are not computed here; it is not returned.
func (s *kustomizationRun) applyOperations(e entry, d load.Document, selected []int) []Failure {
	operations, err := jsonpatch.FromValueAsServer(d.Value)
	if err != nil {
		return nil // the linter reports the error
	}
	s.own()
	s.merged += len(selected)
	var failures failures
	for _, i := range selected {
		r := s.resources[i]
		if s.merged > maxMerged || s.copied > MaxCopied {
			s.set(i, r.doubted(anyField))
			continue
		}
		if !e.isJSON {
			r = r.remembered()
		}
		s.set(i, r)
		v, copied, err := operations.ApplyCounting(annotated(r).value)
		s.copied += copied
		failed, cause := -1, err
		var fault *jsonpatch.Error
		if errors.As(err, &fault) && fault.Operation >= 0 {
			failed = fault.Operation
			cause = fmt.Errorf("%s: %w", operationText(operations[failed], fault), fault.Cause)
		} else if err == nil && !s.function {
			cause = identified(v)
		}
		if cause == nil {
			s.set(i, r.with(v))
			continue
		}
		if !r.mayAccept(operations, fault) {
			failures.add(failed, cause, r)
		}
		s.set(i, r.doubted(anyField))
	}
	return failures.list(s.function)
}

// operationText returns an operation with the pointer that it cannot follow.
func operationText(o jsonpatch.Operation, fault *jsonpatch.Error) string {
	pointer := o.Path
	if (o.Op == jsonpatch.Move || o.Op == jsonpatch.Copy) && strings.HasPrefix(o.From, fault.Path) && !strings.HasPrefix(o.Path, fault.Path) {
		pointer = o.From
	}
	return model.Shorten(string(o.Op)) + " " + model.Shorten(pointer)
}

// identified returns an error if an object lacks the fields that kustomize requires.
func identified(v model.Value) error {
	if lacks := lacking(IDOf(v)); len(lacks) > 0 {
		return fmt.Errorf("the result has no %s", strings.Join(lacks, " and "))
	}
	return nil
}

// mayAccept reports whether the resource may have changes for which the patch does not fail.
// Copies are limited only in a cluster.
func (r resource) mayAccept(operations jsonpatch.Patch, fault *jsonpatch.Error) bool {
	switch {
	case r.isDoubtful(anyField), fault != nil && fault.Code == jsonpatch.Limit:
		return true
	case fault == nil || fault.Operation < 0:
		return false
	}
	o := operations[fault.Operation]
	if fault.Code == jsonpatch.TestFailed {
		if len(r.doubtful) > 0 && !o.Value.IsScalar() {
			return true
		}
		if strings.HasPrefix(o.Path, "/metadata/annotations") {
			return true // kustomize converts annotations to strings, and adds its own
		}
		if fault.Have.Type() != model.Absent && model.Equal(fault.Want, fault.Have) {
			return true // numbers with different spellings, which YAML does not preserve
		}
	}
	for _, name := range r.doubtful {
		for _, pointer := range []string{o.Path, o.From} {
			if strings.Contains(pointer+"/", "/"+name+"/") {
				return true
			}
		}
	}
	return false
}

// failures collects the failures of a patch for its objects.
type failures struct {
	found []Failure
	names [][]string // the objects of each failure
	index map[string]int
}

func (f *failures) add(operation int, cause error, r resource) {
	key := fmt.Sprintf("%d %s", operation, cause)
	i, known := f.index[key]
	if !known {
		if f.index == nil {
			f.index = map[string]int{}
		}
		i = len(f.found)
		f.index[key] = i
		f.found, f.names = append(f.found, Failure{operation, cause}), append(f.names, nil)
	}
	f.names[i] = append(f.names[i], r.id.String())
}

// maxNamed is the maximal number of objects in the message of a failure.
const maxNamed = 3

// list returns the failures. The cause of each contains the names of the objects.
func (f *failures) list(function bool) []Failure {
	who := "kustomize"
	if function {
		who = "smp-check fn"
	}
	for i := range f.found {
		names := f.names[i]
		text := strings.Join(names[:min(len(names), maxNamed)], ", ")
		if more := len(names) - maxNamed; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		f.found[i].Cause = fmt.Errorf("%s fails for %s: %w", who, text, f.found[i].Cause)
	}
	return f.found
}

// jsonPatch reports a JSON Patch and applies it.
func (s *kustomizationRun) jsonPatch(e entry, path model.Path, d load.Document) {
	s.checkOperations(e, path, d)
	if !e.targeted {
		s.problem(path, Invalid, errors.New("a JSON Patch does not name its object; add a target"))
		s.OnPatch(Patch{Document: d, Operations: true})
		return
	}
	definitions := s.find().definitions // before selected, because find may forget the resources
	selected := s.selected(e)
	p := Patch{Document: d, Operations: true, Kinds: s.kindsOf(selected), Definitions: definitions, OpenAPI: s.openAPI, Function: s.function}
	if len(p.Kinds) == 0 {
		p.Kinds = e.target.kinds(kubernetes.Kind{}, &s.matches)
	}
	p.Failures = s.applyOperations(e, d, selected)
	s.countRun(p)
	s.OnPatch(p)
}

// annotated returns a resource with the map metadata.annotations. In kustomize, a resource has
// this map if it has earlier identities, so that a JSON Patch can add annotations.
func annotated(r resource) resource {
	if len(r.earlier) > 0 {
		if v, err := withMembers(r.value, []string{"metadata", "annotations"}, nil); err == nil {
			r.value = v
		}
	}
	return r
}
