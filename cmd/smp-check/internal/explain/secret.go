package explain

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/model"
)

// MaskSecrets makes the explanation show *** in place of the secret values of a Secret. Call it
// before the explanation is written or limited to a place.
func (x *Explanation) MaskSecrets() {
	x.secret = true
	for _, c := range x.effects {
		c.secret = true
		c.reasons = x.reasonsOf(c)
	}
}

// shown returns a value in the place of an effect or below it, at a path, as it is shown.
func (c *effect) shown(path model.Path, v model.Value) model.Value {
	if !c.secret {
		return v
	}
	return patches.Masked(path, v)
}
