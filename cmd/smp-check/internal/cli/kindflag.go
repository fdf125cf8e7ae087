package cli

import "github.com/strategicpatch/smp/cmd/smp-check/internal/load"

type flagValue interface {
	String() string
	Set(text string) error
	Type() string
}

// A kindFlag is the flag --kind. It also accepts resource names as in kubectl, such as
// deployments.apps.
type kindFlag struct{ flagValue }

// Set sets the kind.
func (f kindFlag) Set(text string) error { return f.flagValue.Set(load.KindOfResource(text, nil)) }
