package laws_test

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// spoils returns an engine that changes the results of one operation.
func spoils(op corpus.Op, spoil func(in corpus.Input, result model.Value) model.Value) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		if in.Op == op && out.Err == nil {
			out.Result = spoil(in, out.Result)
		}
		return out
	}
}

// misreads returns an engine that changes the inputs of one operation.
func misreads(op corpus.Op, change func(*corpus.Input)) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		if in.Op == op {
			in.Text = nil
			change(&in)
		}
		return ours.Run(in)
	}
}

// accepts returns an engine that gives the answer empty if an operation is an error.
func accepts(op corpus.Op, empty string) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		if in.Op == op && out.Err != nil {
			out = corpus.Outcome{Result: model.MustParse(empty)}
		}
		return out
	}
}

// wrongDiffs returns engines with wrong patches between two documents.
func wrongDiffs() []engine {
	const op = corpus.OpDiff
	return []engine{
		{"forgets nulls", op, "diff-exact", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropMembers(func(m model.Member) bool { return m.Value.Type() == model.Null }))
		})},
		{"forgets deletions of elements", op, "diff-exact", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropElements(isDeletion))
		})},
		{"forgets deletions of values", op, "diff-exact", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropMembers(named("$deleteFromPrimitiveList/")))
		})},
		{"compares lists sorted", op, "diff-exact", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropMembers(named("$setElementOrder/")))
		})},
		{"lists elements the wrong way round", op, "diff-exact", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, changeMembers(named("$setElementOrder/"), reverseElements))
		})},
		{"loses duplicates", op, "diff-exact", misreads(op, func(in *corpus.Input) {
			in.Modified = rewrite(in.Modified, func(v model.Value) model.Value {
				if v.Type() != model.List {
					return v
				}
				return must(model.NewList(slices.CompactFunc(v.AppendElements(nil), model.Equal)...))
			})
		})},
		{"sends no explicit nulls", op, "diff-null", misreads(op, func(in *corpus.Input) {
			in.Modified = rewrite(in.Modified, dropMembers(func(m model.Member) bool { return m.Value.Type() == model.Null }))
		})},
		{"always sends $setElementOrder", op, "diff-identity", spoils(op, alwaysOrder)},
		{"sends a field that is the same", op, "diff-equal-fields", spoils(op, func(in corpus.Input, patch model.Value) model.Value {
			return withCommon(patch, in.Original, in.Modified, func(a, b model.Value) bool { return true })
		})},
		{"compares numbers by their text", op, "diff-equal-fields", spoils(op, func(in corpus.Input, patch model.Value) model.Value {
			return withCommon(patch, in.Original, in.Modified, func(a, b model.Value) bool { return a.Canonical() != b.Canonical() })
		})},
		{"deletes what is not there", op, "diff-no-less", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return with(patch, "nowhere", model.NewNull())
		})},
		{"sends newer directives to older servers", op, "diff-superset", misreads(op, func(in *corpus.Input) { in.Options.Omit = 0 })},
		{"sends what is rejected", op, "diff-lints", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return with(patch, "$patch", model.NewString("merge"))
		})},
		{"strips what removes values", op, "diff-older", stripsRemovals(op)},
		{"sends no $retainKeys", op, "diff-retain", spoils(op, withoutRetainKeys)},
		{"sends the directives of documents", op, "diff-directives", spoils(op, copyDirectives)},
		{"refuses documents with directives", op, "diff-leaves-alone", refusesDirectives(op)},
		{"says that it replaces what it does not", op, "diff-wide", saysWide(op)},
		{"refuses what changes in a map", op, "diff-refuses", refusesMaps(op)},
		{"sends what only it can read", op, "diff-portable", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return must(model.NewMap(model.Member{Name: "own", Value: patch}))
		})},
		{"names the patch in its errors", op, "error-path", onError(func(e *smp.Error) { e.Document = "patch" })},
		{"keeps nothing", op, "diff-keep", misreads(op, func(in *corpus.Input) { in.Options.Keep = nil })},
		{"heeds no precondition", op, "diff-unchanged", misreads(op, func(in *corpus.Input) { in.Options.Preconditions = nil })},
		{"refuses whenever there is a precondition", op, "diff-unchanged", refuses(op)},
		{"names another place than the one to stay", op, "error-path", onError(func(e *smp.Error) {
			if e.Code == smp.Precondition {
				e.Path = e.Path.Append(model.Field("a"))
			}
		})},
	}
}

