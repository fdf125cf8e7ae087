package main

// The types of mutants.
const (
	boundary   = "CONDITIONALS_BOUNDARY" // < to <=, and so on
	negation   = "CONDITIONALS_NEGATION" // == to !=, < to >=, and so on
	arithmetic = "ARITHMETIC_BASE"       // + to -, * to /, and back; % to *
	increment  = "INCREMENT_DECREMENT"   // ++ to --, and back
	negative   = "INVERT_NEGATIVES"      // -x to x
	assignment = "INVERT_ASSIGNMENTS"    // += to -=, and back
)

// The results of mutants.
const (
	killed     = "KILLED"
	timedOut   = "TIMED OUT"   // counts as killed: the tests did not end
	lived      = "LIVED"       // tests ran the code and passed
	notReached = "NOT REACHED" // no test runs the code
)

// A mutant is one change of one place.
type mutant struct {
	Number       int // in the package, from 1 on
	File, Kind   string
	Line, Column int
	Code         string // the line, trimmed
	Status       string
	By           string `json:",omitempty"` // the tests that noticed
}

// key identifies the mutant, and all similar ones on the same line, in the list.
func (m *mutant) key() string { return m.File + "\t" + m.Kind + "\t" + m.Code }
