package jsonpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// Apply returns the document that the operations make of another one, which stays
// as it is. An absent document counts as {}.
//
// The *Error has Code NotFound, TestFailed or Limit, or InvalidPatch for an
// operation that Parse would have rejected, for one that removes the whole document
// and for one that moves a value into itself.
func (p Patch) Apply(document model.Value) (model.Value, error) { return p.apply(document, false) }

func (p Patch) apply(document model.Value, server bool) (model.Value, error) {
	if document.Type() == model.Absent {
		document = emptyMap
	}
	a := applier{root: &node{value: document}, server: server}
	for i, o := range p {
		if err := a.do(&o); err != nil {
			return model.Value{}, err.in(i, o.Op)
		}
	}
	result, err := a.root.close(0)
	if err != nil {
		return model.Value{}, err
	}
	return result, nil
}

var emptyMap = model.MustParse("{}")

// An applier has the document between two operations.
type applier struct {
	root    *node
	server  bool // as API servers do it
	copied  int
	scratch []byte
}

// do does one operation.
func (a *applier) do(o *Operation) *Error {
	if a.server {
		return a.runAsServer(o)
	}
	if err := o.check(); err != nil {
		return err
	}
	return a.run(*o)
}

// run does one operation, which has passed its check.
func (a *applier) run(o Operation) *Error {
	path, _ := namesOf(o.Path)
	switch o.Op {
	case Add:
		return a.put(path, &node{value: o.Value}, (*node).insert)
	case Remove:
		_, err := a.remove(path)
		return err
	case Replace:
		return a.put(path, &node{value: o.Value}, (*node).replace)
	case Test:
		return a.test(o, path)
	case Move:
		return a.move(o, path)
	default:
		return a.copy(o, path)
	}
}

// find returns the node at a place.
func (a *applier) find(path []string) (*node, *Error) {
	n := a.root
	for i, name := range path {
		var err *Error
		if n, err = n.child(name, a.server); err != nil {
			return nil, err.at(path[:i+1])
		}
	}
	return n, nil
}

// parent returns the node above a place that is not the root.
func (a *applier) parent(path []string) (*node, string, *Error) {
	last := len(path) - 1
	n, err := a.find(path[:last])
	return n, path[last], err
}

// at says where the fault is.
func (e *Error) at(path []string) *Error {
	if e != nil {
		e.Path = Pointer(path...)
	}
	return e
}

// put puts a node at a place: insert or replace says how, below the root.
func (a *applier) put(path []string, n *node, how func(parent *node, name string, n *node, server bool) *Error) *Error {
	if len(path) == 0 {
		a.root = n
		return nil
	}
	parent, name, err := a.parent(path)
	if err != nil {
		return err
	}
	return how(parent, name, n, a.server).at(path)
}

func (a *applier) remove(path []string) (*node, *Error) {
	if len(path) == 0 {
		return nil, newError(InvalidPatch, "the whole document cannot be removed")
	}
	parent, name, err := a.parent(path)
	if err != nil {
		return nil, err
	}
	n, err := parent.remove(name, a.server)
	return n, err.at(path)
}

func (a *applier) move(o Operation, path []string) *Error {
	from, _ := namesOf(o.From)
	if len(from) < len(path) && slices.Equal(from, path[:len(from)]) {
		return newError(InvalidPatch, "a value cannot be moved into itself").at(path)
	}
	n, err := a.find(from)
	if err != nil {
		return err
	}
	if len(from) == 0 { // to itself
		return nil
	}
	if _, err = a.remove(from); err != nil {
		return err
	}
	return a.put(path, n, (*node).insert)
}

func (a *applier) copy(o Operation, path []string) *Error {
	from, _ := namesOf(o.From)
	n, err := a.find(from)
	if err != nil {
		return err
	}
	value, err := n.close(len(from))
	if err != nil {
		return err.at(from)
	}
	a.scratch = value.AppendJSON(a.scratch[:0])
	if a.copied += len(a.scratch); a.copied > MaxCopied {
		return newError(Limit, "the copy operations copy more than %d bytes", MaxCopied).at(path)
	}
	return a.put(path, &node{value: value}, (*node).insert)
}

// lacks reports whether a place is that of a member that its map does not have.
func (a *applier) lacks(path []string) bool {
	if len(path) == 0 {
		return false
	}
	parent, name, err := a.parent(path)
	if err == nil && parent.null == copiedNull {
		return true
	}
	if err != nil || parent.value.Type() != model.Map {
		return false
	}
	parent.openUp()
	return parent.member(name) == nil
}

func (a *applier) test(o Operation, path []string) *Error {
	n, err := a.find(path)
	if err == nil && n.equal(o.Value) {
		return nil
	}
	if err != nil {
		err.Code, err.Want = TestFailed, o.Value
		return err
	}
	return n.differs(o.Value, path)
}

// differs is the error of a test of a node that has another value.
func (n *node) differs(want model.Value, path []string) *Error {
	have, err := n.close(len(path))
	if err != nil {
		return err.at(path)
	}
	if have.Type() == want.Type() {
		err = newError(TestFailed, "there is another %s than the test wants", have.Type())
	} else {
		err = newError(TestFailed, "the test wants %s, and there is %s", noun(want), noun(have))
	}
	err.Want, err.Have = want, have
	return err.at(path)
}
