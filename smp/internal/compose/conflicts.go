package compose

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apply"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// Conflicts returns the conflicts between two patches, sorted by path. A fault is one of a patch that
// no original accepts. side is left or right then.
func Conflicts(u *schema.Node, left, right model.Value, opts apply.Options) (found []pair.Conflict, side string, f *faults.Fault) {
	f, side = neverApplies(u, left, opts), "left"
	if f == nil {
		f, side = neverApplies(u, right, opts), "right"
	}
	if f != nil || left.Len() == 0 || right.Len() == 0 { // an empty patch does not conflict with any other
		return nil, side, f
	}
	c := patchConflicts{Merger: apply.New(apply.Options{Dialect: opts.Dialect, Unions: opts.Unions}), strict: opts.Strict}
	c.documents(u, left, right)
	return c.Sorted(), side, nil
}

// patchConflicts compares two patches and collects their conflicts.
type patchConflicts struct {
	*apply.Merger // compares effects, and is not strict
	strict        bool
	pair.Comparison
	equality identity.Equality
}

// documents compares two patches of a whole document.
func (c *patchConflicts) documents(u *schema.Node, left, right model.Value) {
	if syntax.Merges(left) && syntax.Merges(right) {
		c.maps(u, left, right, false)
		return
	}
	root := *u
	root.Strategy = schema.Merge // the root is never atomic
	c.bothWays(&root, syntax.Field{Value: left}, syntax.Field{Value: right}, func(original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
		v, f := c.MergeMap(u, original, t.Value, false)
		return nulls.OrEmpty(v), f
	})
}

// maps compares two patch maps that merge.
func (c *patchConflicts) maps(u *schema.Node, left, right model.Value, inKeyedList bool) {
	both, f := pair.Read(c.Map(u, model.Value{}, inKeyedList), left, right, false)
	if f != nil {
		return // neverApplies has reported the fault already
	}
	c.Fields(&both, &c.equality, func(left, right syntax.Field) { c.field(u, left, right) })
	if c.Unions {
		c.unions(u, &both, left, right)
	}
}

// field compares two patches of a field of a map. They are not equal.
func (c *patchConflicts) field(inMap *schema.Node, left, right syntax.Field) {
	u := inMap.OfMember(left.Name)
	ours, theirs := listpatch.New(u, left), listpatch.New(u, right)
	switch {
	case syntax.Merges(left.Value) && syntax.Merges(right.Value) && !u.AtomicMap():
		c.maps(u, left.Value, right.Value, false)
	case u.Merging() && ours.AddsElements() && theirs.AddsElements():
		c.lists(ours, theirs)
	default:
		c.bothWays(u, left, right, func(original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
			return c.Field(inMap, t, original)
		})
	}
}

// bothWays compares two patches of a place by their effect on an original without the place. apply
// applies one of them. A strict engine may also reject a patch that merges into the place if the
// other patch does not replace the original before.
func (c *patchConflicts) bothWays(u *schema.Node, left, right syntax.Field, apply func(original model.Value, t syntax.Field) (model.Value, *faults.Fault)) {
	differ := c.BothWays(left, right, func(first, second syntax.Field) (syntax.Field, *faults.Fault) {
		v, f := apply(model.Value{}, first)
		if f == nil {
			v, f = apply(v, second)
		}
		return syntax.Field{Value: walk.InAnyOrder(u, v)}, f
	})
	if !differ && c.strict && (hidesFaults(u, left, right) || hidesFaults(u, right, left)) {
		c.AddFields(syntax.Field{Value: left.Value, Order: left.Order}, syntax.Field{Value: right.Value, Order: right.Order})
	}
}

// hidesFaults reports whether a patch replaces a map or a merging list into which the other patch
// merges. Strict may then reject the other patch, unless it is applied last.
func hidesFaults(u *schema.Node, replacing, other syntax.Field) bool {
	if syntax.Merges(other.Value) && other.Value.Len() > 0 && !u.AtomicMap() {
		return syntax.Replace.In(replacing.Value)
	}
	after := listpatch.New(u, other)
	return listpatch.New(u, replacing).Kind == listpatch.Replacing && after.AddsElements() && (after.Value.Type() == model.List || after.HasOrderList())
}

// lists compares two patches that merge a list.
func (c *patchConflicts) lists(left, right listpatch.Patch) {
	if left.Kind == listpatch.Set {
		c.Sets(left.Field, right.Field)
		return
	}
	u, reader := left.Node, listpatch.NewReader(c.Dialect, left.Node)
	left.Read(&reader, false)
	right.Read(&reader, false)
	if left.Found != nil || right.Found != nil {
		return
	}
	ours, theirs := left.Elements, right.Elements
	for e := range reordered(&reader, right.Order, ours) {
		c.Add(e.Value, right.Order, e.Step())
	}
	for e := range reordered(&reader, left.Order, theirs) {
		c.Add(left.Order, e.Value, e.Step())
	}
	if c.Unions && u.UnionsSetKeys() {
		c.movedByUnion(0, u, &reader, ours, theirs)
		c.movedByUnion(1, u, &reader, theirs, ours)
	}
	for _, set := range groupBySelection(theirs) {
		for i := range ours {
			e := &ours[i]
			found := set.sharing(e)
			switch {
			case found == nil:
			case found.compared && len(found.all) > 1: // both patches have duplicates, too many to compare one by one
				c.Add(e.Value, found.all[0].Value, e.Step())
			default:
				found.compared = true
				for _, other := range found.all {
					c.In(e.Step(), func() { c.elements(u, e, other) })
				}
			}
		}
	}
}

