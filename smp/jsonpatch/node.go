package jsonpatch

import (
	"strconv"

	"github.com/strategicpatch/smp/model"
)

// A node is a value while a patch is being applied. A map or list is opened when an operation
// enters it. After that, the cost of operations on the map or list depends only on their changes.
// Closing the node makes all changes in one edit.
type node struct {
	value model.Value // value that was read, or the result of the last close
	place int         // index plus one in the original list; 0 if the node is new or not an element

	members map[string]*node // in an opened map, the members that were used; nil for a missing one
	looked  []string         // names of these members, in order of use
	count   int              // number of members in the map
	list    *tree            // elements of an opened list
	open    bool

	// The following fields are for API servers. sent reports whether the text of the value comes
	// from the patch, and null is the form of a null.
	sent bool
	null nullness
}

func (n *node) openUp() {
	if n.open {
		return
	}
	n.open = true
	if n.value.Type() == model.Map {
		n.members, n.count = map[string]*node{}, n.value.Len()
		return
	}
	elements := make([]node, n.value.Len())
	inTree := make([]tree, len(elements))
	for i, e := range n.value.Elements() {
		elements[i] = node{value: e, place: i + 1, sent: n.sent}
		inTree[i].element = &elements[i]
	}
	n.list = treeOf(inTree)
}

// member returns a member of an opened map, or nil if there is no such member.
func (n *node) member(name string) *node {
	m, looked := n.members[name]
	if !looked {
		if v, ok := n.value.Get(name); ok {
			m = &node{value: v, sent: n.sent}
		}
		n.members[name] = m
		n.looked = append(n.looked, name)
	}
	return m
}

// set sets a member of an opened map to m, or removes it if m is nil.
func (n *node) set(name string, m *node) {
	before := n.member(name)
	if before != nil {
		n.count--
	}
	if m != nil {
		n.count++
	}
	n.members[name] = m
}

// enter opens a map or list so that a member or element can be used. In a list, it returns the
// index of the element. The index may be up to end places after the last element.
func (n *node) enter(name string, end int, server bool) (int, *Error) {
	switch n.value.Type() {
	case model.Map:
		n.openUp()
		return 0, nil
	case model.List:
		n.openUp()
		if name == "-" && end > 0 {
			return n.list.len(), nil
		}
		i, err := index(name, n.list.len()+end, server)
		if err == nil && (i < 0 || i >= n.list.len()+end) {
			err = newError(NotFound, "index %s is out of range; the list has length %d", name, n.list.len())
		}
		return i, err
	default:
		return 0, newError(NotFound, "expected a map or a list above %q, got %s", name, n.value.Type().Noun())
	}
}

// index returns the index that name spells. In an API server, an index may count from the end. It
// is negative if it is before the first element.
func index(name string, end int, server bool) (int, *Error) {
	i, err := strconv.Atoi(name)
	switch {
	case server && err != nil:
		return 0, newError(NotFound, "expected an index, got %q", name)
	case server && i < 0:
		return i + end, nil
	case !server && (err != nil || i < 0 || strconv.Itoa(i) != name):
		return 0, newError(NotFound, "expected an index without leading zeros, got %q", name)
	}
	return i, nil
}

func noMember(name string) *Error { return newError(NotFound, "missing field %q", name) }

func (n *node) child(name string, server bool) (*node, *Error) {
	i, err := n.enter(name, 0, server)
	if err != nil {
		return nil, err
	}
	if n.value.Type() == model.List {
		return *n.list.at(i), nil
	}
	if m := n.member(name); m != nil {
		return m, nil
	}
	return nil, noMember(name)
}

func (n *node) insert(name string, m *node, server bool) *Error {
	if n.null == copiedNull {
		return panics("a server cannot add a field to a copied null")
	}
	i, err := n.enter(name, 1, server)
	if err != nil {
		return err
	}
	m.place = 0
	if n.value.Type() == model.List {
		before, behind := n.list.split(i)
		n.list = join(join(before, &tree{element: m, size: 1}), behind)
	} else {
		n.set(name, m)
	}
	return nil
}

