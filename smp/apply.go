package smp

import (
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
)

// Apply returns original as changed by patch, by the rules of the package
// documentation: Engine{}.Apply.
func Apply(s Schema, original, patch model.Value) (model.Value, error) {
	return Engine{}.Apply(s, original, patch)
}

// Apply returns original as changed by patch; the result is a map, and shares
// with its inputs what did not change. An absent or null original counts as {}
// (rule root). Members of the original that the patch
// does not name keep their place and their spelling; new ones follow in the
// order of the patch.
//
// The error is an *Error with the kind, document (original or patch), path and
// rule of the first fault: members count by sorted name; in a map $patch comes
// before $retainKeys and the fields; in a list the shape and keys of all
// elements come before the delete list, deletions, merges and the order list.
func (e Engine) Apply(s Schema, original, patch model.Value) (_ model.Value, err error) {
	defer schemaError(&err)
	result, f := e.apply(s, original, patch)
	if f != nil {
		return model.Value{}, f.asError("original", "patch")
	}
	return result, nil
}

// apply is Apply with the fault still open, for callers that name the
// documents otherwise.
func (e Engine) apply(s Schema, original, patch model.Value) (model.Value, *fault) {
	a := appliers.Get().(*applier)
	defer a.done()
	a.dialect, a.ignore, a.strict = e.Dialect, e.Ignore, e.Strict
	a.verbose, a.trace.report = e.Trace != nil || e.Strict, e.Trace
	switch original.Kind() {
	case model.Absent, model.Null:
		original = model.Value{}
	case model.Map:
	default:
		f := newFault(WrongKind, RuleRoot, "a document is a map; this one is %s", original.Kind())
		f.original = true
		return model.Value{}, f
	}
	if e.Dialect != Documented {
		if original.Kind() == model.Absent {
			original = emptyMap // for the shipped engine they are the same
		}
		if k := patch.Kind(); (k == model.Null || k == model.Absent) && a.diverges(NullPatchAccepted) {
			patch = emptyMap
		}
	}
	a.original = original
	if k := patch.Kind(); k != model.Map {
		return model.Value{}, newFault(WrongKind, RuleRoot, "a patch is a map; this one is %s", k)
	}
	if f := a.checkKind(s.get(), patch); f != nil {
		return model.Value{}, f
	}
	result, f := a.mergeMap(s.get(), original, patch, false)
	if f != nil {
		return model.Value{}, f
	}
	if original.Kind() == model.Absent || result.Kind() == model.Absent {
		a.trace.note(RuleRoot)
	}
	if result.Kind() == model.Absent {
		return emptyMap, nil
	}
	if e.Dialect.Has(DecodingDropsDirectives) {
		return a.decode(s.get(), result)
	}
	return result, nil
}

// An applier is one call of Apply.
type applier struct {
	reading
	fresh   copyMode // of the patch value that is being evaluated against empty
	strict  bool
	verbose bool // every decision must be taken one by one: no shortcuts
	steady  bool // whether a cluster's answer varies is to be found out
	varied  bool // it does
	moved   bool // it does in the order of a set
	// other is what the list that was merged last may be as well, nil for nothing
	// else.
	other *answer
	trace tracer
	spare []*listMerge // of lists that are merged, for those to come
	made  bool         // this call has made or changed a map around here
	// original is there to tell, under Strict, what is still as it has it.
	original model.Value
}

// Appliers are kept for the memory of their lists.
var appliers = sync.Pool{New: func() any { return new(applier) }}

// keptLists is for how many lists an applier that is kept has room.
const keptLists = 8

// done ends the call. Nothing that a value is made of is kept.
func (a *applier) done() {
	spare := a.spare
	if len(spare) > keptLists {
		spare = nil
	}
	*a = applier{spare: spare}
	appliers.Put(a)
}

// mayShortcut reports whether nobody wants to know how the result comes about, and
// nothing is asked for but the documented rules: then there are shorter ways.
func (a *applier) mayShortcut() bool {
	return a.dialect == Documented && !a.verbose && !a.strict && !a.trace.on()
}

// diverges reports whether the dialect has a divergence that decides here, and
// notes it.
func (a *applier) diverges(v Divergence) bool {
	if !a.dialect.Has(v) {
		return false
	}
	a.trace.noteDivergence(v)
	return true
}

// checkKind rejects, under Strict, a patch value whose kind contradicts its
// schema (rule unknown-field).
func (a *applier) checkKind(u *use, v model.Value) *fault {
	if !a.strict {
		return nil
	}
	return wrongKind(u, v)
}

// wrongKind rejects a patch value whose kind contradicts its schema.
func wrongKind(u *use, v model.Value) *fault {
	k := v.Kind()
	fits := true
	switch u.shape.kind {
	case MapType:
		fits = k == model.Map
	case ListType:
		fits = k == model.List
	case ScalarType:
		fits = v.IsScalar() && u.shape.scalars&scalarOf(k) != 0
	}
	if fits || k == model.Null || k == model.Absent {
		return nil
	}
	return newFault(WrongKind, RuleUnknownField, "the schema wants a %s; this is a %s", u.wanted(), k)
}

// wanted says which kind of value the schema wants.
func (u *use) wanted() string {
	var kinds []string
	for _, kind := range []model.Kind{model.String, model.Number, model.Bool} {
		if u.shape.kind == ScalarType && u.shape.scalars&scalarOf(kind) != 0 {
			kinds = append(kinds, kind.String())
		}
	}
	if len(kinds) == 0 || len(kinds) == 3 {
		return u.shape.kind.String()
	}
	return strings.Join(kinds, " or ")
}

func scalarOf(k model.Kind) Scalars {
	switch k {
	case model.String:
		return StringScalar
	case model.Number:
		return NumberScalar
	default:
		return BoolScalar
	}
}

// looksForVarying reports whether somebody wants to know where a cluster's answer
// is one of several.
func (a *applier) looksForVarying() bool { return a.trace.on() || a.steady }

// noteVaries notes that a cluster's answer at this place is one of several. moves
// says that these are one set in several orders.
func (a *applier) noteVaries(r Rule, moves bool) {
	a.moved, a.varied = a.moved || moves, a.varied || !moves
	if a.trace.on() {
		a.trace.report(Event{Rule: r, Varies: true, Path: a.trace.path.Append()})
	}
}

// An answer is what Apply returns.
type answer struct {
	result model.Value
	f      *fault
}

// equal compares answers; rejections are all alike.
func (a answer) equal(b answer) bool {
	if a.f != nil || b.f != nil {
		return a.f != nil && b.f != nil
	}
	return model.Equal(a.result, b.result)
}
