// Package diff writes patches: between two documents, and between a live document and the target of a
// three-way merge, which package threeway finds.
package diff

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/threeway"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// Options are the options of a diff. Package smp documents most of them.
type Options struct {
	For       Judge // nil for the specification
	Omit      syntax.Set
	Unchanged []model.Path
	NoWide    bool
	Trace     trace.Tracer
	Kept      bool // places were kept, which is traced
	// Requires and Wide, if not nil, receive the required directives and the replaced places.
	Requires *syntax.Set
	Wide     *[]model.Path
}

// TwoWay returns the patch between two maps. Paths in opts.Unchanged have passed CheckPaths.
func TwoWay(u *schema.Node, original, modified model.Value, opts Options) (model.Value, *faults.Fault) {
	d := newDiffer(door.Shortcuts.BuilderOf(original, modified), opts)
	defer d.done()
	if opts.Kept {
		d.trace.Note(rule.Keep)
	}
	patch, f := d.patch(u, original, modified, nil)
	if f != nil {
		return model.Value{}, f
	}
	return d.checked(u, original, patch, opts)
}

// CheckPaths rejects a path in Unchanged that is empty or does not consist of fields.
func CheckPaths(paths []model.Path) *faults.Fault {
	for _, path := range paths {
		isField := func(step model.Step) bool { _, ok := step.(model.Field); return ok }
		if len(path) == 0 || slices.ContainsFunc(path, func(step model.Step) bool { return !isField(step) }) {
			return preconditionFault(path, "expected a path of field names in the option Unchanged")
		}
	}
	return nil
}

func preconditionFault(path model.Path, why string) *faults.Fault {
	return faults.New(faults.Precondition, "", "%s", why).UnderPath(path)
}

// checked stores the required directives and the replaced places in opts. It returns the patch, or
// a fault if the patch does not meet the preconditions in opts.
func (d *differ) checked(u *schema.Node, document, patch model.Value, opts Options) (model.Value, *faults.Fault) {
	if opts.Requires != nil {
		*opts.Requires = d.required
	}
	if opts.Wide != nil {
		*opts.Wide = d.widePlaces()
	}
	return patch, d.checkUnchanged(u, document, patch, opts.Unchanged)
}

// checkUnchanged rejects a patch that touches the place at one of the paths. A patch touches a
// place if it has one of the following: a member for it, a value other than a map for one of its
// parents, a directive for the field, or a directive that clears the field.
func (d *differ) checkUnchanged(u *schema.Node, document, patch model.Value, paths []model.Path) *faults.Fault {
	for _, path := range paths {
		if d.touches(u, document, patch, path) {
			return preconditionFault(path, "this field must not change")
		}
	}
	return nil
}

// patch returns the patch between two maps.
func (d *differ) patch(u *schema.Node, original, modified model.Value, p *threeway.Plan) (model.Value, *faults.Fault) {
	switch {
	case d.omit != 0 && !d.writesOmitted:
		// The patch for an older server is the patch with all directives, without those in opts.Omit
		// (rule diff-superset). So there is one only if the patch with all directives exists.
		if _, f := d.withAllDirectives().patch(u, original, modified, p); f != nil {
			return model.Value{}, f
		}
		return d.write(u, original, modified, p)
	case d.judge != nil:
		return d.judged(u, original, modified, p)
	default:
		return d.write(u, original, modified, p)
	}
}

// withAllDirectives returns a differ that emits every directive. It rejects a directive of
// opts.Omit only where the directive is required.
func (d *differ) withAllDirectives() *differ {
	all := d.fork()
	all.writesOmitted, all.noWide = true, true
	return all
}

// write is like patch, but does not check the result.
func (d *differ) write(u *schema.Node, original, modified model.Value, p *threeway.Plan) (model.Value, *faults.Fault) {
	members, f := d.members(u, original, modified, p, false)
	if f == nil && len(members) > 0 && !d.traits.RetainKeysOfField {
		members, f = d.addRetainKeys(u, modified, members)
	}
	if f != nil {
		return model.Value{}, f
	}
	return faults.Built(d.builder().Map(members...))
}

// touches reports whether a patch map may change a place of a document.
func (d *differ) touches(u *schema.Node, document, patch model.Value, path model.Path) bool {
	for i, step := range path {
		name := step.(model.Field) // CheckPaths rejects other steps
		reader := d.Map(u, model.Value{}, false)
		if v, has := patch.Get(syntax.OrderListPrefix + string(name)); has && reader.ReadsList(syntax.OrderListRole, string(name), v) {
			return true
		}
		if v, has := patch.Get(syntax.DeleteListPrefix + string(name)); has && reader.ReadsList(syntax.DeleteListRole, string(name), v) {
			return true
		}
		have, _ := document.Get(string(name))
		if list, retains := patch.Get(syntax.RetainKeys); retains && nulls.Present(have) {
			if reader.Meaning(syntax.RetainKeys, list).Role == syntax.RetainKeysRole && identity.SetOf(list).Find([]model.Value{model.NewString(string(name))}) < 0 {
				return true
			}
		}
		document = have
		next, has := patch.Get(string(name))
		if has && (i == len(path)-1 || next.Type() != model.Map) {
			return true
		}
		if _, replaced := next.Get(syntax.Patch); replaced {
			return true
		}
		u, patch = d.member(u, string(name)), next
	}
	return false
}
