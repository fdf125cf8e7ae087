package function

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A config is what a functionConfig asks for.
type config struct {
	patches []patch
	crds    []*openapi.CRD
}

// A patch is one of them, with the items that it is for.
type patch struct {
	name   string // where it stands in the functionConfig
	value  model.Value
	target target
	inline bool // without target: it names its object itself
}

// A target is what the fields of an item must match, by the names of the fields.
type target map[string]*regexp.Regexp

// targetFields are the fields that a target may have.
var targetFields = []string{"group", "version", "kind", "name", "namespace"}

// readConfig reads a functionConfig, of whatever kind it is.
func readConfig(v model.Value) (config, error) {
	var c config
	if v.Type() != model.Map {
		return c, fmt.Errorf("functionConfig: a map with patches is wanted")
	}
	if err := onlyFields(v, "functionConfig", "apiVersion", "kind", "metadata", "patches", "crds"); err != nil {
		return c, err
	}
	list, _ := v.Get("patches")
	for i, entry := range list.Elements() {
		read, err := readPatches(fmt.Sprintf("functionConfig.patches[%d]", i), entry)
		if err != nil {
			return c, err
		}
		c.patches = append(c.patches, read...)
	}
	if len(c.patches) == 0 {
		return c, fmt.Errorf("functionConfig.patches: a list of patches is wanted, each with patch and, if need be, target")
	}
	crds, _ := v.Get("crds")
	for i, entry := range crds.Elements() {
		name := fmt.Sprintf("functionConfig.crds[%d]", i)
		documents, err := documentsOf(name, entry)
		if err != nil {
			return c, err
		}
		for _, document := range documents {
			crd, err := openapi.ReadCRD(document)
			if err != nil {
				return c, fmt.Errorf("%s: %w", name, err)
			}
			c.crds = append(c.crds, crd)
		}
	}
	return c, nil
}

func onlyFields(v model.Value, name string, fields ...string) error {
	for field := range v.Members() {
		if !slices.Contains(fields, field) {
			return fmt.Errorf("%s.%s: there is no such field; there are %s", name, field, strings.Join(fields, ", "))
		}
	}
	return nil
}

// readPatches reads an entry of patches, whose text may hold several documents.
func readPatches(name string, entry model.Value) ([]patch, error) {
	if entry.Type() != model.Map {
		return nil, fmt.Errorf("%s: a map with patch and, if need be, target is wanted", name)
	}
	if err := onlyFields(entry, name, "patch", "target"); err != nil {
		return nil, err
	}
	of, targeted := entry.Get("target")
	t, err := readTarget(name+".target", of)
	if err != nil {
		return nil, err
	}
	said, _ := entry.Get("patch")
	documents, err := documentsOf(name+".patch", said)
	if err != nil {
		return nil, err
	}
	var patches []patch
	for _, document := range documents {
		p := patch{name: name, value: document, target: t, inline: !targeted}
		if targeted {
			p.value, err = withoutIdentity(document)
		} else if id := identityOf(document); id.kind == "" || id.name == "" {
			err = fmt.Errorf("%s: the patch does not say kind and metadata.name; say there which object it is for, or in target", name)
		}
		if err != nil {
			return nil, err
		}
		patches = append(patches, p)
	}
	return patches, nil
}

// documentsOf returns the documents of a map, or of a text of YAML or JSON.
func documentsOf(name string, v model.Value) ([]model.Value, error) {
	switch v.Type() {
	case model.Map:
		return []model.Value{v}, nil
	case model.String:
	default:
		return nil, fmt.Errorf("%s: a document is wanted, as a map or as text", name)
	}
	stream, err := yamldoc.Read([]byte(v.Text()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var documents []model.Value
	for _, d := range stream.Documents() {
		switch d.Value.Type() {
		case model.Map:
			documents = append(documents, d.Value)
		case model.Null: // nothing between two separators
		default:
			return nil, fmt.Errorf("%s: line %d: a map is wanted", name, d.Line)
		}
	}
	if len(documents) == 0 {
		return nil, fmt.Errorf("%s: the text is empty; a document is wanted", name)
	}
	return documents, nil
}

// readTarget reads what items must match: expressions for the whole of each field.
func readTarget(name string, v model.Value) (target, error) {
	if v.Type() != model.Map && v.Type() != model.Absent {
		return nil, fmt.Errorf("%s: a map is wanted, with any of %s", name, strings.Join(targetFields, ", "))
	}
	if err := onlyFields(v, name, targetFields...); err != nil {
		return nil, err
	}
	t := target{}
	for field, text := range v.Members() {
		expression, err := regexp.Compile("^(?:" + text.Text() + ")$")
		if err != nil || text.Type() != model.String {
			return nil, fmt.Errorf("%s.%s: a regular expression is wanted", name, field)
		}
		t[field] = expression
	}
	return t, nil
}

// withoutIdentity returns a patch that says nothing of which object it is for, as its
// target does.
func withoutIdentity(v model.Value) (model.Value, error) {
	metadata, ok := v.Get("metadata")
	if ok && metadata.Type() == model.Map {
		metadata, err := metadata.WithMembers(model.Member{Name: "name"}, model.Member{Name: "namespace"})
		if err != nil {
			return v, err
		}
		if v, err = v.WithMembers(model.Member{Name: "metadata", Value: metadata}); err != nil {
			return v, err
		}
	}
	return v.WithMembers(model.Member{Name: "apiVersion"}, model.Member{Name: "kind"})
}

// An identity is what a document says of its object; what it does not say is empty.
type identity struct{ group, version, kind, name, namespace string }

func identityOf(v model.Value) identity {
	declared := corpus.DeclaredKind(v)
	group, version, grouped := strings.Cut(declared.APIVersion, "/")
	if !grouped {
		group, version = "", declared.APIVersion
	}
	metadata, _ := v.Get("metadata")
	name, _ := metadata.Get("name")
	namespace, _ := metadata.Get("namespace")
	return identity{group, version, declared.Kind, name.Text(), namespace.Text()}
}

// matches reports whether the patch is for the object.
func (p patch) matches(of identity) bool {
	if p.inline {
		id := identityOf(p.value)
		return id.kind == of.kind && id.name == of.name && (id.version == "" || id.group == of.group && id.version == of.version) &&
			(id.namespace == "" || id.namespace == of.namespace)
	}
	for i, text := range []string{of.group, of.version, of.kind, of.name, of.namespace} {
		if expression := p.target[targetFields[i]]; expression != nil && !expression.MatchString(text) {
			return false
		}
	}
	return true
}