// withoutRetainKeys removes $retainKeys from a patch.
func withoutRetainKeys(_ corpus.Input, patch model.Value) model.Value {
	return rewrite(patch, dropMembers(named("$retainKeys")))
}

// copyDirectives replaces directives of a patch by members of modified's root with the same
// names.
func copyDirectives(in corpus.Input, patch model.Value) model.Value {
	for name, member := range in.Modified.Members() {
		if strings.HasPrefix(name, "$") {
			patch = with(patch, name, member)
		}
	}
	return patch
}

// stripsRemovals returns an engine that treats the directive that removes values as optional.
func stripsRemovals(op corpus.Op) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		if in.Op != op || !in.Options.Omit.Has(smp.DeleteFromPrimitiveList) {
			return ours.Run(in)
		}
		in.Options.Omit &^= smp.DeleteFromPrimitiveList
		out := ours.Run(in)
		out.Result = rewrite(out.Result, dropMembers(named("$deleteFromPrimitiveList/")))
		return out
	}
}

// refusesDirectives returns an engine that treats every directive at the root of modified as
// required.
func refusesDirectives(op corpus.Op) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		for name := range in.Modified.Members() {
			if strings.HasPrefix(name, "$") && in.Op == op {
				return corpus.Outcome{Err: &smp.Error{Code: smp.NotRepresentable, Document: "modified", Path: model.Path{model.Field(name)}}}
			}
		}
		return ours.Run(in)
	}
}

// saysWide returns an engine that reports a wide replacement with every patch.
func saysWide(op corpus.Op) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		if in.Op == op && out.Result.Len() > 0 {
			out.Wide = []model.Path{{model.Field("a")}}
		}
		return out
	}
}

// refusesMaps returns an engine that does not change maps at the root.
func refusesMaps(op corpus.Op) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		for name, member := range out.Result.Members() {
			if in.Op == op && member.Type() == model.Map {
				return corpus.Outcome{Err: &smp.Error{Code: smp.NotRepresentable, Document: "modified", Path: model.Path{model.Field(name)}}}
			}
		}
		return out
	}
}

// refuses returns an engine that treats every precondition as violated.
func refuses(op corpus.Op) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		if places := in.Options.Preconditions; in.Op == op && len(places) > 0 {
			return corpus.Outcome{Err: &smp.Error{Code: smp.Precondition, Document: "modified", Path: places[0]}}
		}
		return ours.Run(in)
	}
}

