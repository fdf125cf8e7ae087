package kustomization

import (
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A resource is an object of a kustomization. kustomize finds it by its identity and by all
// identities that it had before.
type resource struct {
	value   model.Value
	id      ID
	earlier []ID // the identities before id, beginning with the first one
	// doubtful are the names of fields that kustomize may have changed in a way that value does
	// not show. A name may contain its parents, as in template/metadata.
	doubtful []string
}

// anyField in the list of doubtful fields means all fields.
const anyField = ""

func newResource(v model.Value) resource {
	id := IDOf(v)
	return resource{value: v, id: id, earlier: previousIDs(v, id)}
}

// first returns the identity that the object had in its file.
func (r resource) first() ID {
	if len(r.earlier) > 0 {
		return r.earlier[0]
	}
	return r.id
}

// remembered returns the resource with its identity among the earlier ones. kustomize does
// this before each step that may change an identity, even if the step does not change it.
func (r resource) remembered() resource {
	id := r.id
	id.Namespace = id.effectiveNamespace()
	if len(r.earlier) < maxEarlier && !slices.Contains(r.earlier, id) {
		r.earlier = append(slices.Clip(r.earlier), id)
	}
	return r
}

// doubted returns the resource with more doubtful fields.
func (r resource) doubted(names ...string) resource {
	for _, name := range names {
		if !r.isDoubtful(name) {
			r.doubtful = append(slices.Clip(r.doubtful), name)
		}
	}
	return r
}

func (r resource) isDoubtful(name string) bool { return slices.Contains(r.doubtful, name) }

// with returns the resource with another value. Earlier identities get the group and version
// of the value, because kustomize does not store them.
func (r resource) with(v model.Value) resource {
	r.value, r.id, r.earlier = v, IDOf(v), slices.Clone(r.earlier)
	for i := range r.earlier {
		r.earlier[i].Group, r.earlier[i].Version = r.id.Group, r.id.Version
	}
	return r
}

// same reports whether two resources are found by the same identities.
func (r resource) same(other resource) bool {
	return r.id == other.id && slices.Equal(r.earlier, other.earlier)
}

// inFull returns apiVersion, kind, namespace and name, as in "apps/v1 Deployment shop/web".
func (r resource) inFull() string { return InFull(r.value) }

// InFull returns apiVersion, kind, namespace and name of an object, as in "apps/v1 Deployment
// shop/web". Missing fields and the middle of very long ones are left out.
func InFull(v model.Value) string {
	return model.Shorten(corpus.DeclaredKind(v).APIVersion) + " " + IDOf(v).String()
}

// A lookup finds the resources of a kustomization.
type lookup struct {
	byID        map[ID][]int // by present and earlier identities, with effective namespaces
	definitions []model.Value
}

func (l *lookup) add(i int, r resource) {
	ids := append(slices.Clip(r.earlier), r.id)
	for n := range ids {
		ids[n].Namespace = ids[n].effectiveNamespace()
		if !slices.Contains(ids[:n], ids[n]) {
			l.byID[ids[n]] = append(l.byID[ids[n]], i)
		}
	}
	if r.id.Kind == definitionKind {
		l.definitions = append(l.definitions, r.value)
	}
}

const definitionKind = "CustomResourceDefinition"

// find returns the lookup of the resources. It is made when it is needed, and again after
// resources have been removed or renamed.
func (s *kustomizationRun) find() *lookup {
	if s.lookup == nil {
		if s.tooMuch(len(s.resources)) {
			s.forget()
		}
		s.lookup = &lookup{byID: map[ID][]int{}}
		for i, r := range s.resources {
			s.lookup.add(i, r)
		}
	}
	return s.lookup
}

// having returns the indexes of the resources that have or had an identity.
func (s *kustomizationRun) having(id ID) []int {
	id.Namespace = id.effectiveNamespace()
	return s.find().byID[id]
}

// add appends a resource.
func (s *kustomizationRun) add(r resource) {
	s.own()
	if s.lookup != nil {
		s.lookup.add(len(s.resources), r)
	}
	s.resources = append(s.resources, r)
}

// set replaces a resource. After maxEarlier identities, further ones are not remembered, and later patches
// may name resources that seem to be missing.
func (s *kustomizationRun) set(i int, r resource) {
	if len(r.earlier) == maxEarlier {
		s.complete = false
	}
	if old := s.resources[i]; !old.same(r) || r.id.Kind == definitionKind {
		s.lookup = nil
	}
	s.resources[i] = r
}

// doubt makes all fields of the resources with some indexes doubtful.
func (s *kustomizationRun) doubt(indexes []int) {
	s.own()
	for _, i := range indexes {
		s.resources[i] = s.resources[i].doubted(anyField)
	}
}

// doubtAll adds doubtful fields to all resources.
func (s *kustomizationRun) doubtAll(names ...string) {
	if len(names) == 0 {
		return
	}
	s.own()
	for i, r := range s.resources {
		s.resources[i] = r.doubted(names...)
	}
}

// forget makes the resources unknown.
func (s *kustomizationRun) forget() { s.resources, s.lookup, s.complete = nil, nil, false }

// remove removes the resources with some indexes.
func (s *kustomizationRun) remove(indexes []int) {
	for _, i := range indexes {
		s.resources[i] = resource{}
	}
	s.resources = slices.DeleteFunc(s.resources, func(r resource) bool { return r.value.Type() == model.Absent })
	s.lookup = nil
}

// kindsOf returns the kinds of resources, each of them once.
func (s *kustomizationRun) kindsOf(places []int) []kubernetes.Kind {
	var found []kubernetes.Kind
	seen := map[kubernetes.Kind]bool{}
	for _, i := range places {
		if k := corpus.DeclaredKind(s.resources[i].value); kinds.Complete(k) && !seen[k] && len(found) < maxKinds {
			seen[k] = true
			found = append(found, k)
		}
	}
	return found
}
