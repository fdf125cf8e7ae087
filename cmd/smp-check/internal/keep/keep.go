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
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Choice holds the flags, and their paths.
type Choice struct {
	Texts    []string // paths
	From     []string // files with Argo CD applications, or with a path on each line
	Managers []string // field managers

	paths       []source
	differences []*difference
	matched     map[string]bool // by the labels of sources
	slips       map[string]slip // by the labels of sources
	known       map[string]bool // managers with fields
	managers    []string        // managers of the objects
}

// A slip is a mistake in a path. If there are several schemas, it is the mistake by the
// schema that defines most of the path. The text is empty if a schema defines the whole path.
type slip struct {
	text  string
	depth int
}

// A source is a path. Its label is the place on the command line or in a file, for messages.
type source struct {
	path    smp.KeepPath
	label   string
	managed bool // a manager has the path, and it may match nothing
}

// On reports whether a flag is set.
func (c *Choice) On() bool {
	return len(c.Texts)+len(c.From)+len(c.Managers) > 0
}

// Load reads the paths and files. Call it once, before In.
func (c *Choice) Load(input *load.Reader) error {
	c.matched, c.slips, c.known = map[string]bool{}, map[string]slip{}, map[string]bool{}
	for _, text := range c.Texts {
		if err := c.add(text, "--keep "+text); err != nil {
			return fmt.Errorf("--keep %s: %w", text, err)
		}
	}
	for _, file := range c.From {
		if err := c.readFile(input, file); err != nil {
			return err
		}
	}
	return nil
}

// readFile reads the applications in a file or folder, or the lines of another file. A file of lines
// contains no map.
func (c *Choice) readFile(input *load.Reader, file string) error {
	if load.IsFolder(file) {
		stream, err := input.Stream(file)
		if err != nil {
			return err
		}
		return c.readApplications(file, load.Documents(stream.Entries))
	}
	text, err := input.Read(file)
	if err != nil {
		return err
	}
	docs, err := input.InText(file, text)
	isMap := func(d load.Document) bool { return d.Value.Type() == model.Map }
	switch {
	case slices.ContainsFunc(docs, isMap):
		return c.readApplications(file, docs)
	case err != nil && load.HasDocuments(file):
		return err
	}
	return c.readLines(file, text)
}

