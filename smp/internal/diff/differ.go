package diff

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// A differ is the state of one call that writes patches or compares documents. It reports a fault in the original if something cannot
// be removed, and in the modified document for all other faults.
type differ struct {
	syntax.Dialect        // of the judge, or that of the specification if there is none
	judge           Judge // nil for the specification, whose patches need no check
	traits          Traits
	trace           trace.Tracer
	equality        identity.Equality // of the fields of a traced diff
	omit            syntax.Set
	writesOmitted   bool // write the directives of opts.Omit too, but reject those that are required
	required        syntax.Set
	tryEachField    bool // second attempt: check the patch of each field alone
	noWide          bool // reject replacements that are larger than the change (DiffOptions.NoWide)
	hitReservedName bool // a new value was rejected because it has a name that is reserved for a directive
	copiesReserved  bool // send such names in new values, for a judge that copies them
	// wide holds the maps and lists that the patch replaces as a whole, because a change inside
	// them cannot be expressed. The paths are reversed, and relative to the current map.
	wide  []model.Path
	lists []*listDiff // unused listDiff values
	// changes is a stack. It holds the patch members of all maps that are being compared, with
	// those of the outermost map at the bottom.
	changes []model.Member
	values  *model.Builder // of the patch; use the method builder
	memory  *scratch       // use the method scratch
}

// newDiffer returns a differ for one call. If b is not nil, the differ builds the patch with b.
// Call done to return the differ to the pool.
func newDiffer(b *model.Builder, opts Options) *differ {
	d := differs.Get().(*differ)
	d.values = b
	if d.judge = opts.For; d.judge != nil {
		d.traits = d.judge.Traits()
		d.Dialect = syntax.Dialect{Ignores: d.traits.Ignores, Reserves: d.traits.ReservesNames}
	}
	d.trace = opts.Trace
	d.omit = opts.Omit
	d.noWide = opts.NoWide
	return d
}

// verifies reports whether patches are checked before they are returned. With opts.Omit, only the
// patch with all directives is checked.
func (d *differ) verifies() bool { return d.judge != nil && (d.omit == 0 || d.writesOmitted) }

// member returns the node of the member with the given name.
func (d *differ) member(u *schema.Node, name string) *schema.Node {
	if d.traits.FoldsNames {
		if _, declared := u.Shape.Field(name); !declared {
			if field, ok := u.Shape.Folded(name); ok {
				return field
			}
		}
	}
	return u.OfMember(name)
}

// fork returns a second differ for a trial. It has its own lists, changes and wide places, and no
// trace. It shares the other memory, so do not call its method done.
func (d *differ) fork() *differ {
	other := *d
	other.changes, other.lists, other.wide, other.trace = nil, nil, nil, trace.Tracer{}
	return &other
}

// prefixWide adds a step to the front of the wide places from index n on.
func (d *differ) prefixWide(n int, step model.Step) {
	for i := n; i < len(d.wide); i++ {
		d.wide[i] = append(d.wide[i], step)
	}
}

// widePlaces returns the paths of the maps and lists that the patch replaces as a whole.
func (d *differ) widePlaces() []model.Path {
	var places []model.Path
	for _, reversed := range d.wide {
		place := slices.Clone(reversed)
		slices.Reverse(place)
		places = append(places, place)
	}
	return places
}

// emits reports whether the patch may contain the directive.
func (d *differ) emits(directive syntax.Set) bool {
	return d.supports(directive) && (d.writesOmitted || d.omit&directive == 0)
}

// supports reports whether the judge supports the directive. Without a judge, all directives are
// supported.
func (d *differ) supports(directive syntax.Set) bool { return d.traits.Ignores&directive == 0 }

// selection returns how the judge, or the specification if there is no judge, identifies the
// elements of a merging list.
func (d *differ) selection(u *schema.Node) *identity.Selection {
	by := u.ByAllKeys
	if !d.supports(syntax.MergeKeys) {
		by = u.ByDefaultKey
	}
	t := &d.traits
	if !t.DecodedKeys && !t.NoKeyDefaults && !t.JoinsKeys {
		return by
	}
	m := d.scratch()
	s := &m.selections.Take(1)[0]
	*s = identity.Selection{Names: by.Names, Defaults: by.Defaults, Required: by.Required, Nulls: t.DecodedKeys, Decoded: t.DecodedKeys}
	joins := t.JoinsKeys && len(s.Names) > 1
	if joins {
		s.Names, s.Required = []string{strings.Join(s.Names, ",")}, 1
	}
	if joins || t.NoKeyDefaults {
		s.Defaults = m.absent.Take(len(s.Names))
	}
	return s
}

// enterElement begins to trace decisions in an element of a list. by selects the keys of the
// element, or is nil. index is that in modified. leaveStep ends it.
func (d *differ) enterElement(by *identity.Selection, e model.Value, index int) {
	if d.trace.On() {
		d.trace.Enter(identity.StepTo(by, e, index))
	}
}

// leaveStep ends the tracing of decisions in the last field or element, if decisions are traced.
func (d *differ) leaveStep() {
	if d.trace.On() {
		d.trace.Leave()
	}
}

// require records that an older server without the directive would give another result. If
// opts.Omit excludes the directive, require returns a fault.
func (d *differ) require(directive syntax.Set) *faults.Fault {
	d.required |= directive
	if d.omit&directive == 0 {
		return nil
	}
	return faults.New(faults.NotRepresentable, rule.DiffSuperset, "requires %s, which Omit excludes", directive)
}

// reservedNameFault returns the fault of a member whose name would be read as a directive.
func reservedNameFault(name string) *faults.Fault { return reservedName().Under(model.Field(name)) }

// reservedName returns the fault without the name of the member in its path.
func reservedName() *faults.Fault {
	return faults.New(faults.NotRepresentable, rule.NotRepresentable, "a patch cannot contain a field with this name, because it would be a directive")
}
