package judge

import (
	"math"
	"regexp"
	"strconv"

	"github.com/strategicpatch/smp/model"
)

// A Reason is a known property of the server that explains a difference.
type Reason struct {
	// Name is a short name, and What describes the property.
	Name, What string
	// explains reports whether the reason explains one place of a trial. A place with an
	// empty path means the answer as a whole.
	explains func(t Trial, p Place) bool
}

// Reasons returns all reasons, in the order in which they are tried.
func Reasons() []*Reason { return reasons }

var reasons = []*Reason{
	{"varies", "apimachinery's answers to this patch vary.",
		func(t Trial, p Place) bool { return t.Varies }},
	{"number-converted", "A patch contains a number that its field cannot hold. A PATCH wraps or truncates it; a PUT is a bad request.",
		func(t Trial, p Place) bool { return len(p.Path) == 0 && numberRefused(t) }},
	{"number-unreadable", "A patch contains a number that is too large for a 64-bit float, so the server cannot read the patch.",
		func(t Trial, p Place) bool {
			return len(p.Path) == 0 && t.Patched.Code == 400 && hasUnreadable(t.Patch)
		}},
}

// reason returns the first reason that explains a place, or nil.
func (t Trial) reason(p Place) *Reason {
	for _, r := range reasons {
		if r.explains(t, p) {
			return r
		}
	}
	return nil
}

// refusedNumber matches a decoder's message about a number that does not fit.
var refusedNumber = regexp.MustCompile(`cannot unmarshal number (\S+) into Go (?:struct field|value)`)

// numberRefused reports whether the PUT was rejected because of a number in the patch.
func numberRefused(t Trial) bool {
	found := refusedNumber.FindStringSubmatch(message(t.Put))
	is := func(text string) bool { return text == found[1] }
	return t.Put.Code == 400 && found != nil && anyNumber(t.Predicted, is) && !anyNumber(t.Live, is)
}

// hasUnreadable reports whether a patch has a number that is too large.
func hasUnreadable(v model.Value) bool {
	return anyNumber(v, func(text string) bool {
		f, err := strconv.ParseFloat(text, 64)
		return err != nil || math.IsInf(f, 0)
	})
}

// anyNumber reports whether holds returns true for the text of a number in v.
func anyNumber(v model.Value, holds func(text string) bool) bool {
	switch v.Type() {
	case model.Number:
		return holds(v.NumberText())
	case model.Map:
		for _, member := range v.Members() {
			if anyNumber(member, holds) {
				return true
			}
		}
	case model.List:
		for _, element := range v.Elements() {
			if anyNumber(element, holds) {
				return true
			}
		}
	}
	return false
}
