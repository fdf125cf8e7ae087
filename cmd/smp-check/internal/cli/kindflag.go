package cli

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
)

type flagValue interface {
	String() string
	Set(text string) error
	Type() string
}

// A kindFlag is the flag --kind. It also accepts resource names as in kubectl, such as
// deployments.apps.
type kindFlag struct {
	flagValue
	choice *schemas.Choice
}

// Set sets the kind. A name may be that of a kind of --crd, so CheckSchema looks it up.
func (f kindFlag) Set(text string) error {
	f.choice.KindName = ""
	if kinds.IsName(text) {
		f.choice.KindName = text
		return nil
	}
	return f.flagValue.Set(text)
}
