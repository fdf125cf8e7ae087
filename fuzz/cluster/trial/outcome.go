package trial

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// count adds the outcomes of a scenario with this project and with kubectl.
func (a *Applies) count(name string, ours, theirs outcome) {
	fail := func(format string, args ...any) {
		a.Failed = append(a.Failed, fmt.Sprintf("%s: %s\ntold: %s\nsent: %s", name, fmt.Sprintf(format, args...), ours.told, ours.sent))
	}
	if ours.wide {
		a.Wide++
	}
	if ours.unsayable != "" {
		a.Unsayable.add(ours.unsayable)
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
	what, example := "", ""
	switch {
	case theirs.refused != "":
		what, example = "the server refuses the patch", "`"+theirs.refused+"`"
	case len(theirs.wrong) > 0:
		first := theirs.wrong[0]
		what, example = wrongs(theirs.wrong), place(first.Path, first.Ours, first.Theirs)
	case theirs.again != "" && ours.again == "":
		what, example = "a second run sends something again", theirs.again
	default:
		a.Right++
		return
	}
	if ours.custom {
		what = "custom resource: " + what
	}
	if a.Theirs[what] == nil {
		a.Theirs[what] = &Failures{}
	}
	a.Theirs[what].add(fmt.Sprintf("%s%s: %s", name, ours.told, example))
}

// place describes a place with a wrong value.
func place(path model.Path, wanted, got model.Value) string {
	text := func(v model.Value) string {
		if v.Type() == model.Absent {
			return "nothing"
		}
		return "`" + v.Canonical() + "`"
	}
	return fmt.Sprintf("`%s` is to be %s and is %s", path, text(wanted), text(got))
}