// wrongMerges returns engines with wrong three-way merges.
func wrongMerges() []engine {
	const op = corpus.OpThreeWay
	return []engine{
		{"removes what others added", op, "threeway-keeps", misreads(op, func(in *corpus.Input) { in.Original = in.Current })},
		{"takes modified for current", op, "threeway-says", misreads(op, func(in *corpus.Input) { in.Current = in.Modified })},
		{"reverses what others added", op, "threeway-order", func(in corpus.Input) corpus.Outcome {
			out := ours.Run(in)
			if in.Op == corpus.OpApply && out.Err == nil && in.Original.Len() > 0 && in.Patch.Len() > 0 {
				out.Result = rewrite(out.Result, func(v model.Value) model.Value {
					elements := v.AppendElements(nil)
					if v.Type() != model.List {
						return v
					}
					slices.Reverse(elements)
					return must(model.NewList(elements...))
				})
			}
			return out
		}},
		{"adds no empty keys", op, "threeway-adds", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropMembers(func(m model.Member) bool { return m.Value.Type() == model.String && m.Value.Text() == "" }))
		})},
		{"does not see current", op, "threeway-settled", misreads(op, func(in *corpus.Input) { in.Current = model.Value{} })},
		{"forgets what was applied last", op, "threeway-diff", misreads(op, func(in *corpus.Input) { in.Original = model.Value{} })},
		{"heeds the last precondition only", op, "threeway-unchanged", misreads(op, func(in *corpus.Input) {
			in.Options.Preconditions = in.Options.Preconditions[min(1, len(in.Options.Preconditions)):]
		})},
		{"clears nothing", op, "threeway-clears", spoils(op, func(in corpus.Input, patch model.Value) model.Value {
			return rewrite(withoutRetainKeys(in, patch), dropMembers(func(m model.Member) bool { return m.Value.Type() == model.Null }))
		})},
		{"sends no $retainKeys", op, "threeway-retain", spoils(op, withoutRetainKeys)},
		{"replaces every list", op, "threeway-narrow", spoils(op, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, func(v model.Value) model.Value {
				if v.Type() != model.List {
					return v
				}
				return must(model.NewList(append(v.AppendElements(nil), model.MustParse(`{"$patch":"replace"}`))...))
			})
		})},
		{"sends the directives of documents", op, "threeway-directives", spoils(op, copyDirectives)},
		{"refuses documents with directives", op, "threeway-leaves-alone", refusesDirectives(op)},
		{"says that it replaces what it does not", op, "threeway-wide", saysWide(op)},
		{"refuses what changes in a map", op, "threeway-refuses", refusesMaps(op)},
		{"applies patches in a way of its own", op, "threeway-portable", func(in corpus.Input) corpus.Outcome {
			out := ours.Run(in)
			if in.Op == corpus.OpApply && out.Err == nil {
				out.Result = with(out.Result, "own", model.NewBool(true))
			}
			return out
		}},
		{"removes what others added", op, laws.PlacesAside, misreads(op, func(in *corpus.Input) { in.Original = in.Current })},
		{"refuses whenever something is to stay", op, "threeway-unchanged", refuses(op)},
		{"sends $setElementOrder on every run", op, "threeway-converges", spoils(op, alwaysOrder)},
		{"patches original instead of current", op, "threeway-converges", misreads(op, func(in *corpus.Input) { in.Current = in.Original })},
		{"leaves out what is in conflict", op, "threeway-conflict", func(in corpus.Input) corpus.Outcome {
			out := ours.Run(in)
			if in.Op == op && !in.Options.Overwrite && out.Err != nil {
				return corpus.Outcome{Result: model.MustParse("{}")}
			}
			return out
		}},
		{"takes every difference of current for a conflict", op, "threeway-defaults", func(in corpus.Input) corpus.Outcome {
			if in.Op == op && !in.Options.Overwrite && !model.Equal(in.Original, in.Current) {
				return corpus.Outcome{Err: &smp.Error{Code: "conflict"}}
			}
			return ours.Run(in)
		}},
		{"moves sidecars", op, laws.TargetReached, spoils(op, alwaysOrder)},
		{"keeps what modified nulls", op, laws.TargetReached, misreads(op, func(in *corpus.Input) {
			in.Modified = rewrite(in.Modified, dropMembers(func(m model.Member) bool { return m.Value.Type() == model.Null }))
		})},
		{"keeps nothing", op, "threeway-keep", misreads(op, func(in *corpus.Input) { in.Options.Keep = nil })},
		{"misses every conflict", op, laws.ConflictsFound, misreads(op, func(in *corpus.Input) { in.Options.Overwrite = true })},
		{"takes drift for a conflict", op, laws.ConflictsFound, misreads(op, func(in *corpus.Input) { in.Original = model.Value{} })},
	}
}

