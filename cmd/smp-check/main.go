package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

func main() { os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// The exit statuses.
const (
	exitDone = 0 // the work is done, or the answer is yes
	exitNo   = 1 // the answer is no
	exitBad  = 2 // bad usage, bad input, a rejected patch, or I/O
)

// execute runs one command line and returns the exit status.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stderr = output.Messages(stderr)
	root := newRoot(stdin, stdout, stderr)
	root.SetArgs(args)
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		plainDescriptions(root)
	}
	command, err := root.ExecuteContextC(cli.WithArguments(context.Background(), args))
	var usage *cli.UsageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, cli.ErrNo):
		return exitNo
	case command == root && !errors.As(err, &usage):
		// Cobra found no command with this name.
		err = &cli.UsageError{Command: root.CommandPath(), Cause: commandMeant(root, err)}
	}
	fmt.Fprintf(stderr, "smp-check: %s\n", output.Clipped(joined(err.Error(), args)))
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", usage.Command)
	}
	return exitBad
}

// joined replaces the line breaks in a message that come from an argument. The lines that the message
// has of its own, such as those with advice, are kept.
func joined(message string, args []string) string {
	for _, arg := range args {
		lines := strings.Split(arg, "\n")
		for _, line := range lines[1:] {
			if line != "" {
				message = strings.ReplaceAll(message, "\n"+line, `\n`+line)
			}
		}
	}
	return message
}
