package main

// The kinds of mutants.
const (
	boundary   = "CONDITIONALS_BOUNDARY" // < to <=, and so on
	negation   = "CONDITIONALS_NEGATION" // == to !=, < to >=, and so on
	arithmetic = "ARITHMETIC_BASE"       // + to -, * to /, and back; % to *
	increment  = "INCREMENT_DECREMENT"   // ++ to --, and back
	negative   = "INVERT_NEGATIVES"      // -x to x
	assignment = "INVERT_ASSIGNMENTS"    // += to -=, and back
)

// What a mutant came to.
const (
	killed     = "KILLED"
	timedOut   = "TIMED OUT"   // as good as killed: the tests did not end
	lived      = "LIVED"       // tests ran the code and passed
	notReached = "NOT REACHED" // no test runs the code
)

// A mutant is one change of one place.
type mutant struct {
	Number       int // of all of the package, from 1 on
	File, Kind   string
	Line, Column int
	Code         string // the line, without the space around it
	Status       string
	By           string `json:",omitempty"` // the tests that noticed
}

// key is how the list names the mutant, and all others alike on such a line.
func (m *mutant) key() string { return m.File + "\t" + m.Kind + "\t" + m.Code }
