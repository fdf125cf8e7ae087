package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// ClusterDiffers is the code of findings about patches that have another effect on a cluster than by the
// specification, always or for some objects.
const ClusterDiffers smp.Code = "cluster-differs"

// problemsOnCluster returns the problems on a cluster of a patch for a built-in kind, as far
// as the patch alone shows them. With onCluster, each part that a cluster rejects is an error
// instead of a warning.
func problemsOnCluster(s smp.Schema, patch model.Value, onCluster bool) []finding.Finding {
	w := clusterWalk{rejects: finding.Warning}
	if onCluster {
		w.rejects = finding.Error
	}
	if operation(patch) == "delete" {
		w.say(finding.Warning, cluster.MapDeleteLeavesEmpty, model.Path{model.Field(patchDirective)}, "a cluster does not delete the object: it empties the object, and then rejects the result; use kubectl delete")
		return w.found
	}
	w.members(s, patch)
	return w.found
}

// A clusterWalk walks through a patch.
type clusterWalk struct {
	path    model.Path
	found   []finding.Finding
	rejects finding.Severity // the severity of parts that a cluster rejects
	// replaced is set inside maps and lists that replace others. A cluster copies them.
	replaced bool
}

func (w *clusterWalk) say(severity finding.Severity, d cluster.Divergence, below model.Path, format string, args ...any) {
	w.found = append(w.found, finding.Finding{
		Path: slices.Concat(w.path, below), Code: ClusterDiffers, Rule: d.Rules()[0], Severity: severity,
		Sentence: fmt.Sprintf(format+" (%s)", append(args, d)...), Rejected: severity == finding.Error,
	})
}

// These are the names of directives.
const (
	patchDirective    = "$patch"
	patchMergeKeyName = "$patchMergeKey"
	retainKeys        = "$retainKeys"
	orderPrefix       = "$setElementOrder/"
	deletePrefix      = "$deleteFromPrimitiveList/"
	replaceOperator   = "replace"
)

// operation returns the value of $patch in a map, or "".
func operation(v model.Value) string {
	op, _ := v.Get(patchDirective)
	return op.Text()
}

// isMarker reports whether an element of a patch list means that the patch list replaces the
// list.
func isMarker(e model.Value) bool { return e.Len() == 1 && operation(e) == replaceOperator }

// isAtomicMap reports whether a patch replaces a map with this schema as a whole.
func isAtomicMap(s smp.Schema) bool { return s.Type() == smp.MapType && s.Strategy() == smp.Replace }

func (w *clusterWalk) below(step model.Step, replaced bool, look func()) {
	before := w.replaced
	w.path, w.replaced = append(w.path, step), replaced
	look()
	w.path, w.replaced = w.path[:len(w.path)-1], before
}

// mapping checks the patch of a map below the root.
func (w *clusterWalk) mapping(s smp.Schema, v model.Value) {
	op := operation(v)
	at := model.Path{model.Field(patchDirective)}
	switch {
	case op == "" || w.replaced:
	case isAtomicMap(s):
		w.say(finding.Warning, cluster.DirectivesKept, at, "a cluster replaces this map as a whole, and stores the directive as a field; to delete the map, set it to null")
		w.found[len(w.found)-1].Rule = smp.RuleMapAtomic
	case op == "delete":
		w.say(finding.Warning, cluster.MapDeleteLeavesEmpty, at, "a cluster empties the map, but does not delete it; to delete it, set it to null")
	case op == replaceOperator:
		w.say(finding.Note, cluster.DirectiveMapDropped, at, "if the object has no map here, a cluster drops this map with its data")
	}
	w.members(s, v)
}

// members checks the fields of a map.
func (w *clusterWalk) members(s smp.Schema, v model.Value) {
	replaced := w.replaced || operation(v) == replaceOperator || isAtomicMap(s)
	values, freeForm := s.Values()
	for name, member := range v.SortedMembers() {
		if field, isOrder := strings.CutPrefix(name, orderPrefix); isOrder && !freeForm && !w.replaced {
			w.order(s, v, name, field)
		}
		if freeForm && !w.replaced && isReserved(name, member) {
			w.say(w.rejects, cluster.DirectiveNamesReserved, model.Path{model.Field(name)}, "a cluster treats a field of this name as a directive in every map")
			continue
		}
		if strings.HasPrefix(name, "$") {
			continue
		}
		inner, known := s.Member(name)
		_, declared := s.Field(name)
		w.below(model.Field(name), replaced, func() {
			switch k := member.Type(); {
			case k == model.Null && replaced && freeForm && !declared:
				w.say(finding.Warning, cluster.NullsKept, nil, "a cluster replaces the map, keeps this null in it, and stores an empty value")
			case k == model.Null && replaced:
				w.say(finding.Note, cluster.NullsKept, nil, "a cluster replaces the map or list around this null, and keeps the null")
			case k != model.Map && k != model.List, replaced:
			case s.Type() == smp.AnyType:
				w.say(finding.Note, cluster.SchemalessRejected, nil, "a cluster rejects the patch if the object has a %s here, because this place has no schema", k)
			case freeForm && !declared && values.Type() != smp.AnyType:
				w.say(finding.Note, cluster.MapValuesRejected, nil, "a cluster rejects the patch if the object has a %s here; replace the map around it", k)
			}
			if known {
				w.value(inner, member)
			}
		})
	}
}

