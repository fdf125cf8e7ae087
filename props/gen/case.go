package gen

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Case is a generated input: a schema, and documents for it.
type Case struct {
	// Op is the operation that the documents are for.
	Op corpus.Op
	// Root and Definitions are the definitions from which Schema was built. They are
	// zero if the schema was given.
	Root        smp.Definition
	Definitions map[string]smp.Definition
	Schema      smp.Schema
	// Engine has random values of Ignore and Strict.
	Engine smp.Engine
	// Omit, Overwrite and Unchanged are options of Diff and ThreeWay.
	Omit      smp.Directives
	Overwrite bool
	Unchanged []model.Path
	// Odds determines how rare rule violations are: one decision in Odds breaks a rule. If Odds is
	// zero, no decision breaks a rule.
	Odds int
	// These are the documents of the operation. Documents that Op does not take are absent, except
	// for Original. Original is always set, because patches are made for it.
	Original, Modified, Current, Patch, Left, Right model.Value
	Patches                                         []model.Value
}

// For generates an input of the operation.
func For(op corpus.Op, src Source) Case {
	switch op {
	case corpus.OpDiff:
		return Diff(src)
	case corpus.OpThreeWay:
		return ThreeWay(src)
	case corpus.OpCompose:
		return Compose(src)
	case corpus.OpConflicts:
		return Conflicts(src)
	case corpus.OpLint:
		return Lint(src)
	default:
		return Apply(src)
	}
}

// Apply generates an input of Apply.
func Apply(src Source) Case {
	g := newGenerator(src)
	c := g.newCase(corpus.OpApply)
	c.Engine = g.engine()
	c.Original = g.original(c.Schema)
	c.Patch = g.patch(c.Schema, c.Original)
	c.Original = g.form(c.Original)
	c.Patch = g.form(c.Patch)
	return c
}

// Lint generates an input of Lint: a patch, and the original for which the patch is made.
func Lint(src Source) Case {
	c := Apply(src)
	c.Op = corpus.OpLint
	c.Engine.Strict = false
	return c
}

// newCase returns a case that has only a schema.
func (g *generator) newCase(op corpus.Op) Case {
	c := Case{Op: op, Odds: g.odds}
	if given, ok := g.src.(given); ok {
		c.Schema = given.schema
		return c
	}
	if g.intn("schema", 16) > 0 {
		c.Root = g.root()
		c.Definitions = g.definitions
	}
	c.Schema = build(c.Root, c.Definitions)
	return c
}

// engine chooses the ignored directives and whether to be strict. Strict is rare,
// because a strict engine rejects most documents with oddities.
func (g *generator) engine() smp.Engine {
	var e smp.Engine
	if g.oneIn("older level", 6) {
		e.Ignore = smp.Directives(g.intn("ignored directives", int(smp.AllDirectives)+1))
	}
	e.Strict = g.oneIn("strict", 6)
	return e
}

// original generates a document, or a value that counts as an empty one, or sometimes a
// value that is not a document.
func (g *generator) original(s smp.Schema) model.Value {
	switch {
	case g.oneIn("empty original", 30):
		return pick(g, "original", []model.Value{{}, model.NewNull(), newMap()})
	case g.odd("original is not a map") && g.oneIn("original is not a map", 6):
		return pick(g, "original", []model.Value{newList(), model.NewString("a")})
	default:
		return g.document(s)
	}
}
