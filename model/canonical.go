package model

// AppendCanonical appends v as compact JSON text to dst and returns the longer
// slice: no white space, the members of every map sorted by name byte by byte,
// strings with no more escapes than needed, numbers as they are spelled. An
// absent value appends nothing.
//
// Values with the same canonical text are equal. The converse holds only up to
// the spelling of numbers.
func (v Value) AppendCanonical(dst []byte) []byte {
	switch v.Kind() {
	case Absent:
		return dst
	case String:
		return appendQuoted(dst, v.Text())
	case List:
		dst = append(dst, '[')
		some := false
		for c := walk(v); c.more(); some = true {
			if some {
				dst = append(dst, ',')
			}
			dst = c.element().AppendCanonical(dst)
		}
		return append(dst, ']')
	case Map:
		members := v.AppendMembers(nil)
		sortMembers(members)
		dst = append(dst, '{')
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendQuoted(dst, m.Name)
			dst = append(dst, ':')
			dst = m.Value.AppendCanonical(dst)
		}
		return append(dst, '}')
	default:
		return append(dst, v.doc.text(v.slot)...)
	}
}

// Canonical returns the text of [Value.AppendCanonical].
func (v Value) Canonical() string { return string(v.AppendCanonical(nil)) }
