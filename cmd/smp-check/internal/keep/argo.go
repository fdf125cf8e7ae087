package keep

import (
	"fmt"
	"path"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
)

// A difference is an entry of ignoreDifferences in an Argo CD application.
type difference struct {
	group, kind     string // patterns with * and ?
	name, namespace string // empty for any
	paths           []source
	managers        []string
}

// isFor reports whether an entry is for an object.
func (d difference) isFor(live model.Value) bool {
	id := load.IdentityOf(live)
	group, _, hasGroup := strings.Cut(id.APIVersion, "/")
	if !hasGroup {
		group = ""
	}
	return matches(d.group, group) && matches(d.kind, id.Kind.Kind) &&
		(d.name == "" || d.name == id.Name) && (d.namespace == "" || d.namespace == id.Namespace)
}

func matches(pattern, text string) bool {
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// readApplications reads the entries of all applications in a file.
func (c *Choice) readApplications(input *load.Reader, file string) error {
	stream, err := input.Stream(file)
	if err != nil {
		return err
	}
	found := false
	for _, d := range stream.Docs {
		if d, err = d.Loaded(); err != nil {
			return err
		}
		id := load.IdentityOf(d.Value)
		if id.Kind.Kind != "Application" || !strings.HasPrefix(id.APIVersion, "argoproj.io/") {
			continue
		}
		found = true
		at := model.Path{model.Field("spec"), model.Field("ignoreDifferences")}
		list, _ := at.Lookup(d.Value)
		if list.Type() != model.List && list.Type() != model.Absent && list.Type() != model.Null {
			return fmt.Errorf("%s: %s: expected a list", d.Name, at)
		}
		for i, entry := range list.Elements() {
			if err := c.readDifference(d.Name, at.Append(model.Index(i)), entry); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("%s: no Application of argoproj.io; --keep-from reads the ignoreDifferences of Argo CD applications", load.DisplayName(file))
	}
	return nil
}

// readDifference reads one entry, which is at a place of a file.
func (c *Choice) readDifference(file string, at model.Path, entry model.Value) error {
	var d difference
	for name, to := range map[string]*string{"group": &d.group, "kind": &d.kind, "name": &d.name, "namespace": &d.namespace} {
		v, ok := entry.Get(name)
		if ok && v.Type() != model.String {
			return fmt.Errorf("%s: %s: expected a string", file, at.Append(model.Field(name)))
		}
		*to = v.Text()
	}
	if d.kind == "" {
		return fmt.Errorf("%s: %s: expected a kind", file, at)
	}
	for _, pattern := range []string{d.group, d.kind} {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("%s: %s: malformed pattern %q", file, at, pattern)
		}
	}
	for _, name := range []string{"jsonPointers", "jqPathExpressions", "managedFieldsManagers"} {
		list, ok := entry.Get(name)
		if ok && list.Type() != model.List {
			return fmt.Errorf("%s: %s: expected a list", file, at.Append(model.Field(name)))
		}
		for i, v := range list.Elements() {
			here := at.Append(model.Field(name), model.Index(i))
			if v.Type() != model.String {
				return fmt.Errorf("%s: %s: expected a string", file, here)
			}
			text := v.Text()
			if name == "managedFieldsManagers" {
				d.managers = append(d.managers, text)
				continue
			}
			if name == "jsonPointers" && !strings.HasPrefix(text, "/") {
				return fmt.Errorf("%s: %s: a JSON pointer begins with a slash", file, here)
			}
			p, err := parse(text)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file, here, err)
			}
			d.paths = append(d.paths, source{p, fmt.Sprintf("%s: %s: %s", file, here, text)})
		}
	}
	c.differences = append(c.differences, d)
	return nil
}