// isReserved reports whether a name in a free-form map is a directive for a cluster, but an
// ordinary name by the specification.
func isReserved(name string, v model.Value) bool {
	return name == retainKeys && v.Type() != model.List || strings.HasPrefix(name, orderPrefix) || strings.HasPrefix(name, deletePrefix)
}

// order checks the order list of a field.
func (w *clusterWalk) order(s smp.Schema, v model.Value, name, field string) {
	u, known := s.Field(field)
	list, has := v.Get(field)
	at := model.Path{model.Field(name)}
	switch {
	case !known:
	case u.Type() == smp.ListType && !u.Merging():
		w.say(w.rejects, cluster.OrderOnAtomic, at, "the list is replaced as a whole, but a cluster also sorts it or rejects the patch")
	case has && list.Type() == model.List && list.Len() == 0:
		w.say(w.rejects, cluster.OrderNullRejected, at, "a cluster rejects an order for an empty list if the list in the object is empty, too")
	case has && list.Type() != model.List:
		w.say(w.rejects, cluster.OrderNullRejected, at, "a cluster rejects an order for a %s", list.Type())
	case has && slices.ContainsFunc(list.AppendElements(nil)[min(1, list.Len()):], isMarker):
		w.say(w.rejects, cluster.OrderCheckLoose, at, "a cluster rejects an order for a list in which %s: %s follows other elements; put it first", patchDirective, replaceOperator)
	}
}

func (w *clusterWalk) value(s smp.Schema, v model.Value) {
	switch v.Type() {
	case model.Map:
		w.mapping(s, v)
	case model.List:
		w.list(s, v)
	}
}

// list checks a patch list.
func (w *clusterWalk) list(s smp.Schema, v model.Value) {
	merging := s.Type() == smp.ListType && s.Merging()
	marked := false
	for i, e := range v.Elements() {
		if !isMarker(e) {
			continue
		}
		at := model.Path{model.Index(i)}
		switch {
		case w.replaced:
		case !merging:
			w.say(finding.Warning, cluster.AtomicListDirectives, at, "a cluster stores this as an element, because the list is replaced as a whole; leave it out")
		case !s.Keyed():
			w.say(w.rejects, cluster.SetMarkerRejected, at, "a cluster rejects %s: %s in a list of values; delete values with %sFIELD", patchDirective, replaceOperator, deletePrefix)
		}
		marked = true
	}
	replaced := w.replaced || marked || !merging
	for i, e := range v.Elements() {
		if isMarker(e) {
			continue
		}
		copied := w.replaced || !merging
		w.below(model.Index(i), replaced, func() { w.element(s, e, copied, marked) })
	}
}

// element checks an element of a list. copied is set if the list is copied as a whole, and
// marked is set if the list contains $patch: replace.
func (w *clusterWalk) element(s smp.Schema, e model.Value, copied, marked bool) {
	var keys []string
	if !copied {
		keys = s.Keys()
	}
	switch {
	case e.Type() == model.Null && marked && !copied:
		w.say(w.rejects, cluster.MixedTypesRejected, nil, "a cluster rejects null elements in this list")
		return
	case e.Type() == model.List:
		w.list(s.Element(), e)
		return
	case e.Type() != model.Map:
		return
	}
	for _, key := range keys {
		switch v, has := e.Get(key); {
		case !has && marked:
			w.say(w.rejects, cluster.ReplacedListKeyed, nil, "a cluster rejects an element without %s, even in a list that is replaced", key)
		case v.Type() == model.Number && strings.ContainsAny(v.JSON(), ".eE"):
			w.say(finding.Warning, cluster.IntegerFloatDistinct, model.Path{model.Field(key)}, "a cluster compares this number as text, and does not find the element; write an integer")
		}
	}
	if len(keys) > 0 {
		if _, has := e.Get(patchMergeKeyName); has && w.rejects != finding.Error { // clusters ignore the directive; by a cluster's rules it is data
			w.say(finding.Warning, cluster.PatchMergeKeyUnknown, model.Path{model.Field(patchMergeKeyName)}, "a cluster ignores %s, and matches by %s alone; "+Unambiguous, patchMergeKeyName, strings.Join(keys, ", "))
		}
		if operation(e) == replaceOperator && !marked {
			w.say(finding.Warning, cluster.ElementReplaceEmpties, model.Path{model.Field(patchDirective)}, "a cluster removes all elements of the list, including this one; delete the element, and add it again in a second patch")
		}
		if operation(e) == "delete" {
			return
		}
	}
	w.members(s.Element(), e)
}
