package smp

// AppendApplyJSON is ApplyJSON that appends the result to dst and returns the
// longer slice: no memory is allocated for the result if dst has room for it.
// The inputs are read before dst is written, so that dst may be the original's
// own memory: original[:0]. On failure dst comes back as it was.
func (e Engine) AppendApplyJSON(dst []byte, s Schema, original, patch []byte) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	changes, err := p.parse("patch", patch)
	if err != nil {
		return dst, err
	}
	result, err := e.Apply(s, from, changes)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	if dst == nil {
		dst = make([]byte, 0, len(original)+len(patch))
	}
	dst = result.AppendJSON(dst)
	p.done()
	return dst, nil
}

// AppendDiffJSON is DiffJSON that appends the patch to dst and returns the
// longer slice. As for AppendApplyJSON, dst may be the memory of a document, and
// comes back as it was on failure.
func (e Engine) AppendDiffJSON(dst []byte, s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	to, err := p.parseOptionalNear("modified", modified, from)
	if err != nil {
		return dst, err
	}
	patch, err := e.Diff(s, from, to, opts)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	dst = patch.AppendJSON(dst)
	p.done()
	return dst, nil
}

// AppendThreeWayJSON is ThreeWayJSON that appends the patch to dst and returns
// the longer slice. As for AppendApplyJSON, dst may be the memory of a document,
// and comes back as it was on failure.
func (e Engine) AppendThreeWayJSON(dst []byte, s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	to, err := p.parseOptionalNear("modified", modified, from)
	if err != nil {
		return dst, err
	}
	live, err := p.parseOptionalNear("current", current, from)
	if err != nil {
		return dst, err
	}
	patch, err := e.ThreeWay(s, from, to, live, opts)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	dst = patch.AppendJSON(dst)
	p.done()
	return dst, nil
}
