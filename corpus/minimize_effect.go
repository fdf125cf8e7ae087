package corpus

import "github.com/strategicpatch/smp/model"

// Applying returns the input that applies a patch to the document for which this
// input, of a diff or a three-way merge, asks for one: original, or current. No
// other operation asks for a patch.
//
// Two patches may differ and do the same; what they make of that document is
// what tells the right one from a wrong one.
func (in Input) Applying(patch model.Value) (Input, bool) {
	base := in.Original
	switch in.Op {
	case OpDiff:
	case OpThreeWay:
		base = in.Current
	default:
		return Input{}, false
	}
	return Input{Op: OpApply, Schema: in.Schema, Options: Options{Ignore: in.Options.Ignore}, Original: base, Patch: patch}, true
}
