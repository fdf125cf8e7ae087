package table

import (
	"bufio"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
)

// RecordFile is the path of the record from the root of the repository.
const RecordFile = "fuzz/upstream/table/marks.txt"

// RecordCommand is the command that writes the record.
const RecordCommand = ".ci/long cluster marks"

//go:embed marks.txt
var recordText string

// ServerRecord returns the committed record.
func ServerRecord() (*Record, error) { return ParseRecord(recordText) }

// A Record contains the behavior of a real API server for the fields of the built-in kinds.
type Record struct {
	// Release is the version of Kubernetes that the server was built from.
	Release string
	Fields  map[FieldID]Recorded
}

// A FieldID identifies a field of a Go type.
type FieldID struct {
	Definition string // as the name in Source.Plain
	Field      string // the name in JSON
}

func (f FieldID) compare(other FieldID) int {
	return strings.Compare(f.Definition+" "+f.Field, other.Definition+" "+other.Field)
}

// Outcomes is the set of outcomes when a value was sent in several places. It is empty if the
// server rejected the value in all of them.
type Outcomes uint8

// The outcomes.
const (
	// NotStored means that the stored object lacks the field.
	NotStored Outcomes = 1 << iota
	// FilledIn means that the field has another value.
	FilledIn
	// Stored means that the field has the value.
	Stored
	// Immutable means that the server rejects the change because the field must not change.
	Immutable
)

var outcomeWords = []struct {
	outcome Outcomes
	word    string
}{{NotStored, "not-stored"}, {FilledIn, "filled-in"}, {Stored, "stored"}, {Immutable, "immutable"}}

// String returns words such as not-stored+stored. The empty set is rejected.
func (o Outcomes) String() string {
	var words []string
	for _, w := range outcomeWords {
		if o&w.outcome != 0 {
			words = append(words, w.word)
		}
	}
	if len(words) == 0 {
		return "rejected"
	}
	return strings.Join(words, "+")
}

func parseOutcomes(text string) (Outcomes, error) {
	var o Outcomes
	if text == "rejected" {
		return o, nil
	}
	for _, word := range strings.Split(text, "+") {
		before := o
		for _, w := range outcomeWords {
			if w.word == word {
				o |= w.outcome
			}
		}
		if o == before {
			return 0, fmt.Errorf("unknown outcome %q", word)
		}
	}
	return o, nil
}

// A Recorded contains the behavior of a server for a field, over all places where it was
// tried.
type Recorded struct {
	// Zero is the outcome for the zero of the field's type, and Null the outcome for null.
	// Change is the outcome for a new value in place of an old one: Stored or Immutable.
	Zero, Null, Change Outcomes
	// Differs is set if the zero and null have different effects.
	Differs bool
	// Alias is another field of the same map that always gets the value of this field.
	Alias string
	// Default is the value that the server fills in for the missing field, if it is always the
	// same one. Derived is set if the server fills in different values, which depend on other
	// fields or on the cluster.
	Default model.Value
	Derived bool
	// Required is set if the server rejects every new object that has the map of the field without
	// the field, and the error is about the field.
	Required bool
}

// maxDefault is the maximum length of the JSON of a recorded default.
const maxDefault = 40

// CanBeDefault reports whether the record can contain v as a default. It must be a scalar, and
// must be short and without white space.
func CanBeDefault(v model.Value) bool {
	text := v.Canonical()
	return v.IsScalar() && v.Type() != model.Null && len(text) <= maxDefault && !strings.ContainsFunc(text, unicode.IsSpace)
}

// recordedParts lists the parts of a Recorded in the order of the file, each with its usual
// outcomes. The usual outcomes are not written: nearly all nulls are not stored, and nearly
// all changes are stored.
var recordedParts = []struct {
	name  string
	plain []Outcomes
	of    func(*Recorded) *Outcomes
}{
	{"zero", nil, func(r *Recorded) *Outcomes { return &r.Zero }},
	{"null", []Outcomes{0, NotStored}, func(r *Recorded) *Outcomes { return &r.Null }},
	{"change", []Outcomes{0, Stored}, func(r *Recorded) *Outcomes { return &r.Change }},
}

