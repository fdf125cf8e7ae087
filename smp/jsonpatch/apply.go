package jsonpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// Apply applies the operations to a document and returns the result. The document does
// not change. An absent document counts as {}.
//
//	result, err := patch.Apply(document)
//
// The error is an [*Error]. Its Code is NotFound, TestFailed or Limit if an operation cannot be
// applied to this document. The Code is InvalidPatch if Parse would have rejected an operation, or
// if an operation removes the whole document or moves a value into itself.
func (p Patch) Apply(document model.Value) (model.Value, error) {
	result, _, err := p.apply(document, false)
	return result, err
}

// apply also returns the number of bytes that copy operations have copied, even if an operation fails.
func (p Patch) apply(document model.Value, server bool) (model.Value, int, error) {
	if document.Type() == model.Absent {
		document = emptyMap
	}
	a := applier{root: &node{value: document}, server: server}
	for i, o := range p {
		if err := a.do(&o); err != nil {
			return model.Value{}, a.copied, err.in(i, o.Op)
		}
	}
	result, err := a.root.close(0)
	if err != nil {
		return model.Value{}, a.copied, err
	}
	return result, a.copied, nil
}

var emptyMap = model.MustParse("{}")

// An applier holds the document while operations are applied to it.
type applier struct {
	root    *node
	server  bool // follow API servers and not RFC 6902
	copied  int
	scratch []byte
}

// do applies one operation.
func (a *applier) do(o *Operation) *Error {
	if a.server {
		return a.runAsServer(o)
	}
	if err := o.check(); err != nil {
		return err
	}
	return a.run(*o)
}

// run applies one operation. The operation must have passed its check.
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

// find returns the node at a path.
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

// parent returns the node above the place of a path, and the last name of the path. The path must
// not be the root.
func (a *applier) parent(path []string) (*node, string, *Error) {
	last := len(path) - 1
	n, err := a.find(path[:last])
	return n, path[last], err
}

// at sets the path of the error.
func (e *Error) at(path []string) *Error {
	if e != nil {
		e.Path = Pointer(path...)
	}
	return e
}

// put puts a node at a path. how is insert or replace. At the root, how has no effect.
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
		return nil, newError(InvalidPatch, "expected a path below the root; the whole document cannot be removed")
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
	if len(from) == 0 { // the operation moves the whole document to itself
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
		return newError(Limit, "the operations of the patch copy more than %d bytes", MaxCopied).at(path)
	}
	return a.put(path, &node{value: value}, (*node).insert)
}

// lacks reports whether the last name of a path is missing from an existing map.
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

// differs returns the error of a test that failed because the node has another value.
func (n *node) differs(want model.Value, path []string) *Error {
	have, err := n.close(len(path))
	if err != nil {
		return err.at(path)
	}
	if have.Type() == want.Type() {
		err = newError(TestFailed, "expected a different %s", have.Type())
	} else {
		err = newError(TestFailed, "expected %s, got %s", want.Type().Noun(), have.Type().Noun())
	}
	err.Want, err.Have = want, have
	return err.at(path)
}
