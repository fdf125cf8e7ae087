package function

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A run is a call of the function.
type run struct {
	engine  smp.Engine
	crds    map[kubernetes.Kind]crd
	results []model.Value
	// undefined are the kinds whose items merge without schema.
	undefined []kubernetes.Kind
}

type crd struct {
	of      *openapi.CRD
	version string
}

// Run returns the text of a ResourceList with the patches of its functionConfig applied
// to its items, and with results: what is to be known, and what is wrong. Comments and layout
// stay. Kinds that are not built in merge by the CustomResourceDefinitions of the
// functionConfig, in its field crds, and of the items.
//
// Where a patch cannot be applied the items are as they were, the results say why, and so does the error.
// Without a text the error says that there is no ResourceList.
func Run(e smp.Engine, text []byte) ([]byte, error) {
	stream, err := yamldoc.Read(text)
	if err != nil {
		return nil, err
	}
	documents := stream.Documents()
	if len(documents) != 1 || corpus.DeclaredKind(documents[0].Value).Kind != "ResourceList" {
		return nil, errors.New("standard input: one document of kind ResourceList is wanted, as kustomize and kpt write it")
	}
	list := documents[0].Value
	r := &run{engine: e, crds: map[kubernetes.Kind]crd{}}
	items, fault := r.items(list)
	if fault != nil {
		r.say("error", fault.Error(), model.Value{}, faultPath(fault))
		items, _ = list.Get("items")
	}
	if len(r.undefined) > 0 {
		r.say("info", load.UndefinedNote(r.undefined)+"; the field crds of the functionConfig takes definitions", model.Value{}, nil)
	}
	changes := []model.Member{}
	if items.Type() != model.Absent {
		changes = append(changes, model.Member{Name: "items", Value: items})
	}
	if len(r.results) > 0 {
		before, _ := list.Get("results")
		results, err := model.NewList(append(before.AppendElements(nil), r.results...)...)
		if err != nil {
			return nil, err
		}
		changes = append(changes, model.Member{Name: "results", Value: results})
	}
	if list, err = list.WithMembers(changes...); err != nil {
		return nil, err
	}
	edited, _, err := stream.Edit([]model.Value{list})
	return edited, errors.Join(fault, err)
}

// items returns the items of a ResourceList with all patches applied.
func (r *run) items(list model.Value) (model.Value, error) {
	v, _ := list.Get("functionConfig")
	c, err := readConfig(v)
	if err != nil {
		return model.Value{}, err
	}
	before, _ := list.Get("items")
	if k := before.Type(); k != model.List && k != model.Absent && k != model.Null {
		return model.Value{}, fmt.Errorf("items: a list is wanted, and this is a %s", k)
	}
	items := before.AppendElements(nil)
	r.define(c.crds, items)
	for _, p := range c.patches {
		found := false
		for i, item := range items {
			if item.Type() != model.Map || !p.matches(identityOf(item)) {
				continue
			}
			found = true
			if items[i], err = r.apply(p, item); err != nil {
				return model.Value{}, err
			}
		}
		switch {
		case !found && p.inline:
			return model.Value{}, fmt.Errorf("%s: there is no item %s", p.name, named(p.value))
		case !found:
			r.say("warning", p.name+": no item matches the target", model.Value{}, nil)
		}
		kept := items[:0]
		for _, item := range items {
			if item.Type() != model.Absent {
				kept = append(kept, item)
			}
		}
		items = kept
	}
	if before.Type() == model.Absent {
		return before, nil
	}
	return model.NewList(items...)
}

// define notes the kinds that the definitions describe; those of items count where the
// functionConfig has none for a kind.
func (r *run) define(crds []*openapi.CRD, items []model.Value) {
	for _, item := range items {
		if corpus.DeclaredKind(item).Kind == "CustomResourceDefinition" {
			if definition, err := openapi.ReadCRD(item); err == nil { // a faulty one is none: it may be what a patch is for
				crds = append(crds, definition)
			}
		}
	}
	for _, definition := range crds {
		for _, version := range definition.Versions() {
			k := kubernetes.Kind{APIVersion: definition.Group() + "/" + version, Kind: definition.Kind()}
			if _, ok := r.crds[k]; !ok {
				r.crds[k] = crd{definition, version}
			}
		}
	}
}

// apply returns an item with a patch applied, absent where the patch deletes it.
func (r *run) apply(p patch, item model.Value) (model.Value, error) {
	if directive, _ := p.value.Get("$patch"); directive.Type() == model.String && directive.Text() == "delete" {
		return model.Value{}, nil
	}
	schema, err := r.schema(corpus.DeclaredKind(item))
	if err == nil {
		e := r.engine
		e.Trace = func(event smp.Event) {
			if event.Ambiguous != nil {
				r.say("warning", fmt.Sprintf("%s: %s: %v", p.name, event.Path, event.Ambiguous), item, event.Path)
			}
		}
		var result model.Value
		if result, err = e.Apply(schema, item, p.value); err == nil {
			return result, nil
		}
	}
	return model.Value{}, fmt.Errorf("%s, for %s: %w", p.name, named(item), err)
}

func (r *run) schema(k kubernetes.Kind) (smp.Schema, error) {
	if c, ok := r.crds[k]; ok {
		return c.of.Schema(c.version)
	}
	if schema, ok := kubernetes.Lookup(k.APIVersion, k.Kind); ok {
		return schema, nil
	}
	var custom []kubernetes.Kind
	for kind := range r.crds {
		custom = append(custom, kind)
	}
	if err := load.CheckUndefined(k, custom); err != nil {
		return smp.Schema{}, err
	}
	if !slices.Contains(r.undefined, k) {
		r.undefined = append(r.undefined, k)
	}
	return smp.Schemaless, nil
}

// named returns Deployment shop/web.
func named(v model.Value) string {
	id := identityOf(v)
	return id.kind + " " + strings.TrimPrefix(id.namespace+"/"+id.name, "/")
}

// say adds a result, about an item and a field of it if they are given.
func (r *run) say(severity, message string, item model.Value, path model.Path) {
	members := []model.Member{{Name: "message", Value: model.NewString(message)}, {Name: "severity", Value: model.NewString(severity)}}
	if item.Type() == model.Map {
		id, declared := identityOf(item), corpus.DeclaredKind(item)
		var about []model.Member
		for _, m := range [][2]string{{"apiVersion", declared.APIVersion}, {"kind", id.kind}, {"name", id.name}, {"namespace", id.namespace}} {
			if m[1] != "" {
				about = append(about, model.Member{Name: m[0], Value: model.NewString(m[1])})
			}
		}
		members = append(members, model.Member{Name: "resourceRef", Value: mapOf(about...)})
	}
	if len(path) > 0 {
		members = append(members, model.Member{Name: "field", Value: mapOf(model.Member{Name: "path", Value: model.NewString(path.String())})})
	}
	r.results = append(r.results, mapOf(members...))
}

// mapOf returns a map of members with different names, which cannot fail.
func mapOf(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

// faultPath returns where the engine found a fault.
func faultPath(err error) model.Path {
	var e *smp.Error
	if errors.As(err, &e) {
		return e.Path
	}
	return nil
}
