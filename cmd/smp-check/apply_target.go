package main

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
)

// A targetFlag is the flag --target: the conditions on the objects that patches are for.
type targetFlag struct {
	text string // empty without the flag
	kustomization.Target
}

// String returns the conditions as given.
func (t *targetFlag) String() string { return t.text }

// Type names the flag's value in help texts.
func (t *targetFlag) Type() string { return "CONDITIONS" }

// Set parses conditions such as kind=Deployment,label=app=web.
func (t *targetFlag) Set(text string) (err error) {
	if t.text != "" {
		return errors.New("expected one target; separate conditions by commas, as in kind=Deployment,label=app=web")
	}
	t.text = text
	t.Target, err = kustomization.ParseTarget(text)
	return err
}

// patches returns the patches for each object: those that name it or, with --target, all patches if the
// target selects it.
func (c *applyCommand) patches(originals load.Stream, streams []load.Stream) ([][]*load.Entry, error) {
	if c.target.text == "" {
		return load.Patches(originals, streams)
	}
	var patches []*load.Entry
	for _, s := range streams {
		if err := s.Unread(); err != nil {
			return nil, err
		}
		if err := c.Schema.CheckKustomizations(load.Documents(s.Entries)); err != nil {
			return nil, err
		}
		for _, d := range s.Entries {
			if err := d.CheckPresent(); err != nil {
				return nil, err
			}
			patches = append(patches, d)
		}
	}
	all, selected := make([][]*load.Entry, len(originals.Entries)), 0
	var matches kustomization.Matches
	for i, e := range originals.Entries {
		if c.target.Selects(e.Document().Value, &matches) {
			all[i] = patches
			selected++
		}
	}
	if err := matches.Err(); err != nil {
		return nil, fmt.Errorf("--target: %w", err)
	}
	if selected == 0 {
		return nil, fmt.Errorf("--target: %s selects no object of %s", c.target.text, originals.Name)
	}
	return all, nil
}

// documents returns patches for one object. With --target, they get the identity of the object in place of
// their own.
func (c *applyCommand) documents(original load.Document, patches []*load.Entry) ([]load.Document, error) {
	docs := load.Documents(patches)
	if c.target.text == "" {
		return docs, nil
	}
	for i, d := range docs {
		patch, err := load.WithoutIdentity(d.Value)
		if err == nil && patch.Type() == model.Map {
			patch, err = load.WithIdentity(patch, original.Value)
		}
		if err != nil {
			return nil, err
		}
		docs[i].Value = patch
	}
	return docs, nil
}
