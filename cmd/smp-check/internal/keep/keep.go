// Package keep finds the places that stay as they are in a live object, for the flags of a
// command:
//
//	smp-check threeway --keep spec.replicas deployment.yaml live.yaml
//
// The paths come from the command line, from files, from the field ignoreDifferences of Argo CD
// applications, and from the field managers of the live object.
package keep

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Choice holds the flags, and the paths that they name.
type Choice struct {
	Texts    []string // paths
	Files    []string // files with a path on each line
	From     []string // files with Argo CD applications
	Managers []string // field managers

	paths       []source
	differences []difference
	matched     map[string]bool // by the name of a source
	known       map[string]bool // managers that have fields
}

// A source is a path, and its place on the command line or in a file, for messages.
type source struct {
	path  smp.KeepPath
	label string
}

// On reports whether a flag is set.
func (c *Choice) On() bool {
	return len(c.Texts)+len(c.Files)+len(c.From)+len(c.Managers) > 0
}

// Load reads the paths and files. Call it once, before In.
func (c *Choice) Load(input *load.Reader) error {
	c.matched, c.known = map[string]bool{}, map[string]bool{}
	for _, text := range c.Texts {
		if err := c.add(text, "--keep "+text); err != nil {
			return fmt.Errorf("--keep %s: %w", text, err)
		}
	}
	for _, file := range c.Files {
		text, err := input.Read(file)
		if err != nil {
			return err
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			path := strings.TrimSpace(string(line))
			if path == "" || strings.HasPrefix(path, "#") {
				continue
			}
			at := fmt.Sprintf("%s:%d", load.DisplayName(file), i+1)
			if err := c.add(path, at+": "+path); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	for _, file := range c.From {
		if err := c.readApplications(input, file); err != nil {
			return err
		}
	}
	return nil
}

func (c *Choice) add(text, label string) error {
	path, err := parse(text)
	if err == nil {
		c.paths = append(c.paths, source{path, label})
	}
	return err
}

// parse reads a path. The error does not repeat that the text is a path.
func parse(text string) (smp.KeepPath, error) {
	path, err := smp.ParseKeepPath(text)
	if fault, ok := err.(*smp.Error); ok {
		return nil, fault.Cause
	}
	return path, err
}

func pathsOf(sources []source) []smp.KeepPath {
	var paths []smp.KeepPath
	for _, s := range sources {
		paths = append(paths, s.path)
	}
	return paths
}

func (c *Choice) sourcesFor(live load.Document) ([]source, error) {
	sources, managers := c.paths[:len(c.paths):len(c.paths)], c.Managers
	for _, d := range c.differences {
		if d.isFor(live.Value) {
			sources, managers = append(sources, d.paths...), append(managers[:len(managers):len(managers)], d.managers...)
		}
	}
	for _, manager := range managers {
		paths, err := kubernetes.ManagedPaths(live.Value, manager)
		if err != nil {
			return nil, load.InFile(err, "live", live.Name)
		}
		c.known[manager] = c.known[manager] || len(paths) > 0
		for _, p := range paths {
			sources = append(sources, source{path: p})
		}
	}
	return sources, nil
}

// In makes the places of documents as they are in live. Nothing changes if no flag is set.
func (c *Choice) In(s smp.Schema, live load.Document, documents ...*model.Value) error {
	if !c.On() {
		return nil
	}
	sources, err := c.sourcesFor(live)
	if err != nil {
		return err
	}
	paths := pathsOf(sources)
	for _, d := range documents {
		kept, unmatched, err := smp.Keep(s, *d, live.Value, paths)
		if err != nil {
			return load.InFile(err, "live", live.Name)
		}
		*d = kept
		missing := map[string]bool{}
		for _, p := range unmatched {
			missing[p.String()] = true
		}
		for _, s := range sources {
			c.matched[s.label] = c.matched[s.label] || !missing[s.path.String()]
		}
	}
	return nil
}

// Unmatched adds notes about paths that matched nothing in any object, and about managers
// without fields.
func (c *Choice) Unmatched(notes *note.Notes) {
	if !c.On() {
		return
	}
	notes.About = ""
	sources := c.paths
	for _, d := range c.differences {
		sources = append(sources[:len(sources):len(sources)], d.paths...)
	}
	for _, s := range sources {
		if !c.matched[s.label] {
			notes.Say("%s matches nothing", s.label)
		}
	}
	for _, manager := range c.Managers {
		if !c.known[manager] {
			notes.Say("--keep-managed %s: no object has fields of this manager in metadata.managedFields; kubectl get writes them with --show-managed-fields", manager)
		}
	}
}
