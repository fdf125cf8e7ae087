package function

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A config is a parsed functionConfig.
type config struct {
	patches []patch
	crds    []*openapi.CRD
	cluster bool // whether patches follow a cluster's rules
	// patchFirst puts the patch's elements first in lists that merge.
	patchFirst bool
}

// A patch is a strategic merge patch or a JSON Patch, with the target that selects its items.
type patch struct {
	name       string // path in the functionConfig, for errors
	value      model.Value
	operations jsonpatch.Patch // nil for a strategic merge patch
	target     kustomization.Target
	inline     bool // there is no target, so the patch names its object
	named      kustomization.ID
	mergeKeys  schemas.MergeKeys
	// written returns the document of a strategic merge patch as it is in its text.
	written func() load.Document
	// slips are the mistakes in a strategic merge patch, by the kind of the items. They are
	// found while the patch is applied.
	slips map[kubernetes.Kind][]finding.Finding
	// newName and newKind report whether the patch may change the name and the kind.
	newName, newKind bool
}

// A configReader reads a functionConfig and the files that it refers to.
type configReader struct {
	read func(file string) ([]byte, error)
	list func() load.Document // the ResourceList
}

// config parses a functionConfig of any kind. The argument cluster is the default for its
// field dialect.
func (r configReader) config(v model.Value, cluster bool) (config, error) {
	c := config{cluster: cluster}
	if v.Type() != model.Map {
		return c, fmt.Errorf("functionConfig: expected a map with the field patches")
	}
	if err := onlyFields(v, "functionConfig", "apiVersion", "kind", "metadata", "patches", "crds", "dialect", "patchFirst"); err != nil {
		return c, err
	}
	if text, ok := v.Get("dialect"); ok {
		switch text.Text() {
		case corpus.Documented, "specification":
			c.cluster = false
		case corpus.Kubernetes, "cluster":
			c.cluster = true
		default:
			return c, fmt.Errorf("functionConfig.dialect: expected %s or %s", corpus.Documented, corpus.Kubernetes)
		}
	}
	if first, ok := v.Get("patchFirst"); ok {
		if first.Type() != model.Bool {
			return c, fmt.Errorf("functionConfig.patchFirst: expected true or false, got %s", first.Type().Noun())
		}
		c.patchFirst = first.Bool()
	}
	list, isSet := v.Get("patches")
	if k := list.Type(); !isSet || k != model.List && k != model.Null {
		got := ""
		if isSet {
			got = ", got " + k.Noun()
		}
		return c, fmt.Errorf("functionConfig.patches: expected a list of patches, each with the field patch or path%s", got)
	}
	for i, entry := range list.Elements() {
		read, err := r.patches(model.Path{model.Field("functionConfig"), model.Field("patches"), model.Index(i)}, entry)
		if err != nil {
			return c, err
		}
		c.patches = append(c.patches, read...)
	}
	crds, _ := v.Get("crds")
	for i, entry := range crds.Elements() {
		name := fmt.Sprintf("functionConfig.crds[%d]", i)
		if load.IsFileName(entry.Text()) {
			return c, fmt.Errorf("%s: expected a CustomResourceDefinition, got the name of a file; write the definition itself here, or add it to the items", name)
		}
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
			return fmt.Errorf("%s.%s: unknown field%s; expected any of %s", name, model.Shorten(field), meant.Suggestion(field, fields), strings.Join(fields, ", "))
		}
	}
	return nil
}

// patches parses an entry of patches at a path. The text of a patch may contain several documents.
func (r configReader) patches(at model.Path, entry model.Value) ([]patch, error) {
	name := at.String()
	if entry.Type() != model.Map {
		return nil, fmt.Errorf("%s: expected a map with the field patch or path, and optionally target", name)
	}
	if err := onlyFields(entry, name, "patch", "path", "target", "options", "mergeKeys"); err != nil {
		return nil, err
	}
	common := patch{name: name}
	of, targeted := entry.Get("target")
	common.inline = !targeted || of.Type() == model.Null
	err := onlyFields(of, name+".target", kustomization.TargetFields...)
	if err != nil {
		return nil, err
	}
	if common.target, err = kustomization.ReadTarget(of); err != nil {
		return nil, fmt.Errorf("%s.target%w", name, err)
	}
	if err := common.readOptions(entry); err != nil {
		return nil, err
	}
	documents, in, err := r.documents(name, entry)
	if err != nil {
		return nil, err
	}
	var patches []patch
	for i, document := range documents {
		p := common
		p.written = func() load.Document {
			from, path := load.Document{Value: in}, model.Path(nil)
			if in.Type() != model.String {
				from, path = r.list(), at.Append(model.Field("patch"))
			}
			if texts, err := from.Inside(path); err == nil && len(texts) == len(documents) {
				return texts[i]
			}
			return load.Document{}
		}
		p.named = kustomization.IDOf(document)
		switch isOperations := document.Type() == model.List; {
		case isOperations && p.inline:
			err = fmt.Errorf("%s: a JSON Patch does not name its object; add a target", name)
		case isOperations:
			if p.operations, err = jsonpatch.FromValueAsServer(document); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		case p.inline && (p.named.Kind == "" || p.named.Name == ""):
			err = fmt.Errorf("%s: the patch lacks kind or metadata.name; add them, or a target", name)
		default:
			p.value, err = p.withoutIdentity(document)
		}
		if err != nil {
			return nil, err
		}
		patches = append(patches, p)
	}
	return patches, nil
}

