package openapi

import (
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A KindSchema is the schema of a Kubernetes kind.
type KindSchema struct {
	APIVersion string // group/version; only the version for the core group
	Kind       string
	Schema     smp.Schema
}

// EncodeKinds writes the schemas of kinds as one OpenAPI v3 document, in which [Document.Kind]
// finds each kind. Without kinds the document has no definitions. The kinds must be different.
func EncodeKinds(kinds ...KindSchema) model.Value {
	return encodedDocument(kindDefinitions(kinds, definitionsV3, true))
}

// EncodeKustomize writes the schemas of kinds as an OpenAPI v2 document, for the field openapi of a
// kustomization. kustomize does not distinguish merge keys and recommended keys. In the document,
// recommended keys are therefore merge keys, and a list with several keys is keyed by all of them.
// The document has no marks, because kustomize does not use them. The kinds must be different.
func EncodeKustomize(kinds ...KindSchema) model.Value {
	p := publisher{definitions: newMap(kindDefinitions(kinds, definitionsV2, false)...), names: map[string]string{}}
	var definitions []model.Member
	for name, definition := range p.definitions.Members() {
		definitions = append(definitions, member(name, p.schema(p.inlined(definition))))
	}
	for len(p.pending) > 0 {
		next := p.pending[0]
		p.pending = p.pending[1:]
		definitions = append(definitions, member(next.Name, p.schema(p.inlined(next.Value))))
	}
	return newMap(
		member("swagger", model.NewString("2.0")),
		member("info", encodedInfo()),
		member("paths", newMap()),
		member("definitions", newMap(definitions...)),
	)
}

const (
	definitionsV2 = "#/definitions/"
	definitionsV3 = "#/components/schemas/"
)

// kindDefinitions returns the definitions of all kinds. Their references begin with prefix. marks
// reports whether the definitions have the marks of fields.
func kindDefinitions(kinds []KindSchema, prefix string, marks bool) []model.Member {
	var all []model.Member
	for _, k := range kinds {
		group, version, ok := strings.Cut(k.APIVersion, "/")
		if !ok {
			group, version = "", k.APIVersion
		}
		name := strings.ReplaceAll(strings.TrimPrefix(k.APIVersion+"/"+k.Kind, "/"), "/", ".")
		encoded, _ := definitionsPath.Lookup(encode(k.Schema, marks))
		for own, definition := range encoded.Members() {
			definition = renamed(definition, prefix+name+".")
			if own != Root {
				all = append(all, member(name+"."+own, definition))
				continue
			}
			of := newMap(member("group", model.NewString(group)), member("kind", model.NewString(k.Kind)), member("version", model.NewString(version)))
			if _, isReference := definition.Get(refKeyword); isReference {
				definition = newMap(member(allOfKeyword, newList(definition)))
			}
			members := append(definition.AppendMembers(nil), member(kindKeyword, newList(of)))
			all = append(all, member(name, newMap(members...)))
		}
	}
	return all
}

var definitionsPath = model.Path{model.Field("components"), model.Field("schemas")}

// renamed returns a definition from Encode whose references begin with prefix.
func renamed(v model.Value, prefix string) model.Value {
	members, elements := v.AppendMembers(nil), v.AppendElements(nil)
	switch v.Type() {
	case model.Map:
		for i, m := range members {
			name, isReference := strings.CutPrefix(m.Value.Text(), definitionsV3)
			if m.Name == refKeyword && m.Value.Type() == model.String && isReference {
				members[i].Value = model.NewString(prefix + name)
			} else {
				members[i].Value = renamed(m.Value, prefix)
			}
		}
		return newMap(members...)
	case model.List:
		for i, element := range elements {
			elements[i] = renamed(element, prefix)
		}
		return newList(elements...)
	}
	return v
}

// A publisher writes definitions in the form that kustomize reads. A reference has no
// keywords next to it, and the keys of a list are separate strings.
type publisher struct {
	definitions model.Value
	names       map[string]string // by text, the name of the definition that replaces a reference with keywords next to it
	pending     []model.Member    // definitions that must still be written
}

// inlined returns a definition in which a reference is replaced by the definition that it refers
// to.
func (p *publisher) inlined(v model.Value) model.Value {
	ref := referenceIn(v)
	if ref == "" {
		return v
	}
	definition, _ := p.definitions.Get(strings.TrimPrefix(ref, definitionsV2))
	members := definition.AppendMembers(nil)
	for _, m := range v.AppendMembers(nil) {
		if m.Name != allOfKeyword {
			members = append(members, m)
		}
	}
	return newMap(members...)
}

// referenceIn returns the reference that has keywords next to it, or "" if there is no such
// reference.
func referenceIn(v model.Value) string {
	all, _ := v.Get(allOfKeyword)
	if all.Len() != 1 {
		return ""
	}
	ref, _ := all.At(0).Get(refKeyword)
	return ref.Text()
}

// schema returns the schema object of a place in the form that kustomize reads.
func (p *publisher) schema(v model.Value) model.Value {
	if ref := referenceIn(v); ref != "" {
		name, ok := p.names[v.Canonical()]
		if !ok {
			name = strings.TrimPrefix(ref, definitionsV2) + ".use" + strconv.Itoa(len(p.names)+1)
			p.names[v.Canonical()] = name
			p.pending = append(p.pending, member(name, v))
		}
		return newMap(member(refKeyword, model.NewString(definitionsV2+name)))
	}
	members := v.AppendMembers(nil)
	for i, m := range members {
		switch m.Name {
		case propertiesKeyword:
			properties := m.Value.AppendMembers(nil)
			for j := range properties {
				properties[j].Value = p.schema(properties[j].Value)
			}
			members[i].Value = newMap(properties...)
		case itemsKeyword, additionalKeyword:
			members[i].Value = p.schema(m.Value)
		}
	}
	key, _ := v.Get(mergeKeyKeyword)
	if keys := strings.Split(key.Text(), ","); len(keys) > 1 {
		if _, present := v.Get(listMapKeysKeyword); !present {
			members = append(members, member(listMapKeysKeyword, newStrings(keys)))
		}
	}
	return newMap(members...)
}
