package schemas

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Named is a schema named on the command line.
type Named struct {
	Name      string               // for display: the kind, or file and pointer
	Kind      kubernetes.Kind      // empty if a file contains one schema without a kind
	Schema    smp.Schema           // with --merge-key applied
	ListTyped smp.Schema           // with list types, without --merge-key
	Ignored   []openapi.KeyProblem // unions of a --crd that the schema leaves out
	Sets      []model.Path         // lists of a --crd whose elements are maps and merge by value in server-side apply
}

// Named returns the schema of KIND. KIND may be empty if --schema or --crd contains only one
// schema.
func (c *Choice) Named(text string) (Named, error) {
	find := c.namedKind
	if c.File != "" {
		find = c.namedInFile
	}
	n, err := find(text)
	if err != nil {
		return Named{}, err
	}
	n.Schema, err = c.MergeKeys.Apply(n.Schema)
	return n, err
}

// namedInFile returns a schema from the file of --schema.
func (c *Choice) namedInFile(text string) (n Named, err error) {
	f, err := c.schemaFile()
	if err != nil {
		return n, err
	}
	n.Name = f.label()
	var kind kinds.Flag
	switch {
	case !f.holdsKinds() && text != "":
		return n, fmt.Errorf("%s: the file is a single schema without a kind; omit %s", n.Name, text)
	case f.holdsKinds() && text == "":
		return n, f.needsKind(", or name a KIND")
	case f.holdsKinds():
		n.Name = text
		if err := kind.Set(text); err != nil {
			return n, fmt.Errorf("%s: %w", text, err)
		}
		n.Kind = kind.Kind
	}
	if n.Schema, err = f.schema(kind.Kind, c.ListTypes); err != nil {
		return n, err
	}
	n.ListTyped, err = f.schema(kind.Kind, true)
	return n, err
}

// namedKind returns the schema of a kind from a --crd or the built-in table.
func (c *Choice) namedKind(text string) (n Named, err error) {
	crds, err := c.definitions()
	if err != nil {
		return n, err
	}
	k, err := crds.chosen(text)
	if err != nil {
		return n, err
	}
	n.Name, n.Kind = k.String(), k.Kind
	defer func() {
		if err == nil {
			if n.Schema, err = partOf(n.Schema, k); err == nil {
				n.ListTyped, err = partOf(n.ListTyped, k)
			}
			n.Sets = below(k.Part, n.Sets)
		}
	}()
	if s, ok, err := crds.schema(k.Kind); ok {
		n.Schema, n.ListTyped = s, s
		if err == nil {
			crd, version, _ := crds.find(k.Kind)
			n.Ignored, err = crd.IgnoredUnions(version)
			n.Sets = crd.setsOfMaps(version)
		}
		return n, err
	}
	s, ok := builtIn(k.Kind, c.ListTypes)
	if !ok {
		return n, unknownNamed(text, k.Kind, crds)
	}
	n.Schema = s
	n.ListTyped, _ = builtIn(k.Kind, true)
	return n, nil
}

// below returns the paths that begin with part, without part.
func below(part model.Path, paths []model.Path) []model.Path {
	var found []model.Path
	for _, path := range paths {
		if n := min(len(part), len(path)); path[:n].Equal(part) {
			found = append(found, path[n:])
		}
	}
	return found
}

// chosen returns the kind, or the part of a kind, with the name in text. The name may be a
// full name, or a bare name that only one kind has. An empty text means the only kind in the
// list.
func (list crdList) chosen(text string) (kinds.Flag, error) {
	if strings.ContainsAny(text, "/#") || kinds.PartNamed("", text) != "" {
		var k kinds.Flag
		if err := k.SetAmong(text, list.kinds()); err != nil {
			return kinds.Flag{}, fmt.Errorf("%s: %w", text, err)
		}
		return k, nil
	}
	named := list.kinds()
	if text != "" {
		named = kinds.Called(text, append(named, kubernetes.Kinds()...))
	}
	switch {
	case len(named) == 1:
		return kinds.Flag{Kind: named[0]}, nil
	case len(named) == 0 && text == "":
		return kinds.Flag{}, list[0].noVersion()
	case len(named) == 0:
		return kinds.Flag{}, unknownNamed(text, kubernetes.Kind{Kind: text}, list)
	case text == "":
		return kinds.Flag{}, fmt.Errorf("the definitions have several kinds; name one: %s", kinds.Names(named))
	}
	return kinds.Flag{}, fmt.Errorf("%s: several apiVersions have this kind; name one: %s", text, kinds.Names(named))
}

// unknownNamed returns the error for a named kind without a schema.
func unknownNamed(text string, k kubernetes.Kind, crds crdList) error {
	custom := crds.kinds()
	for i, one := range append(custom, kubernetes.Kinds()...) {
		lists := " (smp-check schema lists them)"
		if i < len(custom) {
			lists = ""
		}
		if one.APIVersion == text {
			return fmt.Errorf("%s is an apiVersion; name a kind, as in %s%s", text, one, lists)
		}
	}
	hint := "Pass its schema with --crd FILE or --schema FILE."
	if load.HasDocuments(text) {
		hint = "Name a kind, as in apps/v1/Deployment. To pass a file with a schema, use --crd or --schema."
	}
	return fmt.Errorf("%s: %s: no schema is known for this kind\n%s%s", text, smp.UnknownKind, hint, kinds.Similar(k, custom))
}
