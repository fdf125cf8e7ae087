package gen

import "github.com/strategicpatch/smp/corpus"

// Input returns the case as an input of a subject. Original is also set for operations on
// patches, because laws apply the patches to it.
func (c Case) Input() corpus.Input {
	return corpus.Input{
		Op:     c.Op,
		Schema: c.Schema,
		Options: corpus.Options{
			Strict: c.Engine.Strict, Ignore: c.Engine.Ignore, Omit: c.Omit, Overwrite: c.Overwrite,
			Preconditions: c.Unchanged,
		},
		Original: c.Original,
		Modified: c.Modified,
		Current:  c.Current,
		Patch:    c.Patch,
		Left:     c.Left,
		Right:    c.Right,
		Patches:  c.Patches,
	}
}
