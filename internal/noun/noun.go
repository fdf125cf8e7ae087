// Package noun names the types of values in error messages.
package noun

// Of returns a type for use in a sentence: its name with an article, as in "a list", or "null"
// or "nothing".
func Of(typ interface{ String() string }) string {
	switch name := typ.String(); name {
	case "absent":
		return "nothing"
	case "null":
		return name
	default:
		return "a " + name
	}
}