// wrongOnPatches returns engines with wrong answers about several patches.
func wrongOnPatches() []engine {
	const compose, conflicts = corpus.OpCompose, corpus.OpConflicts
	return []engine{
		{"takes the last patch", compose, "compose-sequence", spoils(compose, func(in corpus.Input, _ model.Value) model.Value {
			return in.Patches[len(in.Patches)-1]
		})},
		{"merges patches by name", compose, "compose-sequence", spoils(compose, func(in corpus.Input, patch model.Value) model.Value {
			for _, p := range in.Patches {
				patch = must(patch.WithMembers(p.AppendMembers(nil)...))
			}
			return patch
		})},
		{"composes without directives", compose, "compose-sequence", spoils(compose, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropMembers(named("$")))
		})},
		{"composes without deletions", compose, "compose-sequence", spoils(compose, func(_ corpus.Input, patch model.Value) model.Value {
			return rewrite(patch, dropElements(isDeletion))
		})},
		{"composes the wrong way round", compose, "compose-sequence", misreads(compose, func(in *corpus.Input) {
			in.Patches = slices.Clone(in.Patches)
			slices.Reverse(in.Patches)
		})},
		{"composes patches that apply rejects", compose, "compose-rejects", accepts(compose, "{}")},
		{"compares patches that apply rejects", conflicts, "conflicts-reject", accepts(conflicts, "[]")},
		{"uses the list of patches as scratch", compose, "inputs-unchanged", func(in corpus.Input) corpus.Outcome {
			slices.Reverse(in.Patches)
			return ours.Run(in)
		}},
		{"finds no conflicts", conflicts, "conflicts-commute", spoils(conflicts, func(corpus.Input, model.Value) model.Value {
			return model.MustParse("[]")
		})},
		{"looks for what left deletes only", conflicts, "conflicts-commute", spoils(conflicts, func(_ corpus.Input, list model.Value) model.Value {
			return rewrite(list, dropElements(func(c model.Value) bool {
				kind, _ := c.Get("kind")
				return kind.Type() == model.String && kind.Text() != "left-deleted"
			}))
		})},
		{"hears the left side only", conflicts, "conflicts-symmetric", spoils(conflicts, func(in corpus.Input, list model.Value) model.Value {
			if in.Left.Len() < in.Right.Len() {
				return model.MustParse("[]")
			}
			return list
		})},
		{"takes any two patches for at odds", conflicts, "conflicts-empty", spoils(conflicts, func(corpus.Input, model.Value) model.Value {
			return model.MustParse(`[{"path":".","kind":"both-changed","left":{},"right":{}}]`)
		})},
		{"lists conflicts in any order", conflicts, "conflicts-sorted", spoils(conflicts, func(_ corpus.Input, list model.Value) model.Value {
			return reverseElements(list)
		})},
		{"does not say what is in conflict", conflicts, "conflicts-sorted", spoils(conflicts, func(_ corpus.Input, list model.Value) model.Value {
			return rewrite(list, dropMembers(func(m model.Member) bool { return m.Name == "left" || m.Name == "right" }))
		})},
	}
}

