package function

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Function holds the options of Run.
type Function struct {
	Engine engine.Engine // its dialect is the default of the functionConfig's field dialect
	// RequireSchema rejects items of kinds without a schema. By default, such items are
	// merged without a schema.
	RequireSchema bool
	// Read returns the content of a file referenced by a patch.
	Read func(file string) ([]byte, error)
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
	item       int           // index of the item before the patches
	patched    bool          // by a strategic merge patch
	schema     smp.Schema    // of the last strategic merge patch
	slips      []report.Slip // in the strategic merge patches
	keys       *smp.Schema   // the schema of the last patch of any type; nil if it is not known
	operations bool          // whether JSON Patches were applied, which may change merge keys
}

type crd struct {
	of      *openapi.CRD
	version string
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
		r.say("info", load.UndefinedNote(r.undefined, keyed)+"; to define it, use the field crds of the functionConfig", model.Value{}, nil)
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
	schemas, operations := load.ObjectSchemas{}, map[int]bool{}
	for _, c := range r.checks {
		if operations[c.item] = c.operations; c.keys != nil {
			schemas[c.item] = *c.keys
		}
	}
	return stream.EditKeyed([]model.Value{want}, []yamldoc.KeysFunc{func(list model.Path) yamldoc.ListKeys {
		keys := schemas.Keys(list)
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
	if err := r.checkResults(items); err != nil {
		return model.Value{}, err
	}
	if before.Type() == model.Absent {
		return before, nil
	}
	return model.NewList(items...)
}

// checkResults reports the likely mistakes in the patched items. With Strict, they are errors.
func (r *run) checkResults(items []model.Value) error {
	for i, c := range r.checks {
		if !c.patched {
			continue
		}
		for _, slip := range report.TypesOf(c.schema).ResultSlips(items[i], c.slips) {
			if r.Engine.Strict {
				return fmt.Errorf("%s: %s; without --strict this is a warning", kustomization.IDOf(items[i]), slip)
			}
			r.say("warning", slip.String(), items[i], slip.Path)
		}
	}
	return nil
}

// These are limits on the work of all patches: the number of items that patches are compared with, and
// of items to which patches are applied.
const (
	maxCompared = 10_000_000
	maxApplied  = 500_000
)

// patch applies a patch to the items that the patch selects.
func (r *run) patch(p patch, items []model.Value) ([]model.Value, error) {
	if r.compared += len(items); r.compared > maxCompared {
		return nil, fmt.Errorf("%s: the patches and the items make more than %d million pairs; split the list, or use fewer patches", p.name, maxCompared/1_000_000)
	}
	found, err := p.find(items, &r.matches)
	if err != nil {
		return nil, err
	}
	if r.applied += len(found); r.applied > maxApplied {
		return nil, fmt.Errorf("%s: patches are applied to items more than %d times; split the list, or use fewer patches or narrower targets", p.name, maxApplied)
	}
	if len(found) == 0 {
		r.say("warning", p.name+": no item matches the target", model.Value{}, nil)
		return items, nil
	}
	if p.deletes() {
		r.warnOfDeletion(p, items, found)
		r.checks = without(r.checks, found)
		return without(items, found), nil
	}
	items = slices.Clone(items)
	p.slips = map[kubernetes.Kind][]report.Slip{}
	for _, i := range found {
		if items[i], err = r.apply(p, items[i], &r.checks[i]); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// without returns a list without the elements at these indexes, which are in order.
func without[T any](list []T, indexes []int) []T {
	var kept []T
	for i, e := range list {
		if len(indexes) > 0 && indexes[0] == i {
			indexes = indexes[1:]
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// find returns the indexes of the items that the patch selects.
func (p *patch) find(items []model.Value, m *kustomization.Matches) ([]int, error) {
	if p.inline {
		found := kustomization.NamedBy(p.named, items)
		switch len(found) {
		case 0:
			return nil, fmt.Errorf("%s: no item is called %s", p.name, p.named)
		case 1:
			return found, nil
		}
		if same := kustomization.NamedBy(kustomization.IDOf(items[found[0]]), items); slices.Contains(same, found[1]) {
			return nil, fmt.Errorf("%s: %s appears twice among the items, as items[%d] and items[%d]; remove one of them, or add a target to patch both",
				p.name, kustomization.InFull(items[found[0]]), found[0], found[1])
		}
		return nil, fmt.Errorf("%s: the patch may be for %s or for %s; add metadata.namespace and apiVersion, or a target",
			p.name, kustomization.InFull(items[found[0]]), kustomization.InFull(items[found[1]]))
	}
	var found []int
	for i, item := range items {
		if item.Type() == model.Map && p.target.Selects(item, m) {
			found = append(found, i)
		}
	}
	if err := m.Err(); err != nil {
		return nil, fmt.Errorf("%s.target: %w", p.name, err)
	}
	return found, nil
}

// deletes reports whether the patch removes items.
func (p *patch) deletes() bool {
	directive, _ := p.value.Get("$patch")
	return directive.Text() == "delete"
}

// warnOfDeletion warns about a target that may delete more items than intended: all items, or
// other items than the one that the patch names.
func (r *run) warnOfDeletion(p patch, items []model.Value, found []int) {
	if p.inline {
		return
	}
	many := fmt.Sprintf("%d items", len(found))
	if len(found) == 1 {
		many = "1 item"
	}
	named := kustomization.NamedBy(p.named, items)
	others := len(named) == 1 && (len(found) > 1 || found[0] != named[0])
	advice := ""
	if others {
		advice = fmt.Sprintf("; the patch names %s, but this name is ignored next to a target; to remove only that item, leave out the target", p.named)
	}
	switch {
	case p.target.Unlimited():
		r.say("warning", fmt.Sprintf("%s: the target has no condition, so it selects every item, and the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	case len(found) == len(items) && len(items) > 1:
		r.say("warning", fmt.Sprintf("%s: the target selects every item, and the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	case others:
		r.say("warning", fmt.Sprintf("%s: the patch removes %s%s", p.name, many, advice), model.Value{}, nil)
	}
}

// define records the kinds that definitions describe. Definitions in the functionConfig take
// precedence over those among the items.
func (r *run) define(crds []*openapi.CRD, items []model.Value) {
	for _, item := range items {
		if corpus.DeclaredKind(item).Kind == "CustomResourceDefinition" {
			if definition, err := openapi.ReadCRD(item); err == nil { // ignored if invalid, because a patch may be meant to correct it
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

// apply returns a patched item, and records the mistakes in the patch.
func (r *run) apply(p patch, item model.Value, c *check) (model.Value, error) {
	patched, err := r.patched(p, item, c)
	if err == nil {
		patched, err = kustomization.WithNotes(item, patched)
	}
	if err != nil {
		return model.Value{}, fmt.Errorf("%s, for %s: %w", p.name, kustomization.IDOf(item), err)
	}
	return patched, nil
}

func (r *run) patched(p patch, item model.Value, c *check) (model.Value, error) {
	if load.IsEncrypted(item) || load.IsEncrypted(p.value) {
		return model.Value{}, load.ErrEncrypted
	}
	if p.operations != nil {
		c.operations = true
		patched, copied, err := p.operations.ApplyCounting(item)
		if r.copied += copied; r.copied > kustomization.MaxCopied {
			return model.Value{}, fmt.Errorf("the copy operations of all patches copy more than %d MiB; copy smaller values, or patch fewer items", kustomization.MaxCopied>>20)
		}
		if id := kustomization.IDOf(patched); err == nil && (id.Kind == "" || id.Name == "") {
			err = errors.New("the patch removes the kind or the name of the item; keep both")
		}
		if schema, ok, failed := r.known(corpus.DeclaredKind(item)); err == nil && failed == nil && ok {
			err = r.checkTypes(schema, p, nil, item, patched)
			c.keys = &schema
		}
		return patched, err
	}
	kind := corpus.DeclaredKind(item)
	schema, err := r.schema(kind)
	if err != nil {
		return model.Value{}, err
	}
	if schema, err = p.mergeKeys.Apply(schema); err != nil {
		return model.Value{}, load.InFile(err, "--merge-key", "mergeKeys")
	}
	r.keyed = r.keyed || len(p.mergeKeys) > 0 && slices.Contains(r.undefined, kind)
	slips, known := p.slips[kind]
	if !known {
		slips = withWords(p, report.TypesOf(schema).Slips(p.value))
		p.slips[kind] = slips
	}
	e := r.Engine
	var matches explain.Matches
	e.Trace = func(event cluster.Event) {
		matches.Record(event)
		if event.Ambiguous != nil {
			r.say("warning", fmt.Sprintf("%s: %s: %s", p.name, event.Path, report.Ambiguous(event.Ambiguous)), item, event.Path)
		}
	}
	patched, err := e.Apply(schema, item, p.value)
	err = report.Suggesting(err, slips)
	if err == nil {
		err = r.checkTypes(schema, p, slips, item, patched)
	}
	if err == nil && r.patchFirst {
		patched, err = patchFirst(schema, p.value, patched)
	}
	if err != nil {
		return model.Value{}, err
	}
	for _, slip := range matches.Slips(schema, item, p.value) {
		r.say("warning", p.name+": "+slip.String(), item, slip.Path)
	}
	if !known {
		r.saySlips(p, item, slips)
	}
	c.patched, c.schema, c.slips, c.keys = true, schema, append(c.slips, slips...), &schema
	return p.withIdentity(item, patched)
}

// withWords is report.WithWords for the mistakes in a patch. It reads the text of the patch again only
// if a name may be such a word.
func withWords(p patch, slips []report.Slip) []report.Slip {
	for _, slip := range slips {
		if n := len(slip.Path) - 1; n >= 0 && (slip.Path[n] == model.Field("true") || slip.Path[n] == model.Field("false")) {
			return report.WithWords(p.written(), slips)
		}
	}
	return slips
}

// saySlips reports the mistakes in a patch for items of one kind, once for all of them: as
// warnings if they are certain, and as information if not. It adds the item if there is only one.
func (r *run) saySlips(p patch, item model.Value, slips []report.Slip) {
	if !p.inline {
		item = model.Value{}
	}
	for _, slip := range slips {
		severity := "info"
		if slip.IsCertain() {
			severity = "warning"
		}
		r.say(severity, p.name+": "+slip.String(), item, slip.Path)
	}
}

// checkTypes rejects a patched item with values of the wrong type, by the rules of a cluster.
// slips are the mistakes in a strategic merge patch.
func (r *run) checkTypes(s smp.Schema, p patch, slips []report.Slip, item, patched model.Value) error {
	if !r.Engine.Cluster {
		return nil
	}
	return report.TypesOf(s).AfterPatch(load.Document{Name: "item", Value: item}, load.Document{Name: "patch", Value: p.value}, patched, slips).
		Error("With dialect: documented, the patch is applied.")
}

// known returns the schema of a kind, and whether the kind is known.
func (r *run) known(k kubernetes.Kind) (smp.Schema, bool, error) {
	if c, ok := r.crds[k]; ok {
		schema, err := c.of.Schema(c.version)
		return schema, true, err
	}
	schema, ok := kubernetes.Lookup(k.APIVersion, k.Kind)
	return schema, ok, nil
}

// schema returns the schema of a kind. An unknown kind has smp.Schemaless, or is an error if
// it looks misspelled or RequireSchema is set.
func (r *run) schema(k kubernetes.Kind) (smp.Schema, error) {
	if schema, ok := r.schemas[k]; ok {
		return schema, nil
	}
	schema, err := r.findSchema(k)
	if err == nil {
		r.schemas[k] = schema
	}
	return schema, err
}

func (r *run) findSchema(k kubernetes.Kind) (smp.Schema, error) {
	if schema, ok, err := r.known(k); ok {
		return schema, err
	}
	var custom []kubernetes.Kind
	for kind := range r.crds {
		custom = append(custom, kind)
	}
	slices.SortFunc(custom, kubernetes.Kind.Compare)
	if err := load.CheckUndefined(k, custom); err != nil {
		return smp.Schema{}, err
	}
	if r.RequireSchema {
		return smp.Schema{}, fmt.Errorf("no schema is known for %s; put its CustomResourceDefinition into functionConfig.crds, or among the items", load.KindText(k))
	}
	if !slices.Contains(r.undefined, k) {
		r.undefined = append(r.undefined, k)
	}
	return smp.Schemaless, nil
}

// say adds a result. The result refers to the item, and to the field at path, if they are
// given.
func (r *run) say(severity, message string, item model.Value, path model.Path) {
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
