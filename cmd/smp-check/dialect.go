package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A dialectFlag is the dialect of the engine, as a flag.
type dialectFlag struct{ choice }

func (f *dialectFlag) register(cmd *cobra.Command) {
	f.choice.register(cmd, "dialect", "", "`dialect` to follow: what the documents of the format say, or what a cluster does", corpus.Documented, corpus.Kubernetes)
}

// in returns the engine in the dialect.
func (f *dialectFlag) in(e smp.Engine) smp.Engine {
	if f.name == corpus.Kubernetes {
		e.Dialect = smp.Kubernetes
	}
	return e
}

// note tells what a cluster does otherwise with a patch, and where its answer
// varies: nothing where the documents are of no built-in kind, but that a cluster
// refuses patches of custom resources.
func (f *dialectFlag) note(stderr io.Writer, schema *schemaChoice, e smp.Engine, s smp.Schema, original, patch model.Value) error {
	switch {
	case schema.custom && f.name == corpus.Kubernetes:
		_, err := fmt.Fprintln(stderr, "smp-check: note: a cluster answers 415 to a strategic merge patch of a custom resource; this is as if it did not")
		return err
	case schema.custom || schema.schemaless && f.name != corpus.Kubernetes:
		return nil
	}
	ours := "; this is one of its answers"
	if f.name != corpus.Kubernetes {
		ours = ""
		for _, v := range e.Differences(s, original, patch) {
			if _, err := fmt.Fprintf(stderr, "smp-check: note: a cluster would answer differently: %s: %s; see --dialect %s\n", v, v.What(), corpus.Kubernetes); err != nil {
				return err
			}
		}
	}
	for _, path := range varyingPlaces(e, s, original, patch) {
		if _, err := fmt.Fprintf(stderr, "smp-check: note: a cluster's answer varies from run to run at %s%s\n", path, ours); err != nil {
			return err
		}
	}
	return nil
}

// varyingPlaces returns where a cluster gives one of several answers to a patch.
func varyingPlaces(e smp.Engine, s smp.Schema, original, patch model.Value) []model.Path {
	var paths []model.Path
	e.Dialect, e.Strict = smp.Kubernetes, false
	e.Trace = func(event smp.Event) {
		if event.Varies && !slices.ContainsFunc(paths, event.Path.Equal) {
			paths = append(paths, event.Path)
		}
	}
	_, _ = e.Apply(s, original, patch) // its error is for others to tell
	return paths
}
