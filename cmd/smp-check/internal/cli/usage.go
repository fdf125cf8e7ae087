// Package cli defines the flags that several commands share, and usage errors.
package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// ErrNo is returned by a command that has already reported that the answer is no.
var ErrNo = errors.New("no")

// A UsageError is a mistake in the command line itself.
type UsageError struct {
	Command string // the command whose help the message refers to
	Cause   error
}

func (e *UsageError) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Cause }

// Usagef returns a usage error about cmd's command line.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	return &UsageError{cmd.CommandPath(), fmt.Errorf(format, args...)}
}

// NoEffect returns a usage error for the first of flags that is set. The message ends with
// where, as in "--strict has no effect with --as json-patch".
func NoEffect(cmd *cobra.Command, where string, flags ...string) error {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) {
			return Usagef(cmd, "--%s has no effect %s", flag, where)
		}
	}
	return nil
}

// Files returns a check that a command has one argument for each name.
func Files(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		got := Counted(len(args), "argument")
		if len(names) == 0 {
			return Usagef(cmd, "%s accepts no arguments, got %s", cmd.Name(), got)
		}
		return Usagef(cmd, "%s requires %s, got %s", cmd.Name(), strings.Join(names, " "), got)
	}
}

// Counted returns "1 value" or "2 values".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
