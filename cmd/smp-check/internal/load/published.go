package load

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/openapi"
)

// Published returns the schema of KIND from --crd, --schema or the built-in table. If text,
// the KIND of the command line, is empty, it returns the schemas of all kinds that the --crd
// files serve.
func (c *SchemaChoice) Published(r *Reader, text string) ([]openapi.KindSchema, error) {
	names, err := c.served(r, text)
	if err != nil {
		return nil, err
	}
	var kinds []openapi.KindSchema
	for _, name := range names {
		n, err := c.Named(r, name)
		if err == nil && n.Kind.Kind == "" {
			err = fmt.Errorf("%s: the schema has no kind, which a published schema requires; name the KIND", n.Name)
		}
		if err != nil {
			return nil, err
		}
		kinds = append(kinds, openapi.KindSchema{APIVersion: n.Kind.APIVersion, Kind: n.Kind.Kind, Schema: n.Schema})
	}
	return kinds, nil
}

// served returns text or, if text is empty, all kinds that the --crd files serve.
func (c *SchemaChoice) served(r *Reader, text string) ([]string, error) {
	if text != "" || c.File != "" {
		return []string{text}, nil
	}
	crds, err := readCRDs(r, c.CRDs)
	var names []string
	for _, k := range crds.kinds() {
		names = append(names, k.String())
	}
	return names, err
}

// A KeyProblem is a problem with the merge keys of a kind. The exported fields are its JSON.
type KeyProblem struct {
	Schema  string `json:"schema"`
	Path    string `json:"path"`
	Problem string `json:"problem"`
}

// CheckKeys returns the problems with the merge keys of one kind in the --crd files, or of
// all kinds if text is empty.
func (c *SchemaChoice) CheckKeys(r *Reader, text string) ([]KeyProblem, error) {
	crds, err := readCRDs(r, c.CRDs)
	if err != nil {
		return nil, err
	}
	names, err := c.served(r, text)
	if err != nil {
		return nil, err
	}
	all := []KeyProblem{}
	for _, name := range names {
		k, err := crds.chosen(name)
		if err != nil {
			return nil, err
		}
		crd, version, ok := crds.find(k.Kind)
		if !ok {
			return nil, fmt.Errorf("%s: no --crd defines this kind", k.Kind)
		}
		problems, err := crd.CheckKeys(version)
		if err != nil {
			return nil, InFile(crd.withServed(err), "schema", crd.name)
		}
		for _, p := range problems {
			all = append(all, KeyProblem{k.String(), p.Path.String(), p.Text})
		}
	}
	return all, nil
}
