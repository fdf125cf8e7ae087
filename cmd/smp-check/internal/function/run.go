package function

import (
	"errors"
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A Function holds the options of Run.
type Function struct {
	Engine engine.Engine // its dialect is the default of the functionConfig's field dialect
	// RequireSchema rejects items of kinds without a schema. By default, such items are
	// merged without a schema.
	RequireSchema bool
	// Read returns the content of a file referenced by a patch.
	Read func(file string) ([]byte, error)
	// Warn, if it is not nil, is called with each warning among the results.
	Warn func(text string)
}

// A run is a call of Run.
type run struct {
	Function
	list       func() load.Document // the ResourceList
	patchFirst bool                 // see config.patchFirst
	crds       map[kubernetes.Kind]crd
	results    []model.Value
	// undefined are the kinds whose items merge without a schema. keyed is set if mergeKeys of
	// a patch define how some of their lists merge.
	undefined []kubernetes.Kind
	keyed     bool
	schemas   map[kubernetes.Kind]smp.Schema // the results of schema

	matches                   kustomization.Matches
	compared, applied, copied int // see maxCompared, maxApplied and kustomization.MaxCopied
	// checks has a value for each item.
	checks []check
}

// A check records the patches of an item.
type check struct {
	item       int               // index of the item before the patches
	patched    bool              // by a strategic merge patch
	schema     smp.Schema        // of the last strategic merge patch
	slips      []finding.Finding // in the strategic merge patches
	keys       *smp.Schema       // the schema of the last patch of any type; nil if it is not known
	operations bool              // whether JSON Patches were applied, which may change merge keys
}

// Run returns the text of a ResourceList with the patches of its functionConfig applied to
// its items, and with warnings and errors as results. Comments and layout are kept. The
// schemas of custom resources come from the CustomResourceDefinitions in the functionConfig's
// field crds and among the items. Items of other kinds are merged without a schema.
//
// If a patch cannot be applied, the items do not change, and the results and the error give
// the reason. An empty text is an error.
func (f Function) Run(text []byte) ([]byte, error) {
	stream, err := yamldoc.Read(text)
	if err != nil {
		return nil, err
	}
	documents := stream.Documents()
	if len(documents) != 1 || corpus.DeclaredKind(documents[0].Value).Kind != "ResourceList" {
		return nil, errors.New("standard input: expected one document of kind ResourceList, as kustomize and kpt write it")
	}
	list := documents[0].Value
	r := &run{Function: f, crds: map[kubernetes.Kind]crd{}, schemas: map[kubernetes.Kind]smp.Schema{}}
	r.list = sync.OnceValue(func() load.Document {
		d, _ := load.OnlyDocument("standard input", text, true) // the text is known to have one document
		return d
	})
	items, fault := r.items(list)
	if fault != nil {
		r.say("error", fault.Error(), model.Value{}, faultPath(fault))
		items, _ = list.Get("items")
	} else if len(r.undefined) > 0 {
		keyed := ""
		if r.keyed {
			keyed = "mergeKeys"
		}
		r.say("info", kinds.UndefinedNote(r.undefined, keyed)+"; to define it, use the field crds of the functionConfig", model.Value{}, nil)
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
	edited, notes, err := r.edit(stream, list)
	if err == nil && len(notes) > 0 {
		if list, err = r.withNotes(documents[0].Value, list, notes); err == nil {
			edited, _, err = r.edit(stream, list)
		}
	}
	return edited, errors.Join(fault, err)
}

// edit returns the text of the list with the wanted value.
func (r *run) edit(stream *yamldoc.Stream, want model.Value) ([]byte, []yamldoc.Note, error) {
	byItem, operations := schemas.OfObjects{}, map[int]bool{}
	for _, c := range r.checks {
		if operations[c.item] = c.operations; c.keys != nil {
			byItem[c.item] = *c.keys
		}
	}
	return stream.EditKeyed([]model.Value{want}, []yamldoc.KeysFunc{func(list model.Path) yamldoc.ListKeys {
		keys := byItem.Keys(list)
		if len(list) > 1 {
			item, _ := list[1].(model.Index)
			keys.Change = operations[int(item)]
		}
		return keys
	}})
}

// withNotes adds notes about lost comments to the results of an edited list.
func (r *run) withNotes(before, edited model.Value, notes []yamldoc.Note) (model.Value, error) {
	items, _ := before.Get("items")
	r.results = nil
	for _, n := range notes {
		item, path, place := model.Value{}, n.Path, n.Path.String()
		if len(path) > 1 && path[0] == model.Field("items") {
			index, _ := path[1].(model.Index)
			item, path = items.At(int(index)), path[2:]
			if place = path.String(); len(path) == 0 {
				place = kustomization.IDOf(item).String()
			}
		}
		r.say("info", place+": "+n.Text, item, path)
	}
	results, _ := edited.Get("results")
	results, err := model.NewList(append(results.AppendElements(nil), r.results...)...)
	if err != nil {
		return edited, err
	}
	return edited.WithMembers(model.Member{Name: "results", Value: results})
}

// items returns the items of a ResourceList with all patches applied.
func (r *run) items(list model.Value) (model.Value, error) {
	v, _ := list.Get("functionConfig")
	c, err := configReader{r.Read, r.list}.config(v, r.Engine.Cluster)
	if err != nil {
		return model.Value{}, err
	}
	r.Engine.Cluster, r.patchFirst = c.cluster, c.patchFirst
	before, _ := list.Get("items")
	if k := before.Type(); k != model.List && k != model.Absent && k != model.Null {
		return model.Value{}, fmt.Errorf("items: expected a list, got %s", k.Noun())
	}
	items := before.AppendElements(nil)
	r.checks = make([]check, len(items))
	for i := range r.checks {
		r.checks[i].item = i
	}
	r.define(c.crds, items)
	for _, p := range c.patches {
		if items, err = r.patch(p, items); err != nil {
			return model.Value{}, err
		}
	}
	if err := r.checkResults(before, items); err != nil {
		return model.Value{}, err
	}
	if before.Type() == model.Absent {
		return before, nil
	}
	return model.NewList(items...)
}

// checkResults reports the likely mistakes in the patched items. before are the items before the patches. With Strict, they are errors.
func (r *run) checkResults(before model.Value, items []model.Value) error {
	for i, c := range r.checks {
		if !c.patched {
			continue
		}
		for _, slip := range judge.InResult(c.schema, before.At(c.item), items[i], c.slips) {
			severity := "warning"
			if slip.Severity == finding.Note {
				severity = "info"
			} else if r.Engine.Strict {
				return fmt.Errorf("%s: %s; without --strict this is a warning", kustomization.IDOf(items[i]), slip)
			}
			r.say(severity, slip.String(), items[i], slip.Path)
		}
	}
	return nil
}

// say adds a result. The result refers to the item, and to the field at path, if they are
// given.
func (r *run) say(severity, message string, item model.Value, path model.Path) {
	if severity == "warning" && r.Warn != nil {
		about := ""
		if item.Type() == model.Map {
			about = kustomization.IDOf(item).String() + ": "
		}
		r.Warn(about + message)
	}
	members := []model.Member{{Name: "message", Value: model.NewString(message)}, {Name: "severity", Value: model.NewString(severity)}}
	if item.Type() == model.Map {
		id, declared := kustomization.IDOf(item), corpus.DeclaredKind(item)
		var about []model.Member
		for _, m := range [][2]string{{"apiVersion", declared.APIVersion}, {"kind", id.Kind}, {"name", id.Name}, {"namespace", id.Namespace}} {
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

// faultPath returns the path of an engine error.
func faultPath(err error) model.Path {
	var e *smp.Error
	if errors.As(err, &e) {
		return e.Path
	}
	return nil
}
