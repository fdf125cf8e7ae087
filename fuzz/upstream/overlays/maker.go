package overlays

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An Object is a manifest, an object or a patch, as JSON decodes it.
type Object = map[string]any

type list = []any

// A Maker generates the objects and patches of one kind.
type Maker struct {
	*rand.Rand
	kind kind
}

// kind is one kind of object, with the parts of its patches.
type kind struct {
	kubernetes.Kind
	pod      []string // path of the pod template; nil if there is none
	manifest func(*Maker, Object)
	edits    []func(*Maker, Object) // changes of its manifest
	snippets []func(*Maker) Object  // parts of its overlays
}

// New returns a maker for a seed.
func New(seed uint64) *Maker {
	m := &Maker{Rand: rand.New(rand.NewPCG(seed, 40))}
	m.kind = kinds[pick(m, []int{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7})]
	return m
}

// Kind returns the kind of the maker's objects.
func (m *Maker) Kind() kubernetes.Kind { return m.kind.Kind }

// Manifest returns a manifest of the kind.
func (m *Maker) Manifest() Object {
	o := Object{
		"apiVersion": m.kind.APIVersion, "kind": m.kind.Kind.Kind,
		"metadata": Object{"name": "shop", "labels": Object{"app": "shop", "tier": "web"}},
	}
	m.kind.manifest(m, o)
	if m.kind.pod != nil {
		in(o, m.kind.pod...)["spec"] = m.podSpec()
		set(o, Object{"app": "shop"}, append(m.kind.pod, "metadata", "labels")...)
	}
	for range 3 {
		m.edit(o)
	}
	return o
}

// Next returns a later version of a manifest, with one to four changes.
func (m *Maker) Next(o Object) Object {
	next := clone(o)
	for range 1 + m.IntN(4) {
		m.edit(next)
	}
	return next
}

func (m *Maker) edit(o Object) {
	edits := append(metaEdits[:len(metaEdits):len(metaEdits)], m.kind.edits...)
	if m.kind.pod != nil {
		if m.oneIn(4) {
			edits = podEdits
		} else {
			edits = containerEdits
		}
		if m.oneIn(3) {
			edits = append(metaEdits[:len(metaEdits):len(metaEdits)], m.kind.edits...)
		}
	}
	pick(m, edits)(m, o)
}

// Live returns a possible live object for a manifest, with defaults and changes by others.
func (m *Maker) Live(o Object) Object {
	live := clone(o)
	set(live, "5", "metadata", "annotations", "deployment.kubernetes.io/revision")
	if m.kind.pod != nil && m.oneIn(2) {
		spec := m.podOf(live)
		spec["containers"] = append(items(spec, "containers"), Object{"name": "mesh", "image": "registry.example/mesh:2"})
		spec["restartPolicy"] = "Always"
	}
	if m.kind.Kind.Kind == "Deployment" && m.oneIn(2) {
		set(live, Object{"type": "RollingUpdate", "rollingUpdate": Object{"maxSurge": "25%", "maxUnavailable": "25%"}}, "spec", "strategy")
	}
	for range m.IntN(5) {
		m.edit(live)
	}
	return live
}

// Overlay returns a patch with one to three typical changes.
func (m *Maker) Overlay() Object {
	patch := Object{}
	for range 1 + m.IntN(3) {
		join(patch, pick(m, m.snippets())(m))
	}
	return patch
}

// Near returns two patches of the same part of an object, such as a container.
func (m *Maker) Near() (Object, Object) {
	snippets := m.snippets()
	one, other := pick(m, snippets)(m), pick(m, snippets)(m)
	join(one, pick(m, snippets)(m))
	return one, other
}

// snippets returns functions that create patches of one part of an object.
func (m *Maker) snippets() []func(*Maker) Object {
	switch {
	case m.kind.pod != nil && m.oneIn(2):
		return containerSnippets
	case m.kind.pod != nil && m.oneIn(3):
		return podSnippets
	case m.oneIn(3):
		return metaSnippets
	default:
		return m.kind.snippets
	}
}

// Value converts an object to a value.
func Value(o Object) model.Value {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // cannot happen: an Object is JSON
	}
	return model.MustParse(string(text))
}

func (m *Maker) oneIn(n int) bool { return m.IntN(n) == 0 }

func pick[T any](m *Maker, from []T) T { return from[m.IntN(len(from))] }

// podOf returns the spec of the pods of an object.
func (m *Maker) podOf(o Object) Object { return in(o, append(m.kind.pod, "spec")...) }

// inPod returns a patch of the spec of the pods.
func (m *Maker) inPod(spec Object) Object {
	o := Object{}
	set(o, spec, append(m.kind.pod, "spec")...)
	return o
}

// in returns the map at a path. It creates the map if necessary.
func in(o Object, path ...string) Object {
	for _, name := range path {
		next, ok := o[name].(Object)
		if !ok {
			next = Object{}
			o[name] = next
		}
		o = next
	}
	return o
}

func set(o Object, v any, path ...string) { in(o, path[:len(path)-1]...)[path[len(path)-1]] = v }

func items(o Object, name string) list { l, _ := o[name].(list); return l }

func clone(o Object) Object {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	var out Object
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// find returns the index of the element with this value of a field, or -1.
func find(l list, field string, value any) int {
	for i, e := range l {
		if o, ok := e.(Object); ok && o[field] == value {
			return i
		}
	}
	return -1
}

// put adds an element to a list, or replaces the element with its key.
func put(o Object, name, key string, e Object) {
	l := items(o, name)
	if i := find(l, key, e[key]); i >= 0 {
		l[i] = e
		return
	}
	o[name] = append(l, e)
}

// drop removes one element of a list. If the list is then empty, drop may remove the list, too.
func (m *Maker) drop(o Object, name string) {
	l := items(o, name)
	if len(l) == 0 {
		return
	}
	i := m.IntN(len(l))
	if l = append(l[:i:i], l[i+1:]...); len(l) == 0 && m.oneIn(2) {
		delete(o, name)
		return
	}
	o[name] = l
}

// join adds the contents of one patch to another one. List elements with the same name are
// merged.
func join(into, from Object) {
	for name, v := range from {
		have, both := into[name]
		switch v := v.(type) {
		case Object:
			if o, ok := have.(Object); ok && o["$patch"] == nil && v["$patch"] == nil {
				join(o, v)
				continue
			}
		case list:
			if l, ok := have.(list); ok {
				into[name] = joinLists(l, v)
				continue
			}
		}
		if !both && !(deletes(into, name) || deletes(from, name)) {
			into[name] = v
		}
	}
}

// deletes reports whether a patch map contains both a field and a delete list for this field.
// The name may be that of either. A cluster may apply the two in any order.
func deletes(patch Object, name string) bool {
	const prefix = "$deleteFromPrimitiveList/"
	_, list := patch[prefix+name]
	field, isList := strings.CutPrefix(name, prefix)
	_, value := patch[field]
	return list || isList && value
}

func joinLists(into, from list) list {
	for _, e := range from {
		o, isMap := e.(Object)
		at := -1
		for _, key := range []string{"name", "mountPath", "containerPort", "port", "ip"} {
			if isMap && o[key] != nil && at < 0 {
				at = find(into, key, o[key])
			}
		}
		switch {
		case at < 0:
			into = append(into, e)
		case into[at].(Object)["$patch"] == nil && o["$patch"] == nil:
			join(into[at].(Object), o)
		}
	}
	return into
}