// readLines reads the paths of a file.
func (c *Choice) readLines(file string, text []byte) error {
	for i, line := range bytes.Split(text, []byte("\n")) {
		path := strings.TrimSpace(string(line))
		if path == "" || strings.HasPrefix(path, "#") {
			continue
		}
		at := fmt.Sprintf("%s:%d", load.DisplayName(file), i+1)
		if err := c.add(path, at+": "+path); err != nil {
			if strings.Contains(path, " #") {
				return fmt.Errorf("%s: %w; a comment must be on its own line", at, err)
			}
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

func (c *Choice) add(text, label string) error {
	path, err := parse(text)
	if err == nil {
		c.paths = append(c.paths, source{path: path, label: label})
	}
	return err
}

// parse reads a path. The error does not say that the text is a path, and may suggest another
// spelling.
func parse(text string) (smp.KeepPath, error) {
	path, err := smp.ParseKeepPath(text)
	if fault, ok := err.(*smp.Error); ok {
		return nil, fmt.Errorf("%w%s", fault.Cause, meant.Path(text, smp.ParseKeepPath))
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
	sources := c.paths[:len(c.paths):len(c.paths)]
	type manager struct{ name, label string }
	var managers []manager
	for _, name := range c.Managers {
		managers = append(managers, manager{name, "--keep-managed " + name})
	}
	for _, d := range c.differences {
		if d.compare(live.Value) {
			if d.fault != nil {
				return nil, d.fault
			}
			sources = append(sources, d.paths...)
			for _, name := range d.managers {
				managers = append(managers, manager{name, d.label + ": " + name})
			}
		}
	}
	if len(managers) > 0 {
		all, err := kubernetes.Managers(live.Value)
		if err != nil {
			return nil, load.InFile(err, "live", live.Name)
		}
		c.managers = append(c.managers, all...)
	}
	for _, manager := range managers {
		paths, err := kubernetes.ManagedPaths(live.Value, manager.name)
		if err != nil {
			return nil, load.InFile(err, "live", live.Name)
		}
		c.known[manager.name] = c.known[manager.name] || len(paths) > 0
		for _, p := range paths {
			sources = append(sources, source{p, manager.label, true})
		}
	}
	return sources, nil
}

// In changes documents so that the kept places are as they are in live. If no flag is set, it
// changes nothing.
func (c *Choice) In(s smp.Schema, live load.Document, documents ...*model.Value) error {
	if !c.On() {
		return nil
	}
	sources, err := c.sourcesFor(live)
	if err != nil {
		return err
	}
	for _, source := range sources {
		if source.managed {
			continue
		}
		text, depth := judge.KeepSlip(s, source.path)
		if found, again := c.slips[source.label]; !again || depth > found.depth {
			c.slips[source.label] = slip{text, depth}
		}
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

// Kept returns the result of a patch, in which the kept places are as they are in live. It
// also returns the results in which only the places of one flag are kept, for at most
// maxAlone flags.
func (c *Choice) Kept(s smp.Schema, live load.Document, result model.Value) (explain.Kept, error) {
	kept := explain.Kept{Result: result}
	if err := c.In(s, live, &kept.Result); err != nil || model.Equal(kept.Result, result) {
		return kept, err
	}
	sources, err := c.sourcesFor(live)
	if err != nil {
		return kept, err
	}
	for start := 0; start < len(sources) && len(kept.By) < maxAlone; {
		end := start + 1
		for end < len(sources) && sources[end].label == sources[start].label {
			end++
		}
		alone, _, err := smp.Keep(s, result, live.Value, pathsOf(sources[start:end]))
		if err != nil {
			return kept, load.InFile(err, "live", live.Name)
		}
		kept.By = append(kept.By, explain.KeptBy{Flag: sources[start].label, Result: alone})
		start = end
	}
	return kept, nil
}

// maxAlone is the maximal number of flags that are applied alone, to find the reason why a
// place is kept.
const maxAlone = 100

// A problem is a path, an entry or a manager that is in the flags, but in no object.
type problem struct {
	text string
	// isMistake is set if no object of these kinds can have the path, entry or manager.
	isMistake bool
}

// problems returns the problems of all objects.
func (c *Choice) problems() []problem {
	var all []problem
	mistake := func(format string, args ...any) { all = append(all, problem{fmt.Sprintf(format, args...), true}) }
	path := func(s source) {
		switch found := c.slips[s.label]; {
		case c.matched[s.label]:
		case found.text != "":
			mistake("%s matches nothing: %s", s.label, found.text)
		default:
			all = append(all, problem{text: s.label + " matches nothing"})
		}
	}
	manager := func(label, name string) {
		if !c.known[name] {
			mistake("%s: no object has fields of this manager in metadata.managedFields%s", label, c.otherManagers(name))
		}
	}
	for _, s := range c.paths {
		path(s)
	}
	for _, d := range c.differences {
		for _, text := range d.unknown {
			mistake("%s: %s", d.label, text)
		}
		switch {
		case d.matches < isFor:
			mistake("%s matches no object: %s", d.label, d.unmatched())
			continue
		case len(d.paths)+len(d.managers) == 0:
			mistake("%s keeps nothing; it has neither jsonPointers nor jqPathExpressions nor managedFieldsManagers", d.label)
		}
		for _, s := range d.paths {
			path(s)
		}
		for _, name := range d.managers {
			manager(d.label+": "+name, name)
		}
	}
	for _, name := range c.Managers {
		manager("--keep-managed "+name, name)
	}
	return all
}

// otherManagers returns a text about the managers that the objects have, for the error that
// they lack one.
func (c *Choice) otherManagers(name string) string {
	if len(c.managers) == 0 {
		return "; kubectl get writes them with --show-managed-fields"
	}
	if meant := meant.Suggestion(name, c.managers); meant != "" {
		return meant
	}
	slices.Sort(c.managers)
	return "; expected one of " + strings.Join(slices.Compact(c.managers), ", ")
}

// Check returns an error for the first mistake in the flags, if strict is set. A mistake is a
// path with a field that the schema does not define, an entry of ignoreDifferences that is
// for no object, or a manager without fields. Call it after In and before anything is
// written.
func (c *Choice) Check(strict bool) error {
	if !strict || !c.On() {
		return nil
	}
	for _, p := range c.problems() {
		if p.isMistake {
			return fmt.Errorf("%s; without --strict this is a note", p.text)
		}
	}
	return nil
}

// Unmatched adds notes about paths, entries and managers that matched nothing in any object.
func (c *Choice) Unmatched(notes *note.Notes) {
	if !c.On() {
		return
	}
	notes.About = ""
	for _, p := range c.problems() {
		notes.Say("%s", p.text)
	}
}
