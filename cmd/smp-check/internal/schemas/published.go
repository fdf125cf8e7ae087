package schemas

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Published returns the schema of KIND from --crd, --schema or the built-in table. If text,
// the KIND of the command line, is empty, it returns the schemas of all kinds that the --crd
// files serve.
func (c *Choice) Published(text string) ([]openapi.KindSchema, error) {
	names, err := c.served(text)
	if err != nil {
		return nil, err
	}
	var kinds []openapi.KindSchema
	for _, name := range names {
		n, err := c.Named(name)
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
func (c *Choice) served(text string) ([]string, error) {
	if text != "" || c.File != "" {
		return []string{text}, nil
	}
	crds, err := c.definitions()
	var names []string
	for _, k := range crds.kinds() {
		names = append(names, k.String())
	}
	return names, err
}

// A KeyProblem is a problem with the schema or the merge keys of a kind. Path is a place in the
// object or, if the schema itself is missing or invalid, in the definition. The exported fields
// are its JSON.
type KeyProblem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Schema  string `json:"schema"`
	Path    string `json:"path"`
	Problem string `json:"problem"`
}

// CheckKeys returns the problems with the schema and the merge keys of one kind in the --crd
// files, or of all kinds if text is empty.
func (c *Choice) CheckKeys(text string) ([]KeyProblem, error) {
	crds, err := c.definitions()
	if err != nil {
		return nil, err
	}
	names, err := c.served(text)
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
			return nil, load.InFile(crd.withServed(err), "schema", crd.name)
		}
		say := func(place, path model.Path, text string) {
			line, _ := crd.document.Position(place)
			all = append(all, KeyProblem{crd.document.File(), line, k.String(), path.String(), text})
		}
		first, invalid := len(all), map[string]bool{}
		for _, e := range crd.faults(version) {
			say(e.Path, e.Path, e.Cause.Error())
			invalid[schemaPlace(e.Path).String()] = true
		}
		if s, err := crd.Schema(version); err == nil && definesNothing(s) {
			if path, text := crd.withoutSchema(version); text != "" {
				say(path, path, text)
			}
		}
		for _, p := range problems {
			// The keys of an invalid list have a problem already.
			if place := crd.placeOf(version, p.Path); !invalid[place.String()] {
				say(place, p.Path, p.Text)
			}
		}
		slices.SortStableFunc(all[first:], func(a, b KeyProblem) int { return a.Line - b.Line })
	}
	return all, nil
}

// schemaField is the field of a version, and of the former field validation, with the schema.
const schemaField = "openAPIV3Schema"

// withoutSchema returns the problem of a version that has no schema, and its place. The text is
// empty if the version has a schema that defines no fields.
func (crd crdFile) withoutSchema(version string) (path model.Path, text string) {
	spec, _ := crd.document.Value.Get("spec")
	shared, _ := spec.Get("validation")
	if hasOne(shared, schemaField) {
		return nil, ""
	}
	versions, _ := spec.Get("versions")
	for i, v := range versions.Elements() {
		path = model.Path{model.Field("spec"), model.Field("versions"), model.Index(i)}
		name, _ := v.Get("name")
		schema, _ := v.Get("schema")
		if name.Text() != version || hasOne(schema, schemaField) {
			continue
		}
		for field := range schema.Members() {
			if meant := meant.Suggestion(field, []string{schemaField}); meant != "" {
				return append(path, model.Field("schema"), model.Field(field)), "unknown field" + meant
			}
		}
		return path, "no schema; expected the field schema." + schemaField
	}
	return nil, ""
}
