package kyaml

import (
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// operation returns the text of $patch in a map, and reports whether the map has the
// directive.
func operation(v model.Value) (string, bool) {
	op, ok := v.Get(patchDirective)
	return op.Text(), ok
}

func (c *checker) mapping(s Schema, path model.Path, patch model.Value, old, result *node) {
	op, has := operation(patch)
	at := path.Append(model.Field(patchDirective))
	switch {
	case op == operationDelete && !result.missing():
		if result.field(patchDirective) != nil {
			c.asData(at)
		} else {
			c.notApplied(at, "kustomize does not delete this map")
		}
		return
	case op == operationDelete:
		return
	case !result.isMap() && patch.Len() > 0:
		if len(path) == 0 || !onlyRemoves(patch) {
			c.notApplied(path, "kustomize does not set this field")
		}
		return
	case has && result.field(patchDirective) != nil:
		c.asData(at)
	case op == operationReplace:
		for name := range result.open().fields {
			if _, kept := patch.Get(name); !kept {
				c.notApplied(at, "kustomize does not replace this map")
				break
			}
		}
	}
	outer := c.replaced
	c.replaced = outer || op == operationReplace
	for name, member := range patch.Members() {
		if name != patchDirective && !IsUnsupported(name) {
			c.value(s.member(name), path.Append(model.Field(name)), member, old.field(name), result.field(name))
		}
	}
	if !c.replaced {
		c.otherFields(s, path, nil, patch, old, result)
	}
	c.replaced = outer
}

// onlyRemoves reports whether a patch of a map sets nothing.
func onlyRemoves(patch model.Value) bool {
	for name, member := range patch.Members() {
		switch {
		case name == patchDirective, member.Type() == model.Null:
		case member.Type() == model.Map:
			if op, _ := operation(member); op != operationDelete && !onlyRemoves(member) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (c *checker) asData(at model.Path) {
	c.add(at, smp.DirectiveAsData, errors.New("kustomize leaves the directive in the object"))
}
