package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A choice is one of some words, as a flag.
type choice struct {
	name    string
	choices []string
}

// register adds the flag to a command; the first choice is the default.
func (c *choice) register(cmd *cobra.Command, flag, short, usage string, choices ...string) {
	c.name, c.choices = choices[0], choices
	cmd.Flags().VarP(c, flag, short, usage+": "+strings.Join(choices, ", "))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)))
}

// String returns the word.
func (c *choice) String() string { return c.name }

// Set takes one of the words.
func (c *choice) Set(name string) error {
	if !slices.Contains(c.choices, name) {
		return fmt.Errorf("want %s", strings.Join(c.choices, " or "))
	}
	c.name = name
	return nil
}

// Type names the flag's value in help texts.
func (c *choice) Type() string { return "word" }

// The forms in which a change can be written.
const (
	asResult     = "result"      // what the change gives
	asStrategic  = "strategic"   // a strategic merge patch
	asMergePatch = "merge-patch" // a JSON Merge Patch, RFC 7386
)
