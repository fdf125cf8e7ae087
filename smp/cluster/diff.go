package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// writer returns the engine that writes the patches for e.
func (e Engine) writer() smp.Engine {
	writer := smp.Engine{Ignore: e.Ignore, Strict: e.Strict, Limits: e.Limits}
	if e.Trace != nil {
		writer.Trace = func(event smp.Event) { e.Trace(Event{Event: event}) }
	}
	return writer
}

// Diff returns a patch with which a server turns original into modified. It calls [smp.Engine.Diff]
// with the option For. The patch contains neither directives that servers do not support nor
// directives of Ignore. If a server cannot make a change on its own, the patch replaces the map,
// list or element around the change (see Wide of [smp.DiffOptions]), or Diff returns an
// [*smp.Error] with Code NotRepresentable.
func (e Engine) Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error) {
	opts.For = Judge{e.Lookup}
	return e.writer().Diff(s, original, modified, opts)
}

// DiffJSON is like [Engine.Diff], but for JSON text. Empty documents count as {}.
func (e Engine) DiffJSON(s smp.Schema, original, modified []byte, opts smp.DiffOptions) ([]byte, error) {
	return e.AppendDiffJSON(nil, s, original, modified, opts)
}

// AppendDiffJSON is like [Engine.DiffJSON], but appends the patch to dst, as AppendApplyJSON does.
func (e Engine) AppendDiffJSON(dst []byte, s smp.Schema, original, modified []byte, opts smp.DiffOptions) ([]byte, error) {
	opts.For = Judge{e.Lookup}
	return e.writer().AppendDiffJSON(dst, s, original, modified, opts)
}

// ThreeWay returns a patch with which a server brings current, the live object, in line with the
// changes from original to modified. It calls [smp.Engine.ThreeWay] with the option For. The patch
// leaves out values that the server does not store as they are sent, unless opts has Resend.
func (e Engine) ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error) {
	opts.For = Judge{e.Lookup}
	return e.writer().ThreeWay(s, original, modified, current, opts)
}

// ThreeWayJSON is like [Engine.ThreeWay], but for JSON text. Empty documents count as {}.
func (e Engine) ThreeWayJSON(s smp.Schema, original, modified, current []byte, opts smp.ThreeWayOptions) ([]byte, error) {
	return e.AppendThreeWayJSON(nil, s, original, modified, current, opts)
}

// AppendThreeWayJSON is like [Engine.ThreeWayJSON], but appends the patch to dst, as
// AppendApplyJSON does.
func (e Engine) AppendThreeWayJSON(dst []byte, s smp.Schema, original, modified, current []byte, opts smp.ThreeWayOptions) ([]byte, error) {
	opts.For = Judge{e.Lookup}
	return e.writer().AppendThreeWayJSON(dst, s, original, modified, current, opts)
}