// movedByUnion adds a conflict for each element of one patch in which a union sets a merge key, and
// each element of the other patch that may be the same by the old or the new key: among duplicates, only
// the first one.
func (c *patchConflicts) movedByUnion(side int, list *schema.Node, reader *listpatch.Reader, elements, others []listpatch.Element) {
	sets := groupBySelection(others)
	for i := range elements {
		before := &elements[i]
		after, found := reader.Element(list.Shape.Element.WithDiscriminator(before.Value), before.Index)
		if before.Op == syntax.Delete || found != nil || slices.EqualFunc(before.Keys, after.Keys, model.Equal) {
			continue
		}
		for _, s := range sets {
			for _, e := range [2]*listpatch.Element{before, &after} {
				found := s.sharing(e)
				if found == nil || len(found.all) == 1 && c.equality.Of(before.Value, found.all[0].Value) {
					continue
				}
				other := found.all[0]
				if side == 0 {
					c.Add(before.Value, other.Value, before.Step())
				} else {
					c.Add(other.Value, before.Value, other.Step())
				}
			}
		}
	}
}

// elements compares two patch elements that may patch the same element of a list.
func (c *patchConflicts) elements(list *schema.Node, left, right *listpatch.Element) {
	u := list.Shape.Element
	switch deletions := [2]bool{left.Op == syntax.Delete, right.Op == syntax.Delete}; {
	case deletions[0] && deletions[1], c.equality.Of(left.Value, right.Value):
	case deletions[0] != deletions[1], left.By != right.By || left.Fallback != nil || right.Fallback != nil:
		c.Add(left.Value, right.Value)
	case left.Op == syntax.Merge && right.Op == syntax.Merge && !u.AtomicMap():
		if c.strict {
			c.ambiguous(list, left, right)
		}
		c.maps(u, left.Value, right.Value, true)
	default:
		c.bothWays(u, syntax.Field{Value: left.Value}, syntax.Field{Value: right.Value}, func(original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
			return c.MapValue(u, original, t.Value, true)
		})
	}
}

// ambiguous adds each recommended key that only one of the two patches sets in an element, if Strict then
// rejects the other patch (rule keys-recommended): after the patch that sets the key, a list may have two
// elements with the same default key, which are ambiguous without $patchMergeKey, and after the other
// patch, a key that has a default would change. Strict rejects any other change of a key in either order.
func (c *patchConflicts) ambiguous(list *schema.Node, left, right *listpatch.Element) {
	ours, theirs := left.Value, right.Value
	if c.Unions {
		ours, theirs = list.Shape.Element.WithDiscriminator(ours), list.Shape.Element.WithDiscriminator(theirs)
	}
	keys, named := list.ListKeys(), left.HasPatchMergeKey || right.HasPatchMergeKey
	for _, name := range list.Recommended {
		if named && keys.Default(name).Type() == model.Absent {
			continue
		}
		our, isOurs := ours.Get(name)
		their, isTheirs := theirs.Get(name)
		if isOurs != isTheirs && !model.Equal(keys.In(ours, name), keys.In(theirs, name)) {
			c.Add(our, their, model.Field(name))
		}
	}
}

// unions compares the patches of each union. The patches conflict if they choose different members,
// which clear each other, or if the discriminator depends on the order of the patches.
func (c *patchConflicts) unions(u *schema.Node, p *pair.Pair, left, right model.Value) {
	for i := range u.Shape.Unions {
		union := &u.Shape.Unions[i]
		ours, theirs := union.ChoiceInPatch(left), union.ChoiceInPatch(right)
		c.clearedByUnion(0, union, ours, theirs, left, right)
		c.clearedByUnion(1, union, theirs, ours, right, left)
		discriminatorOf := func(patch model.Value) model.Value {
			v, _ := patch.Get(union.Discriminator)
			return v
		}
		switch {
		case union.Discriminator == "":
		case deletesDiscriminator(ours, theirs, p.SecondRetains, union):
			c.AddCode(pair.RightDeleted, discriminatorOf(left), discriminatorOf(right), model.Field(union.Discriminator))
		case deletesDiscriminator(theirs, ours, p.FirstRetains, union):
			c.AddCode(pair.LeftDeleted, discriminatorOf(left), discriminatorOf(right), model.Field(union.Discriminator))
		}
	}
}

// clearedByUnion adds a conflict for each field with which one patch sets its member, if the choice
// of the other patch clears the field without mentioning it. side is 0 if patch is the left one.
func (c *patchConflicts) clearedByUnion(side int, union *schema.Union, own, other schema.Choice, patch, against model.Value) {
	if own.Member == nil || !other.Chooses() || union.Chosen(other) == own.Member {
		return
	}
	for _, name := range own.Member.Fields {
		v, _ := patch.Get(name)
		if _, present := against.Get(name); !present && own.Member.SetsInPatch(v) {
			c.AddOf(side, v, model.Field(name))
		}
	}
}

// deletesDiscriminator reports whether one patch sets a member without mentioning the
// discriminator, and the other patch deletes the discriminator. retained holds the $retainKeys of
// the other patch.
func deletesDiscriminator(own, other schema.Choice, retained syntax.Retained, union *schema.Union) bool {
	if own.Member == nil || own.Discriminator.Type() != model.Absent {
		return false
	}
	return other.Discriminator.Type() == model.Null || other.Member == nil && retained.Clears(union.Discriminator)
}
