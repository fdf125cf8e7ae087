package jsonpatch

import "hash/maphash"

// A tree holds the elements of a list that operations change, in order. Finding, adding and
// removing an element takes logarithmic time. A nil tree is empty.
type tree struct {
	element     *node
	left, right *tree
	size        int // number of elements
}

// treeOf returns a tree that consists of the given elements. It uses their memory.
func treeOf(elements []tree) *tree {
	if len(elements) == 0 {
		return nil
	}
	middle := len(elements) / 2
	t := &elements[middle]
	t.left, t.right = treeOf(elements[:middle]), treeOf(elements[middle+1:])
	return t.sized()
}

func (t *tree) len() int {
	if t == nil {
		return 0
	}
	return t.size
}

func (t *tree) sized() *tree {
	t.size = t.left.len() + 1 + t.right.len()
	return t
}

// at returns a pointer to the element with index i, which must exist.
func (t *tree) at(i int) **node {
	for {
		switch before := t.left.len(); {
		case i < before:
			t = t.left
		case i > before:
			t, i = t.right, i-before-1
		default:
			return &t.element
		}
	}
}

// split returns a tree of the first i elements and a tree of the others. The original tree must not
// be used afterwards.
func (t *tree) split(i int) (first, others *tree) {
	if t == nil {
		return nil, nil
	}
	if i <= t.left.len() {
		first, t.left = t.left.split(i)
		return first, t.sized()
	}
	t.right, others = t.right.split(i - t.left.len() - 1)
	return t.sized(), others
}

// join returns a tree of the elements of a, followed by those of b. Each element has the same
// chance to become the root. This keeps the tree flat whatever the patch is, because the seeds are
// secret.
func join(a, b *tree) *tree {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case maphash.String(maphash.MakeSeed(), "top")%uint64(a.size+b.size) < uint64(a.size):
		a.right = join(a.right, b)
		return a.sized()
	default:
		b.left = join(a, b.left)
		return b.sized()
	}
}

// appendTo appends the elements to dst.
func (t *tree) appendTo(dst []*node) []*node {
	if t == nil {
		return dst
	}
	return t.right.appendTo(append(t.left.appendTo(dst), t.element))
}
