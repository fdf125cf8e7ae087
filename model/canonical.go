package model

import "slices"

// AppendCanonical appends v as compact JSON text to dst and returns the longer
// slice: no white space, the members of every map sorted by name byte by byte,
// strings with no more escapes than needed, numbers as they are spelled. An
// absent value appends nothing.
//
// Values with the same canonical text are equal. The converse holds only up to
// the spelling of numbers.
func (v Value) AppendCanonical(dst []byte) []byte {
	if v.doc == nil {
		return dst
	}
	c := canonical{dst: dst}
	c.append(v)
	return c.dst
}

// A canonical writes canonical text. The members of all maps around the place
// where it writes are kept sorted in one slice.
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
