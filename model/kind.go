package model

// Kind says what a [Value] is.
type Kind uint8

// The kinds of values, in the order in which [Compare] sorts them.
const (
	// Absent is no value at all: the zero Value.
	Absent Kind = iota
	// Null is JSON's null.
	Null
	// Bool is true or false.
	Bool
	// Number is a number of any size, which keeps its spelling.
	Number
	// String is a string.
	String
	// List is an array: elements in order.
	List
	// Map is an object: members with different names.
	Map
)

var kindNames = [...]string{"absent", "null", "boolean", "number", "string", "list", "map"}

// String returns the kind's name as it appears in messages: absent, null,
// boolean, number, string, list or map.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown kind"
}
