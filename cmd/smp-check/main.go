package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// The exit statuses.
const (
	exitDone = 0 // the work is done, or the answer is yes
	exitNo   = 1 // the answer is no
	exitBad  = 2 // bad usage, bad input, a rejected patch, or I/O
)

// errNo is what a command returns when it has reported that the answer is no.
var errNo = errors.New("no")

// A usageError is a mistake in the command line itself.
type usageError struct {
	command string // the command whose help tells more
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// run executes one command line and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot(stdin, stdout, stderr)
	root.SetArgs(args)
	command, err := root.ExecuteC()
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case command == root && !errors.As(err, &usage):
		// Cobra itself found no such command.
		err = &usageError{root.CommandPath(), meant(root, err)}
	}
	fmt.Fprintf(stderr, "smp-check: %v\n", err)
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", usage.command)
	}
	return exitBad
}
