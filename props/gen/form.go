package gen

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// form returns a value equal to v with another representation: parsed from plain text,
// parsed from unusual text, built by edits, or wrapped around Go maps and slices.
func (g *generator) form(v model.Value) model.Value {
	if v.Type() == model.Absent {
		return v
	}
	if g.wide || g.sparse { // one choice for the whole text, not one per character
		with := *g
		with.src = FromSeed(uint64(g.intn("spelling", 1<<16)))
		g = &with
	}
	switch g.intn("form", 5) {
	case 0:
		return parsed(v.AppendJSON(nil))
	case 1:
		return parsed(g.appendSpelled(nil, v))
	case 2:
		return g.edited(v)
	case 3:
		return wrapped(v.ToAny())
	default:
		return v
	}
}

func parsed(text []byte) model.Value {
	v, err := model.Parse(text)
	if err != nil {
		panic(err)
	}
	return v
}

func wrapped(tree any) model.Value {
	v, err := model.WrapAny(tree)
	if err != nil {
		panic(err)
	}
	return v
}

// appendSpelled appends JSON text of v with unnecessary white space and escapes.
func (g *generator) appendSpelled(dst []byte, v model.Value) []byte {
	dst = g.appendSpace(dst)
	switch v.Type() {
	case model.String:
		dst = g.appendSpelledString(dst, v.Text())
	case model.List:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = g.appendSpelled(dst, element)
		}
		dst = append(g.appendSpace(dst), ']')
	case model.Map:
		dst = append(dst, '{')
		first := true
		for name, member := range v.Members() {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = g.appendSpelledString(g.appendSpace(dst), name)
			dst = g.appendSpelled(append(g.appendSpace(dst), ':'), member)
		}
		dst = append(g.appendSpace(dst), '}')
	default:
		dst = v.AppendJSON(dst)
	}
	return g.appendSpace(dst)
}

func (g *generator) appendSpace(dst []byte) []byte {
	if g.oneIn("space", 4) {
		return append(dst, pick(g, "space", []string{" ", "\n", "\t", "\r\n  "})...)
	}
	return dst
}

// appendSpelledString appends a JSON string with some of its characters escaped.
func (g *generator) appendSpelledString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ' || g.oneIn("escape", 5):
			for _, unit := range utf16.Encode([]rune{r}) {
				dst = fmt.Appendf(dst, `\u%04x`, unit)
			}
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// edited returns v as the result of edits to a parsed text. In some maps, a field is set
// again, and another field is added and removed. In some lists, an element is replaced, or
// the last element is appended.
func (g *generator) edited(v model.Value) model.Value {
	return g.edit(parsed(v.AppendJSON(nil)), v)
}

// edit returns base, which is equal to v, after edits that do not change its value.
func (g *generator) edit(base, v model.Value) model.Value {
	var err error
	switch {
	case v.Type() == model.Map && g.oneIn("edit map", 2):
		passing := "passing " + strconv.Itoa(v.Len())
		if base, err = base.WithMembers(model.Member{Name: passing, Value: model.NewNull()}); err != nil {
			panic(err)
		}
		changes := []model.Member{{Name: passing}}
		for name, member := range v.Members() {
			if g.oneIn("set anew", 2) {
				old, _ := base.Get(name)
				changes = append(changes, model.Member{Name: name, Value: g.edit(old, member)})
			}
		}
		base, err = base.WithMembers(changes...)
	case v.Type() == model.List && v.Len() > 0 && g.oneIn("edit list", 2):
		last := v.Len() - 1
		changes := []model.Element{{Index: last}}
		if last > 0 && g.oneIn("replace the first", 2) {
			changes = []model.Element{{Index: 0, Value: g.edit(base.At(0), v.At(0))}, {Index: last}}
		}
		base, err = base.WithElements(changes, g.edit(base.At(last), v.At(last)))
	}
	if err != nil {
		panic(err)
	}
	return base
}
