package model

// Kind says what a [Value] is.
type Kind uint8

// The kinds of values, in the order in which [Compare] sorts them.
const (
	Absent Kind = iota // no value at all: the zero Value
	Null
	Bool
	Number
	String
	List
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
