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
	if e.Dialect != Documented {
		return e.applyAsCluster(s, original, patch)
	}
	a := appliers.Get().(*applier)
	defer a.done()
	a.reading, a.strict = reading{ignore: e.Ignore}, e.Strict
	a.verbose, a.trace.report = e.Trace != nil || e.Strict, e.Trace
	a.original = nullAsAbsent(original)
	if f := a.checkRoots(s.get(), patch); f != nil {
		return model.Value{}, f
	}
	result, f := a.mergeMap(s.get(), a.original, patch, false)
	if f != nil {
		return model.Value{}, f
	}
	if a.original.Kind() == model.Absent || result.Kind() == model.Absent {
		a.trace.note(RuleRoot)
	}
	return orEmptyMap(result), nil
}

// checkRoots rejects documents that are no maps (rule root). There may be no
// original.
func (a *applier) checkRoots(u *use, patch model.Value) *fault {
	if k := a.original.Kind(); k != model.Map && k != model.Absent {
		f := newFault(WrongKind, RuleRoot, "a document is a map; this one is %s", k)
		f.original = true
		return f
	}
	if k := patch.Kind(); k != model.Map {
		return newFault(WrongKind, RuleRoot, "a patch is a map; this one is %s", k)
	}
	return a.checkKind(u, patch)
}

// An applier is one call of Apply.
type applier struct {
	reading
	strict  bool
	verbose bool // every decision must be taken one by one: no shortcuts
	// cluster is whose call this is in a dialect of Kubernetes, else nil.
	cluster *cluster
	trace   tracer
	spare   []*listMerge // of lists that are merged, for those to come
	made    bool         // this call has made or changed a map around here
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

// mayShortcut reports whether nobody wants to know how the result comes about: then
// there are shorter ways.
func (a *applier) mayShortcut() bool { return !a.verbose && !a.strict && !a.trace.on() }

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
