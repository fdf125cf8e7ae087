package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// unionsExtension is the OpenAPI extension that contains the unions of a map.
const unionsExtension = "x-kubernetes-unions"

// withoutUnions returns the schema without its unions, and reports whether it has any.
func withoutUnions(s smp.Schema) (smp.Schema, bool) {
	found := false
	var drop func(v model.Value) model.Value
	drop = func(v model.Value) model.Value {
		return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
			if name == unionsExtension {
				found = true
				return name, model.Value{}
			}
			return name, drop(m)
		})
	}
	document := drop(openapi.Encode(s))
	if !found {
		return s, false
	}
	d, err := openapi.Read(document)
	if err != nil {
		panic(err) // cannot happen: the output of Encode is valid, even with fewer extensions
	}
	if s, err = d.Schema(openapi.Root); err != nil {
		panic(err)
	}
	return s, true
}

// ApplyUnionsOff checks that without the option Unions, the answer is the same as for a
// schema without unions. The order of fields is not compared, because an engine may vary it.
func ApplyUnionsOff(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "apply-unions-off", subject: s, in: in}).unionsOff()
}

// ComposeUnionsOff is the law ApplyUnionsOff for compose.
func ComposeUnionsOff(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "compose-unions-off", subject: s, in: in}).unionsOff()
}

// ConflictsUnionsOff is the law ApplyUnionsOff for conflicts.
func ConflictsUnionsOff(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "conflicts-unions-off", subject: s, in: in}).unionsOff()
}

func (t *trial) unionsOff() Verdict {
	t.in.Options.Unions = false
	plain, has := withoutUnions(t.in.Schema)
	if !has {
		return t.inapplicable("a schema without unions")
	}
	out, ok := t.outcome()
	if !ok {
		return t.inapplicable("no answer")
	}
	want := t.runChanged(func(in *corpus.Input) { in.Schema = plain })
	if want.Skipped != "" {
		return t.inapplicable("no answer with a schema without unions")
	}
	if !same(out, want) {
		return t.broken("with unions in the schema: %s\nwithout:                   %s", describe(out), describe(want))
	}
	return t.held()
}

// ThreeWayUnionsOff checks that the patch gives the same result as for a schema without
// unions, except that it removes the members that modified excludes by choosing another
// member.
func ThreeWayUnionsOff(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-unions-off", subject: s, in: in}
	t.in.Options.Overwrite, t.in.Options.Preconditions = true, nil
	plain, has := withoutUnions(in.Schema)
	if !has {
		return t.inapplicable("a schema without unions")
	}
	_, got, ok := t.fullOn(in.Current)
	bySchema := &trial{subject: s, in: t.in}
	bySchema.in.Schema = plain
	_, want, without := bySchema.fullOn(in.Current)
	if !ok || !without {
		return t.inapplicable("no full patch, or it is not applied")
	}
	if !lessExcluded(in.Schema, bare(got), bare(want), nil) {
		return t.broken("with unions in the schema: %s\nwithout:                   %s", got.JSON(), want.JSON())
	}
	return t.held()
}

// lessExcluded reports whether less is equal to all without some members that the unions of
// all exclude. The order of elements is not compared. A key must be present even if it is
// excluded.
func lessExcluded(s smp.Schema, less, all model.Value, keys []string) bool {
	if less.Type() != all.Type() || all.Type() == model.List && less.Len() != all.Len() || less.Len() > all.Len() {
		return false
	}
	for name, member := range all.Members() {
		field, _ := s.Member(name)
		if left, ok := less.Get(name); ok && !lessExcluded(field, left, member, nil) || !ok && !excludes(s, less, name, keys) {
			return false
		}
	}
	for _, element := range all.Elements() {
		if !has(less, func(e model.Value) bool { return lessExcluded(s.Element(), e, element, allKeys(s)) }) {
			return false
		}
	}
	return all.Type() == model.Map || all.Type() == model.List || model.Equal(less, all)
}
