package smp

import (
	"errors"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/diff"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Judge is the engine that will read a patch. Diff and ThreeWay let the judge apply a patch
// before they return it. With DiffOptions.Omit, it applies the patch with all directives. If the judge's result is wrong, Diff and ThreeWay check each field alone,
// replace a list or map around the change, or return an *Error with Code NotRepresentable.
//
// For example, a server may sort the lists that it merges. The patch from [a, c] to [a, b, c] then
// contains only the element b. The patch from [a, c] to [c, a] replaces the list, because this
// server accepts no order in a patch:
//
//	{"list": [{"name": "b"}]}
//	{"list": [{"name": "c"}, {"name": "a"}, {"$patch": "replace"}]}
//
// Because the judge checks each patch, a patch is correct even if the Traits are not exact. The
// Traits decide the form of the patch. With wrong Traits, patches replace more than necessary, and
// more changes are rejected.
//
// A Judge has no state and may be used by several goroutines. Its results are those of the merge
// alone, without defaulting or validation. Its methods return an error if the engine rejects the
// patch. The error of Diff quotes the error of the judge. If the error of the judge is an [*Error],
// the error of Diff quotes only its Cause.
type Judge interface {
	// Map applies a patch to a map with schema s. The map is a document or the value of a field.
	// original and patch are maps. They merge even if s is atomic.
	Map(s Schema, original, patch model.Value) (Answer, error)
	// Element applies a patch to an element of a keyed list. s is the schema of the elements.
	// original and patch are maps, and may lack the merge keys. They merge even if s is atomic.
	Element(s Schema, original, patch model.Value) (Answer, error)
	// List applies a patch to a merging list with schema s. The patch is a map with the value of
	// the field "list" and its directives, $deleteFromPrimitiveList/list and $setElementOrder/list.
	// Each of these three members may be absent. A keyed list that contains only scalars is passed
	// as a set, without its keys. For example:
	//
	//	["a", "b"]                                                original
	//	{"list": ["c"], "$deleteFromPrimitiveList/list": ["a"]}   patch
	//	["b", "c"]                                                result
	List(s Schema, original, patch model.Value) (Answer, error)
	// Traits returns the properties of the engine.
	Traits() Traits
}

// An Answer is the result of a [Judge].
type Answer struct {
	Value model.Value
	// Varies reports whether the engine may give another result for the same input, for example
	// because the result depends on the order of a map in memory. Diff and ThreeWay do not return
	// such a patch.
	Varies bool
	// VariesInOrder reports whether the engine may also give the same result with another order of
	// a set. Diff does not return such a patch. ThreeWay may return it, if only the order of values
	// that modified lacks may vary.
	VariesInOrder bool
}

// Traits are the properties of an engine that Diff and ThreeWay must know to write a patch for it.
// The zero value has the traits of the specification.
type Traits struct {
	// Name is the name of the engine in error messages, with an article: "a cluster". The
	// default is "the server".
	Name string
	// Ignores is the set of directives that the engine does not support. Patches do not
	// contain them.
	Ignores Directives
	// ReservesNames: the name of a supported directive is always a directive, even in a map that
	// declares a field with that name. A name such as "$setElementOrder", without a field, is
	// invalid. All other names are data, even "$foo". By the specification, a map that declares its
	// fields drops "$foo".
	ReservesNames bool
	// FoldsNames: the names of fields are not case-sensitive. For example, "Image" is the field
	// "image".
	FoldsNames bool
	// CopiesNew: a new value is copied with the directives in it. For example, {$patch: replace} in
	// a new map is data. By the specification, a new value is evaluated against empty.
	CopiesNew bool
	// RetainKeysOfField: a map has strategy retainKeys only if its field or its list has it. By the
	// specification, the document and the type of an element may have the strategy too.
	RetainKeysOfField bool
	// OmitsEmptyRetainKeys: patches contain no empty $retainKeys. Instead, they delete the fields
	// with nulls.
	OmitsEmptyRetainKeys bool
	// MergesAtomicElements: elements of keyed lists merge even if their type is atomic.
	MergesAtomicElements bool
	// DecodedKeys: keys are compared as a Go program decodes them. The integer 1 and the
	// float 1.0 are different keys, and null is a key.
	DecodedKeys bool
	// NoKeyDefaults: merge keys have no defaults. For example, an element without protocol does not
	// match an element with the default TCP.
	NoKeyDefaults bool
	// JoinsKeys: the names of the default keys of a list, joined by commas, are the name of a
	// single key. For example, the keys port and protocol are the field "port,protocol".
	JoinsKeys bool
	// SortsDeletions: patches contain the deletions in a list sorted by the text of their
	// first key, as other clients of the engine send them.
	SortsDeletions bool
}

// A judging is a Judge as package diff calls it.
type judging struct{ of Judge }

// judgings holds unused values.
var judgings = sync.Pool{New: func() any { return new(judging) }}

// judge returns o.For for package diff. It is nil if there is none. Call done after the last use.
func (o DiffOptions) judge() *judging {
	if o.For == nil {
		return nil
	}
	j := judgings.Get().(*judging)
	j.of = o.For
	return j
}

func (j *judging) done() {
	if j != nil {
		j.of = nil
		judgings.Put(j)
	}
}

func (j *judging) Map(u *schema.Node, original, patch model.Value) (diff.Answer, error) {
	return answerOf(j.of.Map(Schema{u}, original, patch))
}

func (j *judging) Element(u *schema.Node, original, patch model.Value) (diff.Answer, error) {
	return answerOf(j.of.Element(Schema{u}, original, patch))
}

func (j *judging) List(u *schema.Node, original, patch model.Value) (diff.Answer, error) {
	return answerOf(j.of.List(Schema{u}, original, patch))
}

func (j *judging) Traits() diff.Traits {
	t := j.of.Traits()
	return diff.Traits{
		Name:                 t.Name,
		Ignores:              syntax.Set(t.Ignores),
		ReservesNames:        t.ReservesNames,
		FoldsNames:           t.FoldsNames,
		CopiesNew:            t.CopiesNew,
		RetainKeysOfField:    t.RetainKeysOfField,
		OmitsEmptyRetainKeys: t.OmitsEmptyRetainKeys,
		MergesAtomicElements: t.MergesAtomicElements,
		DecodedKeys:          t.DecodedKeys,
		NoKeyDefaults:        t.NoKeyDefaults,
		JoinsKeys:            t.JoinsKeys,
		SortsDeletions:       t.SortsDeletions,
	}
}

// answerOf returns an answer with the cause of an *Error, because the path of the error is that of a
// trial and not that of the document.
func answerOf(a Answer, err error) (diff.Answer, error) {
	if err == nil {
		return diff.Answer(a), nil
	}
	var e *Error
	if errors.As(err, &e) && e.Cause != nil {
		err = e.Cause
	}
	return diff.Answer{}, err
}
