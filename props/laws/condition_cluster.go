package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// The conditions in this file restrict laws only for engines that follow clusters.

// departs returns the condition of a law that is not true on clusters because of a divergence.
func departs(d cluster.Divergence) condition {
	return onClusters(func(corpus.Input) bool { return true }, d.String())
}

// onClusters returns the condition that on a cluster, the function such is false for the input. If
// it is true, why is the reason that the law does not apply.
func onClusters(such func(corpus.Input) bool, why string) condition {
	return func(q *question) string {
		if q.cluster && such(q.in) {
			return "on a cluster: " + why
		}
		return ""
	}
}

// inDocuments reports whether the function such is true for a document of a diff or a three-way
// merge.
func inDocuments(in corpus.Input, such func(smp.Schema, model.Value) bool) bool {
	return slices.ContainsFunc([]model.Value{in.Original, in.Modified, in.Current}, func(v model.Value) bool { return such(in.Schema, v) })
}

var (
	// specified is for laws about lint.
	specified = onClusters(func(corpus.Input) bool { return true }, "lint follows the specification")

	// integerKeys is for laws that treat 1.0 and 1 as the same key, as a three-way merge does. Patches
	// for clusters distinguish these keys.
	integerKeys = onClusters(func(in corpus.Input) bool { return inDocuments(in, hasFloatKeys) }, cluster.IntegerFloatDistinct.String())

	// exactNames is for laws about names in modified. A cluster takes a name for that of a field if
	// they differ only in case.
	exactNames = onClusters(func(in corpus.Input) bool { return foldsNames(in.Schema, in.Modified) }, cluster.FieldCaseFolded.String())

	// noDuplicates is for laws about directives in documents. If an element is deleted together with
	// its duplicate, the whole element is sent again, and a cluster copies it.
	noDuplicates = onClusters(func(in corpus.Input) bool {
		if in.Op == corpus.OpThreeWay {
			return repeatsKeys(in.Schema, in.Current)
		}
		return repeatsKeys(in.Schema, in.Original)
	}, cluster.DirectivesKept.String())

	// noDeclaredDirectives is for laws about the fields of a patch. A cluster takes the name of a
	// declared field for a directive, and then does not store its value.
	noDeclaredDirectives = onClusters(func(in corpus.Input) bool { return inDocuments(in, declaresDirectives) }, cluster.DirectiveNamesReserved.String())

	// noNullRetainKeys is for laws about nulls of modified. A null with the name of a directive cannot
	// be sent.
	noNullRetainKeys = onClusters(func(in corpus.Input) bool { return hasNullRetainKeys(in.Modified) }, cluster.DirectiveNamesReserved.String())

	// noDirectivesOnPath is for laws about places that must stay unchanged. A member that looks like a
	// directive for such a place affects the place.
	noDirectivesOnPath = onClusters(func(in corpus.Input) bool {
		return slices.ContainsFunc(in.Options.Preconditions, func(place model.Path) bool {
			return inDocuments(in, func(_ smp.Schema, v model.Value) bool { return directsPlace(v, place) })
		})
	}, cluster.DirectiveNamesReserved.String())

	// acceptedInTurn is for laws about two patches in both orders. A cluster may accept a patch alone
	// but reject it after another one. In this case, it must reject the patches in both orders.
	acceptedInTurn = onClusters(func(in corpus.Input) bool {
		return rejectedInTurn(in, in.Left, in.Right) && rejectedInTurn(in, in.Right, in.Left)
	}, cluster.UnknownFieldRejected.String())
)

// undiverged is for laws that follow from the rules of Apply. They are true on a cluster as long as
// no divergence changes a result.
func undiverged(q *question) string {
	q.undiverged = q.cluster
	return ""
}

// checkUndiverged checks the law. The law does not apply if a divergence changes the result of one of
// the patches that the law lets the subject apply.
func (law Law) checkUndiverged(s corpus.Subject, in corpus.Input) Verdict {
	w := &divergenceWatch{Subject: s}
	v := law.Check(w, in)
	if len(w.divergences) > 0 {
		return (&trial{law: law.Name, subject: s, in: in}).inapplicable("on a cluster: " + w.divergences[0].String())
	}
	return v
}

// A divergenceWatch is a subject that records the divergences that change a result when a cluster
// applies the same patches.
type divergenceWatch struct {
	corpus.Subject
	divergences []cluster.Divergence
}

// Run runs the subject.
func (w *divergenceWatch) Run(in corpus.Input) corpus.Outcome {
	if in.Op == corpus.OpApply {
		e := cluster.Engine{BeforeDecoding: true, Ignore: in.Options.Ignore}
		w.divergences = append(w.divergences, e.Differences(smp.Engine{Ignore: in.Options.Ignore}, in.Schema, in.Original, in.Patch)...)
	}
	return w.Subject.Run(in)
}

// hasFloatKeys reports whether a merge key in a document is a number whose spelling is not that of
// a Go integer.
func hasFloatKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasFloatKeys(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool {
		return hasFloatKeys(s.Element(), element) || slices.ContainsFunc(allKeys(s), func(name string) bool {
			return strings.ContainsAny(key(s, element, name).NumberText(), ".eE")
		})
	})
}

// foldsNames reports whether a name in a document differs from that of a field only in case, such as
// Name for name.
func foldsNames(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); inOtherCase(s, name) || foldsNames(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool { return foldsNames(s.Element(), element) })
}

// repeatsKeys reports whether a keyed list of a document has two elements with the same default key.
// Unlike keysEqual, it ignores the defaults of keys, like a cluster.
func repeatsKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); repeatsKeys(field, member) {
			return true
		}
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool {
			return s.Keyed() && !slices.ContainsFunc(s.Keys(), func(name string) bool {
				a, _ := element.Get(name)
				b, _ := other.Get(name)
				return !model.Equal(a, b)
			})
		}
		if slices.ContainsFunc(elements[:i], same) || repeatsKeys(s.Element(), element) {
			return true
		}
	}
	return false
}

// declaresDirectives reports whether a document has a declared field that a cluster takes for a
// directive for another field.
func declaresDirectives(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		field, known := s.Member(name)
		_, other, slash := strings.Cut(name, "/")
		_, declared := s.Field(other)
		if known && slash && declared || declaresDirectives(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool { return declaresDirectives(s.Element(), element) })
}

// hasNullRetainKeys reports whether a document has a null member $retainKeys.
func hasNullRetainKeys(v model.Value) bool {
	for name, member := range v.Members() {
		if name == retainKeysName && member.Type() == model.Null || hasNullRetainKeys(member) {
			return true
		}
	}
	return has(v, hasNullRetainKeys)
}

// directsPlace reports whether a document contains, on the path to a place, a member with the name
// of a directive for the place.
func directsPlace(v model.Value, place model.Path) bool {
	for _, step := range place {
		name := string(step.(model.Field)) // places that must stay unchanged have no other steps
		for _, other := range []string{retainKeysName, deleteListPrefix + name, orderListPrefix + name} {
			if _, has := v.Get(other); has {
				return true
			}
		}
		v, _ = v.Get(name)
	}
	return false
}

// rejectedInTurn reports whether a cluster rejects one of two patches when they are applied in order
// to the original of an input.
func rejectedInTurn(in corpus.Input, first, second model.Value) bool {
	e := cluster.Engine{BeforeDecoding: true, Ignore: in.Options.Ignore, Strict: in.Options.Strict}
	result, err := e.Apply(in.Schema, in.Original, first)
	if err == nil {
		_, err = e.Apply(in.Schema, result, second)
	}
	return err != nil
}
