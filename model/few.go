package model

// few is how many members or elements a list or map has at most that is made of
// them at once.
const few = 8

// A roomyBuilt has an array of members or elements in the same piece of memory.
type roomyBuilt[Room any] struct {
	built
	more added
	room Room
}

// newRoomy returns a roomyBuilt that adds something.
func newRoomy[Room any]() *roomyBuilt[Room] {
	b := new(roomyBuilt[Room])
	b.added = &b.more
	return b
}

// mapOf returns the map of a few members. It returns nil unless they are as they
// will stand in it: none is absent, each has a name of its own, and that is
// ASCII.
func mapOf(members []Member) *built {
	if len(members) == 0 || len(members) > few {
		return nil
	}
	for i := range members {
		if members[i].Value.doc == nil || !isASCII(members[i].Name) {
			return nil
		}
		for j := range i {
			if members[j].Name == members[i].Name {
				return nil
			}
		}
	}
	b, room := builtOfMembers(len(members))
	b.base, b.members = emptyMap, room[:copy(room, members)]
	return b
}

// builtOfMembers returns room for n members, which are few, and the built value
// that it is part of.
func builtOfMembers(n int) (*built, []Member) {
	switch {
	case n <= 1:
		b := newRoomy[[1]Member]()
		return &b.built, b.room[:]
	case n <= 2:
		b := newRoomy[[2]Member]()
		return &b.built, b.room[:]
	case n <= 4:
		b := newRoomy[[4]Member]()
		return &b.built, b.room[:]
	default:
		b := newRoomy[[few]Member]()
		return &b.built, b.room[:]
	}
}

// listOf returns the list of a few elements; nil if one is absent or they are
// not few.
func listOf(elements []Value) *built {
	if len(elements) == 0 || len(elements) > few {
		return nil
	}
	for i := range elements {
		if elements[i].doc == nil {
			return nil
		}
	}
	b, room := builtOfElements(len(elements))
	b.base, b.elements = emptyList, room[:copy(room, elements)]
	return b
}

// builtOfElements is builtOfMembers for elements.
func builtOfElements(n int) (*built, []Value) {
	switch {
	case n <= 2:
		b := newRoomy[[2]Value]()
		return &b.built, b.room[:]
	default:
		b := newRoomy[[few]Value]()
		return &b.built, b.room[:]
	}
}

// isASCII reports whether text has no bytes but those of ASCII, which most names
// are.
func isASCII(text string) bool {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if load8(text, i)&0x8080808080808080 != 0 {
			return false
		}
	}
	for ; i < len(text); i++ {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
