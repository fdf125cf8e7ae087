package gen

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Case is a generated input: a schema, and documents that go with it.
type Case struct {
	// Type and Definitions are what Schema was built from.
	Type        smp.Type
	Definitions map[string]smp.Type
	Schema      smp.Schema
	// Engine has Ignore and Strict chosen.
	Engine smp.Engine
	// Odds says how much of the case was made to break a rule: one decision in
	// Odds, none when zero.
	Odds            int
	Original, Patch model.Value
}

// Apply makes an input of Apply.
func Apply(src Source) Case {
	g := newGenerator(src)
	c := g.newCase()
	c.Engine = g.engine()
	c.Original = g.original(c.Schema)
	c.Patch = g.patch(c.Schema, c.Original)
	c.Original = g.form(c.Original)
	c.Patch = g.form(c.Patch)
	return c
}

// newCase makes a case that has a schema only.
func (g *generator) newCase() Case {
	c := Case{Odds: g.odds}
	if g.intn("schema", 16) > 0 {
		c.Type = g.root()
		c.Definitions = g.definitions
	}
	c.Schema = build(c.Type, c.Definitions)
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
