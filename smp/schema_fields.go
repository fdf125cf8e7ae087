package smp

// manyFields is how many fields a map must have for a fieldTable not to be worth
// it, or not to be safe: who makes up a schema can make its names collide.
const manyFields = 64

// A fieldTable finds the fields of a map by name, a few times faster than a map
// of Go does. It is an open hash table of places in the sorted names, plus one.
type fieldTable []uint8

// newFieldTable returns the table of these names; nil if they are too many.
func newFieldTable(names []string) fieldTable {
	if len(names) > manyFields {
		return nil
	}
	size := 4
	for size < 2*len(names) {
		size *= 2
	}
	t := make(fieldTable, size)
	for i, name := range names {
		at := t.slot(name)
		for t[at] > 0 {
			at = (at + 1) & (len(t) - 1)
		}
		t[at] = uint8(i + 1)
	}
	return t
}

// slot returns where in the table the name is to be looked for first.
func (t fieldTable) slot(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n*7 + int(name[0])*31 + int(name[n/2])*17 + int(name[n-1])*131) & (len(t) - 1)
}

// field returns the use of a named field, and false if there is none.
func (s *shape) field(name string) (*use, bool) {
	if s.table == nil {
		u, ok := s.fields[name]
		return u, ok
	}
	for at := s.table.slot(name); s.table[at] > 0; at = (at + 1) & (len(s.table) - 1) {
		if i := s.table[at] - 1; s.names[i] == name {
			return s.uses[i], true
		}
	}
	return nil, false
}

// tabulate makes field fast, once the fields are known.
func (s *shape) tabulate() {
	s.table, s.uses = newFieldTable(s.names), nil
	if s.table != nil {
		s.uses = make([]*use, len(s.names))
		for i, name := range s.names {
			s.uses[i] = s.fields[name]
		}
	}
}
