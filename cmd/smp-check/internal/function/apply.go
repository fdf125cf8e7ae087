package function

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

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
		slips = p.judged(schema)
		p.slips[kind] = slips
	}
	e := r.Engine
	var matches explain.Matches
	e.Trace = func(event cluster.Event) {
		matches.Record(event)
		if event.Ambiguous != nil {
			r.say("warning", fmt.Sprintf("%s: %s", p.name, judge.Ambiguous(event.Path, event.Ambiguous)), item, event.Path)
		}
	}
	patched, err := e.Apply(schema, item, p.value)
	err = judge.Suggesting(err, slips)
	if err == nil {
		err = r.checkTypes(schema, p, slips, item, patched)
	}
	if err == nil && r.patchFirst {
		patched, err = patchFirst(schema, p.value, patched)
	}
	if err != nil {
		return model.Value{}, err
	}
	for _, slip := range matches.Findings(schema, item, p.value) {
		r.say("warning", p.name+": "+slip.String(), item, slip.Path)
	}
	if !known {
		r.saySlips(p, item, slips)
	}
	c.patched, c.schema, c.slips, c.keys = true, schema, append(c.slips, judge.AtKeys(schema, p.value, slips)...), &schema
	return p.withIdentity(item, patched)
}

// judged returns the findings in a strategic merge patch. It reads the text of the patch again only if an
// unknown name may be a word such as yes, which YAML reads as true.
func (p patch) judged(s smp.Schema) []finding.Finding {
	found := judge.InPatch(s, load.Document{Name: p.name, Value: p.value})
	if slices.ContainsFunc(found, func(f finding.Finding) bool {
		n := len(f.Path) - 1
		return f.Code == smp.UnknownField && n >= 0 && (f.Path[n] == model.Field("true") || f.Path[n] == model.Field("false"))
	}) {
		found = judge.InPatch(s, p.written())
	}
	return found
}

// saySlips reports the mistakes in a patch for items of one kind, once for all of them: as
// warnings if they are certain, and as information if not. It adds the item if there is only one.
func (r *run) saySlips(p patch, item model.Value, slips []finding.Finding) {
	if !p.inline {
		item = model.Value{}
	}
	for _, slip := range slips {
		severity := "info"
		if slip.Severity > finding.Note {
			severity = "warning"
		}
		r.say(severity, p.name+": "+slip.String(), item, slip.Path)
	}
}

// checkTypes rejects a patched item with values of the wrong type, by the rules of a cluster.
// slips are the mistakes in a strategic merge patch.
func (r *run) checkTypes(s smp.Schema, p patch, slips []finding.Finding, item, patched model.Value) error {
	if !r.Engine.Cluster {
		return nil
	}
	found := judge.WrongTypesAfter(s, load.Document{Name: "item", Value: item}, load.Document{Name: "patch", Value: p.value}, patched, slips)
	return judge.RejectTypes(found, "With dialect: documented, the patch is applied.")
}
