// Package cli holds the flags that commands have in common, and the mistakes of a
// command line.
package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// A UsageError is a mistake in the command line itself.
type UsageError struct {
	Command string // the command whose help tells more
	Cause   error
}

func (e *UsageError) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Cause }

// Usagef returns a usage error about cmd's command line.
func Usagef(cmd *cobra.Command, format string, args ...any) error {
	return &UsageError{cmd.CommandPath(), fmt.Errorf(format, args...)}
}

// NoEffect rejects those of some flags that are given, and says where they have no effect.
func NoEffect(cmd *cobra.Command, where string, flags ...string) error {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) {
			return Usagef(cmd, "--%s has no effect %s", flag, where)
		}
	}
	return nil
}

// Files is a check of a command's arguments: one file for each name.
func Files(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		wants := ""
		if len(names) == 0 {
			wants = " no arguments"
		}
		for _, name := range names {
			wants += " " + name
		}
		return Usagef(cmd, "%s wants%s, and got %s", cmd.Name(), wants, Counted(len(args), "argument"))
	}
}

// Counted returns "1 value" or "2 values".
func Counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
