package model

// A Type is the JSON type of a [Value], or Absent.
type Type uint8

// These are the types of values, in the order of [Compare].
const (
	// Absent is the type of the zero Value, which is not a JSON value.
	Absent Type = iota
	// Null is JSON's null.
	Null
	// Bool is true or false.
	Bool
	// Number is a number of any size, which keeps its spelling.
	Number
	// String is a string.
	String
	// List is a JSON array.
	List
	// Map is a JSON object. All its members have different names.
	Map
)

var typeNames = [...]string{"absent", "null", "boolean", "number", "string", "list", "map"}

// String returns the name of the type in messages: absent, null, boolean, number, string, list or
// map.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "unknown type"
}

// Noun returns the type for use in an error message: its name with an article, such as "a list", or
// "null", or "nothing" if the value is absent.
func (t Type) Noun() string {
	switch t {
	case Absent:
		return "nothing"
	case Null:
		return "null"
	}
	return "a " + t.String()
}
