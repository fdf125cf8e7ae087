package trial

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// count adds a scenario.
func (a *Applies) count(name string, ours, theirs outcome) {
	fail := func(format string, args ...any) {
		a.Failed = append(a.Failed, fmt.Sprintf("%s: %s\nsent: %s", name, fmt.Sprintf(format, args...), ours.sent))
	}
	switch {
	case ours.refused != "" && ours.invalid != "" && theirs.refused != "":
		a.Invalid = append(a.Invalid, fmt.Sprintf("%s: `%s`", name, ours.invalid))
		return
	case ours.refused != "":
		fail("refused: %s (kubectl: %q)", ours.refused, theirs.refused)
		return
	case ours.invalid != "":
		fail("what is wanted is refused, and ours is not: %s", ours.invalid)
		return
	case len(ours.wrong) > 0:
		fail("not what is wanted: %v", ours.wrong)
		return
	case ours.again != "" && ours.reason == "":
		fail("a second run sends %s", ours.again)
		return
	case ours.again != "":
		a.Again = append(a.Again, fmt.Sprintf("%s: `%s`", name, ours.reason))
	}
	of := ""
	if ours.custom {
		of = "custom resource: "
	}
	switch {
	case theirs.refused != "":
		a.add(a.Theirs, of+"the server refuses the patch", fmt.Sprintf("%s: `%s`", name, theirs.refused))
	case len(theirs.wrong) > 0:
		a.add(a.Theirs, of+wrongs(theirs.wrong), fmt.Sprintf("%s: %s", name, place(theirs.wrong[0].Path, theirs.wrong[0].Ours, theirs.wrong[0].Theirs)))
	case theirs.again != "" && ours.again == "":
		a.add(a.Theirs, of+"a second run sends something again", fmt.Sprintf("%s: %s", name, theirs.again))
	default:
		a.Right++
	}
}

func (a *Applies) add(to map[string]*Failures, what, example string) {
	if to[what] == nil {
		to[what] = &Failures{}
	}
	to[what].add(example)
}

// place says what is wrong in a place.
func place(path model.Path, wanted, got model.Value) string {
	text := func(v model.Value) string {
		if v.Kind() == model.Absent {
			return "nothing"
		}
		return "`" + v.Canonical() + "`"
	}
	return fmt.Sprintf("`%s` is to be %s and is %s", path, text(wanted), text(got))
}