// readOptions reads the options and the merge keys of an entry.
func (p *patch) readOptions(entry model.Value) error {
	options, _ := entry.Get("options")
	if err := onlyFields(options, p.name+".options", "allowNameChange", "allowKindChange"); err != nil {
		return err
	}
	for name, v := range options.Members() {
		if v.Type() != model.Bool {
			return fmt.Errorf("%s.options.%s: expected true or false, got %s", p.name, name, v.Type().Noun())
		}
		if name == "allowNameChange" {
			p.newName = v.Bool()
		} else {
			p.newKind = v.Bool()
		}
	}
	keys, _ := entry.Get("mergeKeys")
	if k := keys.Type(); k != model.List && k != model.Absent && k != model.Null {
		return fmt.Errorf("%s.mergeKeys: expected a list of PATH=KEYS, got %s", p.name, k.Noun())
	}
	for i, text := range keys.Elements() {
		if err := p.mergeKeys.Set(text.Text()); err != nil {
			return fmt.Errorf("%s.mergeKeys[%d]: %w", p.name, i, err)
		}
	}
	return nil
}

// documents returns the documents of the patch of an entry, or of the file at its path, and the value
// that contains them: a map, a list or a text.
func (r configReader) documents(name string, entry model.Value) ([]model.Value, model.Value, error) {
	said, inPlace := entry.Get("patch")
	path, inFile := entry.Get("path")
	switch {
	case inPlace && inFile:
		return nil, said, fmt.Errorf("%s: expected patch or path, got both", name)
	case !inFile:
		documents, err := documentsOf(name+".patch", said)
		return documents, said, err
	case path.Type() != model.String:
		return nil, path, fmt.Errorf("%s.path: expected the name of a file, got %s", name, path.Type().Noun())
	}
	text, err := r.read(path.Text())
	if err != nil {
		return nil, path, fmt.Errorf("%s.path: %w", name, err)
	}
	in := model.NewString(string(text))
	documents, err := documentsOf(name+".path: "+path.Text(), in)
	return documents, in, err
}

// documentsOf returns the documents of a map, a list, or a text of YAML or JSON.
func documentsOf(name string, v model.Value) ([]model.Value, error) {
	switch k := v.Type(); k {
	case model.Map, model.List:
		return []model.Value{v}, nil
	case model.String:
	default:
		return nil, fmt.Errorf("%s: expected a map, a list of operations or a string, got %s", name, k.Noun())
	}
	stream, err := yamldoc.Read([]byte(v.Text()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var documents []model.Value
	for _, d := range stream.Documents() {
		switch k := d.Value.Type(); k {
		case model.Map, model.List:
			documents = append(documents, d.Value)
		case model.Null: // an empty document between separators
		default:
			return nil, fmt.Errorf("%s: line %d: expected a map or a list of operations, got %s", name, d.Line, k.Noun())
		}
	}
	if len(documents) == 0 {
		return nil, fmt.Errorf("%s: the text is empty; expected YAML or JSON", name)
	}
	return documents, nil
}

// withoutIdentity returns a patch without the fields that identify its object, except for
// fields that the patch may change. They are not needed: the target, or the earlier names in
// kustomize's annotations, determine the object.
func (p *patch) withoutIdentity(v model.Value) (model.Value, error) {
	top, inner := []model.Member{{Name: "apiVersion"}}, []model.Member{{Name: "namespace"}}
	if !p.newKind {
		top = append(top, model.Member{Name: "kind"})
	}
	if !p.newName {
		inner = append(inner, model.Member{Name: "name"})
	}
	if metadata, _ := v.Get("metadata"); metadata.Type() == model.Map {
		metadata, err := metadata.WithMembers(inner...)
		if err != nil {
			return v, err
		}
		top = append(top, model.Member{Name: "metadata", Value: metadata})
	}
	return v.WithMembers(top...)
}

// withIdentity restores the identity of a patched item, except for the fields that the patch
// may change. This is necessary even though the patch does not contain the identity any
// more, because it may replace or delete the maps that contain the identity of the item.
func (p *patch) withIdentity(item, patched model.Value) (model.Value, error) {
	if patched.Type() != model.Map {
		return patched, nil
	}
	var top, inner []model.Member
	put := func(list *[]model.Member, before, after model.Value, name string, mayChange bool) {
		had, _ := before.Get(name)
		has, _ := after.Get(name)
		if !model.Equal(had, has) && !(mayChange && has.Text() != "") {
			*list = append(*list, model.Member{Name: name, Value: had})
		}
	}
	put(&top, item, patched, "apiVersion", false)
	put(&top, item, patched, "kind", p.newKind)
	before, _ := item.Get("metadata")
	after, _ := patched.Get("metadata")
	put(&inner, before, after, "name", p.newName)
	put(&inner, before, after, "namespace", false)
	if len(inner) > 0 {
		if after.Type() != model.Map {
			after = model.Value{}
		}
		after, err := after.WithMembers(inner...)
		if err != nil {
			return patched, err
		}
		top = append(top, model.Member{Name: "metadata", Value: after})
	}
	return patched.WithMembers(top...)
}
