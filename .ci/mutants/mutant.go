package main

// These are the types of mutants.
const (
	boundary   = "CONDITIONALS_BOUNDARY" // < to <=, and so on
	negation   = "CONDITIONALS_NEGATION" // == to !=, < to >=, and so on
	arithmetic = "ARITHMETIC_BASE"       // + to -, * to /, and back; % to *
	increment  = "INCREMENT_DECREMENT"   // ++ to --, and back
	negative   = "INVERT_NEGATIVES"      // -x to x
	assignment = "INVERT_ASSIGNMENTS"    // += to -=, and back
)

// These are the results of mutants.
const (
	killed     = "KILLED"
	timedOut   = "TIMED OUT"   // counts as killed: the tests did not end
	lived      = "LIVED"       // tests ran the code and passed
	notReached = "NOT REACHED" // no test runs the code
)

// A mutant is a change of one place in the source.
type mutant struct {
	Number       int // the number in the package, from 1 on
	File, Kind   string
	Line, Column int
	Code         string // the line of code, without white space at both ends
	Status       string
	By           string `json:",omitempty"` // the tests that noticed the mutant
}

// key returns the text that identifies the mutant in the list. Similar mutants on the same
// line have the same key.
func (m *mutant) key() string { return m.File + "\t" + m.Kind + "\t" + m.Code }
