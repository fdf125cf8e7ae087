package openapi

import (
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A KindSchema is how the documents of a kind merge.
type KindSchema struct {
	APIVersion string // group/version, or just the version in the core group
	Kind       string
	Schema     smp.Schema
}

// EncodeKinds writes the schemas of kinds as one OpenAPI v3 document, in which
// [Document.Kind] finds each. Without kinds the document has no definitions. Kinds must
// differ from one another.
func EncodeKinds(kinds ...KindSchema) model.Value {
	return encodedDocument(kindDefinitions(kinds, definitionsV3, true))
}

// EncodeKustomize writes the schemas of kinds as the OpenAPI v2 document that a
// kustomization names in its field openapi. kustomize knows one key less than the
// format: recommended keys count as merge keys there, and a list with several keys is
// keyed by all of them. The document has no marks, which kustomize does not use. Kinds
// must differ from one another.
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

// kindDefinitions returns the definitions of all kinds, whose references begin with
// prefix, with or without the marks of fields.
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

// renamed returns a definition of Encode whose references begin otherwise.
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

// A publisher writes definitions as kustomize reads them: no reference has words beside
// it, and a list with several keys says them one by one.
type publisher struct {
	definitions model.Value
	names       map[string]string // of the definitions that stand for a reference with words beside it
	pending     []model.Member    // of these, those that are not written yet
}

// inlined returns a definition with what the reference in it stands for.
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

// referenceIn returns the reference that has words beside it, "" if there is none.
func referenceIn(v model.Value) string {
	all, _ := v.Get(allOfKeyword)
	if all.Len() != 1 {
		return ""
	}
	ref, _ := all.At(0).Get(refKeyword)
	return ref.Text()
}

// schema returns what stands in a place.
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
		if _, said := v.Get(listMapKeysKeyword); !said {
			members = append(members, member(listMapKeysKeyword, newStrings(keys)))
		}
	}
	return newMap(members...)
}
