package gen

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Case is a generated input: a schema, and documents that go with it.
type Case struct {
	// Op is the operation that the documents are for.
	Op corpus.Op
	// Type and Definitions are what Schema was built from; they are zero where it
	// was given.
	Root        smp.Definition
	Definitions map[string]smp.Definition
	Schema      smp.Schema
	// Engine has Ignore and Strict chosen.
	Engine smp.Engine
	// Omit, Overwrite and Unchanged are options of Diff and ThreeWay.
	Omit      smp.Directives
	Overwrite bool
	Unchanged []model.Path
	// Odds says how much of the case was made to break a rule: one decision in
	// Odds, none when zero.
	Odds int
	// The documents that Op takes; the others are absent, but Original, which
	// is always what the patches are for.
	Original, Modified, Current, Patch, Left, Right model.Value
	Patches                                         []model.Value
}

// For makes an input of the operation.
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

// Apply makes an input of Apply.
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

// Lint makes an input of Lint: a patch, and an original that it is for.
func Lint(src Source) Case {
	c := Apply(src)
	c.Op = corpus.OpLint
	c.Engine.Strict = false
	return c
}

// newCase makes a case that has a schema only.
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

// engine chooses the directive level, and whether to be strict: rarely where
// documents have oddities, which a strict engine rejects at once.
func (g *generator) engine() smp.Engine {
	var e smp.Engine
	if g.oneIn("older level", 6) {
		e.Ignore = smp.Directives(g.intn("ignored directives", int(smp.AllDirectives)+1))
	}
	e.Strict = g.oneIn("strict", 6)
	return e
}

// original makes a document, or what counts as an empty one, or sometimes what
// is no document at all.
func (g *generator) original(s smp.Schema) model.Value {
	switch {
	case g.oneIn("empty original", 30):
		return pick(g, "original", []model.Value{{}, model.NewNull(), newMap()})
	case g.odd("original is no map") && g.oneIn("original is no map", 6):
		return pick(g, "original", []model.Value{newList(), model.NewString("a")})
	default:
		return g.document(s)
	}
}
