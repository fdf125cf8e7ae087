package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// maxHelp is the number of lines of a help text that a reader can scan. That of apply is shorter, because it is read first.
const (
	maxHelp        = 80
	maxHelpOfApply = 70
)

// Help fits on a page. What several commands share is in the topics of help.
func TestHelpIsShort(t *testing.T) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		var help bytes.Buffer
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		most := maxHelp
		if cmd.Name() == "apply" {
			most = maxHelpOfApply
		}
		if n := strings.Count(help.String(), "\n"); n > most {
			t.Errorf("%s --help has %d lines, want at most %d", cmd.CommandPath(), n, most)
		}
		for _, inner := range cmd.Commands() {
			walk(inner)
		}
	}
	walk(newRoot(strings.NewReader(""), io.Discard, io.Discard))
}
