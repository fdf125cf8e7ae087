package keep

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
)

// A difference is an entry of ignoreDifferences in an Argo CD application.
type difference struct {
	label           string // the file and the place in it, for messages
	group, kind     string // patterns, which may contain * and ?
	name, namespace string // empty for all
	paths           []source
	managers        []string
	fault           error    // the error of the first expression that is not a path
	unknown         []string // errors about unknown fields of the entry

	// matches is the maximal number of fields of an object that fit, in the order kind,
	// group, name and namespace. It is isFor if all of them fit.
	matches int
	others  []string // the values of the next field in objects
}

// isFor is the number of fields that identify an object.
const isFor = 4

// compare reports whether an entry is for an object. It also stores how many fields fit.
func (d *difference) compare(live model.Value) bool {
	id := load.IdentityOf(live)
	group, _, hasGroup := strings.Cut(id.APIVersion, "/")
	if !hasGroup {
		group = ""
	}
	fits := func(wanted, has string) bool { return wanted == "" || wanted == has }
	n, other := 0, ""
	switch {
	case !matches(d.kind, id.Kind.Kind):
		other = id.Kind.Kind
	case !matches(d.group, group):
		n, other = 1, group
	case !fits(d.name, id.Name):
		n, other = 2, id.Name
	case !fits(d.namespace, id.Namespace):
		n, other = 3, id.Namespace
	default:
		n = isFor
	}
	switch {
	case n > d.matches:
		d.matches, d.others = n, []string{other}
	case n == d.matches && !slices.Contains(d.others, other):
		d.others = append(d.others, other)
	}
	return n == isFor
}

// unmatched returns the reason why an entry is for no object.
func (d *difference) unmatched() string {
	kind := model.Shorten(d.kind)
	switch d.matches {
	case 0:
		return fmt.Sprintf("no object has kind %q%s", kind, meant.Suggestion(d.kind, d.others))
	case 1:
		slices.Sort(d.others)
		return fmt.Sprintf("no object of kind %q has group %q; its group is %q", kind, model.Shorten(d.group), model.Shorten(d.others[0]))
	case 2:
		return fmt.Sprintf("no object of kind %q has name %q%s", kind, model.Shorten(d.name), meant.Suggestion(d.name, d.others))
	}
	return fmt.Sprintf("no object of kind %q has namespace %q%s", kind, model.Shorten(d.namespace), meant.Suggestion(d.namespace, d.others))
}

func matches(pattern, text string) bool {
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// readApplications reads the entries of all applications among the documents of a file.
func (c *Choice) readApplications(file string, docs []load.Document) error {
	found := false
	for _, d := range docs {
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
		return fmt.Errorf("%s: no Application of argoproj.io; --keep-from reads the ignoreDifferences of Argo CD applications, or a file with a path on each line", load.DisplayName(file))
	}
	return nil
}

// readDifference reads the entry at a place of a file.
func (c *Choice) readDifference(file string, at model.Path, entry model.Value) error {
	if entry.Type() != model.Map {
		return fmt.Errorf("%s: %s: expected a map", file, at)
	}
	d := difference{label: fmt.Sprintf("%s: %s", file, at)}
	for name := range entry.Members() {
		if !slices.Contains(differenceFields, name) {
			d.unknown = append(d.unknown, fmt.Sprintf("%s: unknown field%s", model.Path{model.Field(name)}, meant.Suggestion(name, differenceFields)))
		}
	}
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
			if err == nil {
				d.paths = append(d.paths, source{path: p, label: fmt.Sprintf("%s: %s: %s", file, here, text)})
				continue
			}
			err = fmt.Errorf("%s: %s: %w", file, here, err)
			if name != "jqPathExpressions" {
				return err
			}
			if d.fault == nil {
				d.fault = err
			}
		}
	}
	c.differences = append(c.differences, &d)
	return nil
}

// differenceFields are the fields of an entry of ignoreDifferences.
var differenceFields = []string{"group", "kind", "name", "namespace", "jsonPointers", "jqPathExpressions", "managedFieldsManagers"}
