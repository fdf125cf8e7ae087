package model

import "slices"

// AppendCanonical appends v to dst as compact JSON text and returns the longer slice.
// The text has no white space, sorts the members of every map by name, byte by byte,
// and escapes only the characters that must be escaped. Numbers keep their spelling. An
// absent value appends nothing.
//
//	{ "b": 1.0, "a": "\u0078" }   becomes   {"a":"x","b":1.0}
//
// Values with the same canonical text are equal. Equal values have the same canonical
// text unless they spell a number differently, such as 1 and 1.0.
func (v Value) AppendCanonical(dst []byte) []byte {
	if v.doc == nil {
		return dst
	}
	c := canonical{dst: dst}
	c.append(v)
	return c.dst
}

// A canonical writes canonical text. Its field members is a stack: it holds the sorted members of
// all maps that are being written.
type canonical struct {
	dst     []byte
	members []Member
}

func (c *canonical) append(v Value) {
	switch v.Type() {
	case String:
		if v.doc.edit != nil || v.flags()&escapedText != 0 {
			c.dst = appendQuoted(c.dst, v.Text())
		} else {
			c.dst = append(c.dst, v.doc.text(v.slot)...)
		}
	case List:
		c.dst = append(c.dst, '[')
		for i, e := range v.Elements() {
			if i > 0 {
				c.dst = append(c.dst, ',')
			}
			c.append(e)
		}
		c.dst = append(c.dst, ']')
	case Map:
		c.dst = append(c.dst, '{')
		begin := len(c.members)
		c.members = v.AppendMembers(c.members)
		slices.SortFunc(c.members[begin:], byName)
		for i := begin; i < begin+v.Len(); i++ {
			if i > begin {
				c.dst = append(c.dst, ',')
			}
			c.dst = appendQuoted(c.dst, c.members[i].Name)
			c.dst = append(c.dst, ':')
			c.append(c.members[i].Value)
		}
		c.members = c.members[:begin]
		c.dst = append(c.dst, '}')
	default:
		c.dst = append(c.dst, v.doc.text(v.slot)...)
	}
}

// Canonical returns the text of [Value.AppendCanonical].
func (v Value) Canonical() string { return string(v.AppendCanonical(nil)) }
