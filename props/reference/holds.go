package reference

import (
	"bytes"
	"encoding/base64"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A marksFunc returns the marks of a field that count.
type marksFunc func(smp.Schema) smp.Marks

// marks returns the marks of a field, or no marks if they do not count.
func (t TargetOptions) marks(s smp.Schema) smp.Marks {
	if !t.Marks {
		return smp.Marks{}
	}
	return s.Marks()
}

// isZero reports whether a value is the zero value of its type. Null fields do not
// count.
func isZero(n *node) bool {
	switch n = bare(n); n.kind {
	case model.Map, model.List:
		return len(n.fields)+len(n.items) == 0
	case model.Number:
		return model.Equal(n.scalar, model.NewInt(0))
	default:
		return n.isText("") || n.kind == model.Bool && !n.scalar.Bool()
	}
}

// sameScalar reports whether two scalars have the same value, in any spelling that the
// marks of their field allow.
func sameScalar(marks smp.Marks, a, b *node) bool {
	return equal(a, b) || marks.Quantity && sameQuantity(a, b) || marks.Time && sameTime(a, b) || marks.Base64 && sameBytes(a, b)
}

// sameBytes reports whether two strings encode the same bytes in base64. Line breaks do not count.
func sameBytes(a, b *node) bool {
	if !a.is(model.String) || !b.is(model.String) {
		return false
	}
	x, errA := base64.StdEncoding.DecodeString(a.scalar.Text())
	y, errB := base64.StdEncoding.DecodeString(b.scalar.Text())
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

// holds reports whether current already has modified's value: the names in its maps, the
// elements of its merging lists in any order, and its scalars. A null in modified is held if
// current has no value there. An atomic value is held only if current has no further values
// in it. A value that is not sent again, because original also has it, is held. The original
// may be nil.
func (t TargetOptions) holds(s smp.Schema, o, m, c *node) bool {
	return t.keepsCurrent(s, o, m, c) || t.holdsValue(s, o, m, c, false)
}

// holdsValue does the work of holds. If exactly is true, current must not have any further
// values.
func (t TargetOptions) holdsValue(s smp.Schema, o, m, c *node, exactly bool) bool {
	exactly = exactly || !merges(s, m)
	switch {
	case m.kind == model.Null:
		return present(c) == nil // a null in a list is data
	case c == nil:
		return t.marks(s).NotStored && isZero(m)
	case m.kind != c.kind || m.isScalar():
		return sameScalar(t.marks(s), m, c)
	case m.kind == model.Map:
		return !slices.ContainsFunc(names(m, c), func(name string) bool {
			field, _ := s.Member(name)
			was, wanted, is := o.orEmpty().fields[name], m.fields[name], present(c.fields[name])
			switch {
			case wanted == nil:
				return exactly && is != nil && !(t.marks(field).FilledIn && o.is(model.Map) && present(was) == nil)
			case exactly:
				return !t.keepsCurrent(field, was, wanted, is) && !t.holdsValue(field, was, wanted, is, true)
			default:
				return !t.holds(field, was, wanted, is)
			}
		})
	case exactly:
		was := slices.Concat(o.orEmpty().items, make([]*node, len(m.items)))
		for i, x := range m.items {
			if i >= len(c.items) || !t.holdsValue(s.Element(), was[i], x, c.items[i], true) {
				return false
			}
		}
		return len(m.items) == len(c.items)
	}
	l := t.meet(s, o, m, c)
	return !slices.ContainsFunc(l.modified, func(e *node) bool {
		o, _, c := l.contents(e)
		return c == nil || !l.elementHolds(c, o, e)
	})
}

// keepsCurrent reports whether current's value stays instead of modified's. That is the
// case if original and modified both have null, or both have an empty string or list, 0 or false, and servers fill in
// the field or reject the change.
func (t TargetOptions) keepsCurrent(s smp.Schema, o, m, c *node) bool {
	marks := t.marks(s)
	return m.is(model.Null) && o.is(model.Null) && (marks.FilledIn || marks.Immutable) ||
		c != nil && replaced(marks, m) && replaced(marks, o)
}

// replaced reports whether a server with these marks fills in another value for n.
func replaced(marks smp.Marks, n *node) bool {
	return isEmpty(n) && marks.FilledIn || n.isScalar() && !isEmpty(n) && isZero(n) && marks.ZeroFilledIn
}

// isEmpty reports whether a value is an empty string or list.
func isEmpty(n *node) bool { return n.isText("") || n.is(model.List) && len(n.items) == 0 }

// alikeAside compares two values as JSON values. Either may be absent. Null fields do not
// count. If marks allow it, zero values that servers do not store do not count either, and
// scalars may have different spellings.
func alikeAside(marks marksFunc, s smp.Schema, a, b *node) bool {
	stored := func(n *node) *node {
		if n = present(n); n != nil && marks(s).NotStored && isZero(n) {
			return nil
		}
		return n
	}
	a, b = stored(a), stored(b)
	switch {
	case a == nil || b == nil:
		return a == b
	case a.kind != b.kind || a.isScalar():
		return sameScalar(marks(s), a, b)
	case a.kind == model.Map:
		return !slices.ContainsFunc(names(a, b), func(name string) bool {
			field, _ := s.Member(name)
			return !alikeAside(marks, field, a.fields[name], b.fields[name])
		})
	default:
		return slices.EqualFunc(a.items, b.items, func(x, y *node) bool {
			return x.is(model.Null) == y.is(model.Null) && alikeAside(marks, s.Element(), x, y)
		})
	}
}