// wrongLints returns engines that report wrong problems.
func wrongLints() []engine {
	const op = corpus.OpLint
	setRejected := func(rejected bool) func(corpus.Input, model.Value) model.Value {
		return func(_ corpus.Input, problems model.Value) model.Value {
			return rewrite(problems, func(v model.Value) model.Value {
				if _, ok := v.Get("rejected"); !ok {
					return v
				}
				return with(v, "rejected", model.NewBool(rejected))
			})
		}
	}
	drop := func(such func(problem model.Value) bool) func(corpus.Input) corpus.Outcome {
		return spoils(op, func(_ corpus.Input, problems model.Value) model.Value { return dropElements(such)(problems) })
	}
	is := func(kind smp.Code) func(model.Value) bool {
		return func(problem model.Value) bool {
			v, _ := problem.Get("kind")
			return v.Text() == string(kind)
		}
	}
	return []engine{
		{"lists problems in any order", op, "lint-sorted", spoils(op, func(_ corpus.Input, problems model.Value) model.Value { return reverseElements(problems) })},
		{"knows any field", op, "lint-strict", drop(is(smp.UnknownField))},
		{"is content with any kind", op, "lint-strict", drop(is(smp.WrongType))},
		{"has no idea of keys that are ambiguous", op, laws.ProblemsFound, drop(is(smp.AmbiguousMergeKey))},
		{"tells apart by all keys", op, laws.ProblemsFound, drop(is(smp.RepeatedKey))},
		{"lets selections mix", op, laws.ProblemsFound, drop(is(smp.MixedMergeKeys))},
		{"joins unions", op, laws.ProblemsFound, drop(is(smp.UnionSiblings))},
		{"leaves idle directives alone", op, laws.ProblemsFound, drop(is(smp.NoEffect))},
		{"does not say what is data", op, laws.ProblemsFound, drop(is(smp.DirectiveAsData))},
		{"takes content for idle", op, "lint-no-effect", spoils(op, func(in corpus.Input, problems model.Value) model.Value {
			all := problems.AppendElements(nil)
			for name := range in.Patch.Members() {
				all = append(all, must(model.NewMap(
					model.Member{Name: "path", Value: model.NewString(model.Path{model.Field(name)}.String())},
					model.Member{Name: "kind", Value: model.NewString(string(smp.NoEffect))},
				)))
			}
			return must(model.NewList(all...))
		})},
		{"finds no problems", op, "lint-complete", spoils(op, func(corpus.Input, model.Value) model.Value { return model.MustParse("[]") })},
		{"calls no problem fatal", op, "lint-complete", spoils(op, setRejected(false))},
		{"calls every problem fatal", op, "lint-sound", spoils(op, setRejected(true))},
		{"names the first problem only", op, "lint-complete", spoils(op, func(_ corpus.Input, problems model.Value) model.Value {
			return must(model.NewList(problems.AppendElements(nil)[:min(1, problems.Len())]...))
		})},
		{"says where by the last step only", op, "lint-complete", spoils(op, func(_ corpus.Input, problems model.Value) model.Value {
			return rewrite(problems, func(v model.Value) model.Value {
				path, ok := v.Get("path")
				if text := path.Text(); ok && strings.Contains(text, ".") {
					return with(v, "path", model.NewString(text[strings.LastIndex(text, ".")+1:]))
				}
				return v
			})
		})},
	}
}

// alwaysOrder adds the order of every merging list at the root to a patch.
func alwaysOrder(in corpus.Input, patch model.Value) model.Value {
	for name, field := range in.Schema.Fields() {
		if list, _ := in.Modified.Get(name); field.Set() && list.Len() > 0 && !slices.ContainsFunc(list.AppendElements(nil), func(v model.Value) bool { return !v.IsScalar() }) {
			patch = with(patch, "$setElementOrder/"+name, list)
		}
	}
	return patch
}

// withCommon adds root fields to a patch: those that are equal in both documents and for
// which such is true.
func withCommon(patch, original, modified model.Value, such func(a, b model.Value) bool) model.Value {
	for name, is := range modified.Members() {
		if was, ok := original.Get(name); ok && model.Equal(was, is) && such(was, is) && !strings.HasPrefix(name, "$") {
			patch = with(patch, name, is)
		}
	}
	return patch
}

// dropMembers returns a function that removes matching members from maps.
func dropMembers(such func(model.Member) bool) func(model.Value) model.Value {
	return func(v model.Value) model.Value {
		if v.Type() != model.Map {
			return v
		}
		return must(model.NewMap(slices.DeleteFunc(v.AppendMembers(nil), such)...))
	}
}

// dropElements returns a function that removes matching elements from lists.
func dropElements(such func(model.Value) bool) func(model.Value) model.Value {
	return func(v model.Value) model.Value {
		if v.Type() != model.List {
			return v
		}
		return must(model.NewList(slices.DeleteFunc(v.AppendElements(nil), such)...))
	}
}

// changeMembers returns a function that changes the values of matching members.
func changeMembers(such func(model.Member) bool, change func(model.Value) model.Value) func(model.Value) model.Value {
	return func(v model.Value) model.Value {
		for _, m := range v.AppendMembers(nil) {
			if such(m) {
				v = with(v, m.Name, change(m.Value))
			}
		}
		return v
	}
}

func named(prefix string) func(model.Member) bool {
	return func(m model.Member) bool { return strings.HasPrefix(m.Name, prefix) }
}

func isDeletion(v model.Value) bool {
	word, _ := v.Get("$patch")
	return word.Text() == "delete"
}

func reverseElements(v model.Value) model.Value {
	if v.Type() != model.List {
		return v
	}
	elements := v.AppendElements(nil)
	slices.Reverse(elements)
	return must(model.NewList(elements...))
}