const recordHead = `# Written by %s; DO NOT EDIT.
#
# What the API server of Kubernetes %s stored for each field of the built-in
# kinds, over all places where it was asked. Below the name of a Go type are the
# outcomes for the zero of a field ("" 0 false {} []), for null, and for a change of
# a value, with the fields that had them:
#
#   not-stored   the stored object lacks the field
#   filled-in    the field has another value
#   stored       the field has the value
#   immutable    rejected, because the field may not change
#   rejected     rejected for another reason, wherever it was tried
#
# Outcomes joined by + are those of different places. A null that is not stored and a
# change that is stored, or for which no outcome is known, are left out. Immutable are only
# fields that may not change in any kind. zero-differs-from-null lists fields whose zero is
# not stored, and whose zero and null gave different objects. alias a=b is a field whose
# value b always gets. default a=v is a field that always gets the value v if it is missing.
# derived are fields that get different values, which depend on other fields or on the
# cluster. Maps and lists that are always the same are left out; the fields of such a map
# have defaults. required are fields without which the server rejects every new object that
# has the map around the field.
`

// Text returns the record as text.
func (r *Record) Text() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, recordHead, RecordCommand, r.Release)
	definition := ""
	lines := map[string][]string{}
	flush := func() {
		for _, head := range slices.Sorted(maps.Keys(lines)) {
			fmt.Fprintf(&b, "  %s: %s\n", strings.TrimLeft(head, "0123456789 "), strings.Join(lines[head], " "))
		}
		clear(lines)
	}
	for _, id := range slices.SortedFunc(maps.Keys(r.Fields), FieldID.compare) {
		if id.Definition != definition {
			flush()
			definition = id.Definition
			fmt.Fprintf(&b, "%s\n", definition)
		}
		f := r.Fields[id]
		for i, part := range recordedParts {
			if o := *part.of(&f); !slices.Contains(part.plain, o) {
				head := fmt.Sprintf("%d %s %s", i, part.name, o)
				lines[head] = append(lines[head], id.Field)
			}
		}
		if f.Differs && f.Zero&Stored == 0 {
			lines["8 zero-differs-from-null"] = append(lines["8 zero-differs-from-null"], id.Field)
		}
		if f.Default.Type() != model.Absent {
			lines["6 default"] = append(lines["6 default"], id.Field+"="+f.Default.Canonical())
		}
		if f.Derived {
			lines["7 derived"] = append(lines["7 derived"], id.Field)
		}
		if f.Required {
			lines["7 required"] = append(lines["7 required"], id.Field)
		}
		if f.Alias != "" {
			lines["9 alias"] = append(lines["9 alias"], id.Field+"="+f.Alias)
		}
	}
	flush()
	return []byte(b.String())
}

// ParseRecord parses the output of Text.
func ParseRecord(text string) (*Record, error) {
	r := &Record{Fields: map[FieldID]Recorded{}}
	definition := ""
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "# What the API server of Kubernetes "); ok {
			r.Release, _, _ = strings.Cut(rest, " ")
		}
		head, names, isEntry := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, " "):
			definition = line
		case !isEntry:
			return nil, fmt.Errorf("%q has no fields", line)
		default:
			if err := r.add(definition, head, strings.Fields(names)); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", definition, line, err)
			}
		}
	}
	return r, nil
}

func (r *Record) add(definition, head string, names []string) error {
	part, word, _ := strings.Cut(head, " ")
	for _, name := range names {
		name, value, _ := strings.Cut(name, "=")
		id := FieldID{definition, name}
		f, known := r.Fields[id]
		if !known {
			f.Null, f.Change = NotStored, Stored
		}
		known = true
		switch part {
		case "alias":
			f.Alias = value
		case "default":
			var err error
			if f.Default, err = model.ParseString(value); err != nil {
				return err
			}
		case "derived":
			f.Derived = true
		case "required":
			f.Required = true
		case "zero-differs-from-null":
			f.Differs = true
		default:
			known = false
		}
		for _, p := range recordedParts {
			if p.name == part {
				o, err := parseOutcomes(word)
				if err != nil {
					return err
				}
				*p.of(&f), known = o, true
			}
		}
		if !known {
			return fmt.Errorf("unknown part %q", part)
		}
		r.Fields[id] = f
	}
	return nil
}