func (n *node) remove(name string, server bool) (*node, *Error) {
	m, err := n.child(name, server)
	if err != nil {
		return nil, err
	}
	if n.value.Type() == model.List {
		i, _ := n.enter(name, 0, server)
		before, behind := n.list.split(i)
		_, behind = behind.split(1)
		n.list = join(before, behind)
	} else {
		n.set(name, nil)
	}
	return m, nil
}

func (n *node) replace(name string, m *node, server bool) *Error {
	if server && (n.value.Type() == model.Map || n.null == copiedNull) {
		return n.insert(name, m, server)
	}
	before, err := n.child(name, server)
	if err != nil {
		return err
	}
	if n.value.Type() == model.List {
		i, _ := n.enter(name, 0, server)
		m.place = before.place
		*n.list.at(i) = m
	} else {
		n.set(name, m)
	}
	return nil
}

// close returns the current value of n. depth is the number of levels above it.
func (n *node) close(depth int) (model.Value, *Error) {
	if !n.open {
		return n.value, nil
	}
	if depth > model.HardMaxDepth {
		return model.Value{}, newError(Limit, "the result is nested more than %d levels deep", model.HardMaxDepth)
	}
	var now model.Value
	var fault *Error
	var err error
	if n.value.Type() == model.Map {
		var changes []model.Member
		if changes, fault = n.changedMembers(depth); fault == nil {
			now, err = n.value.WithMembers(changes...)
		}
	} else {
		var changes []model.Element
		var more []model.Value
		if changes, more, fault = n.changedElements(depth); fault == nil {
			now, err = n.value.WithElements(changes, more...)
		}
	}
	if err != nil {
		fault = modelError(err)
	}
	if fault == nil {
		*n = node{value: now, place: n.place, sent: n.sent}
	}
	return now, fault
}

func (n *node) changedMembers(depth int) ([]model.Member, *Error) {
	var changes []model.Member
	for _, name := range n.looked {
		var now model.Value
		if m := n.members[name]; m != nil {
			var err *Error
			if now, err = m.close(depth + 1); err != nil {
				return nil, err
			}
		}
		if before, _ := n.value.Get(name); !model.Same(before, now) {
			changes = append(changes, model.Member{Name: name, Value: now})
		}
	}
	return changes, nil
}

// changedElements returns the changes to the list that was read, and the elements to append.
// Elements are appended from the first one that is not in the original order any more.
func (n *node) changedElements(depth int) ([]model.Element, []model.Value, *Error) {
	list := n.list.appendTo(make([]*node, 0, n.list.len()))
	kept, last := 0, 0
	for kept < len(list) && list[kept].place > last {
		last = list[kept].place
		kept++
	}
	values := make([]model.Value, len(list))
	for i, e := range list {
		var err *Error
		if values[i], err = e.close(depth + 1); err != nil {
			return nil, nil, err
		}
	}
	var changes []model.Element
	next := 0
	for i, before := range n.value.Elements() {
		if next == kept || list[next].place != i+1 {
			changes = append(changes, model.Element{Index: i})
			continue
		}
		if !model.Same(before, values[next]) {
			changes = append(changes, model.Element{Index: i, Value: values[next]})
		}
		next++
	}
	return changes, values[kept:], nil
}

// equal reports whether the current value of n is equal to want. The cost depends on the size of
// want.
func (n *node) equal(want model.Value) bool {
	if !n.open {
		return model.Equal(n.value, want)
	}
	if n.value.Type() != want.Type() {
		return false
	}
	if want.Type() == model.Map {
		if n.count != want.Len() {
			return false
		}
		for name, w := range want.Members() {
			if m := n.member(name); m == nil || !m.equal(w) {
				return false
			}
		}
		return true
	}
	if n.list.len() != want.Len() {
		return false
	}
	list := n.list.appendTo(make([]*node, 0, want.Len()))
	for i, w := range want.Elements() {
		if !list[i].equal(w) {
			return false
		}
	}
	return true
}
