package play

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Repair is a patch with the effect that the author of the original patch probably
// intended, also on a cluster.
type Repair struct {
	Patch string `json:"patch"`
	Why   string `json:"why"`
}

// repairOf returns a patch with the intended effect of a patch: the effect by the
// specification if elements are identified by all recommended keys. It returns nil if the
// patch already has this effect, here and on a cluster, or if no patch has it.
func repairOf(in *input, s smp.Schema, original, patch, result model.Value) *Repair {
	if in.chosen.Custom || in.choice.Schemaless {
		return nil
	}
	var server cluster.Engine
	named, err := withAllKeys(s, patch)
	if err != nil {
		return nil
	}
	meant, err := smp.Engine{Unions: in.Unions}.Apply(s, original, named)
	several := err == nil && setsSeveral(s, meant)
	if several { // nobody means an object that a server rejects
		meant, err = smp.Engine{Unions: true}.Apply(s, original, named)
	}
	if err != nil || several && setsSeveral(s, meant) {
		return nil
	}
	onCluster, err := server.Apply(s, original, patch)
	right := err == nil && model.Equal(onCluster, meant)
	if right && model.Equal(result, meant) {
		return nil
	}
	better, err := server.Diff(s, original, meant, smp.DiffOptions{})
	if err != nil {
		return nil
	}
	if got, err := server.Apply(s, original, better); err != nil || !model.Equal(got, meant) {
		return nil
	}
	text, err := yamlOf(better)
	if err != nil {
		return nil
	}
	why := "On a cluster, this patch has the effect that your patch has by the specification."
	switch {
	case several:
		why = "This patch also removes the field that cannot be set together with the new one."
	case !model.Equal(result, meant):
		why = "Even on a cluster, this patch changes only the elements that match all keys in your patch."
	}
	return &Repair{text, why}
}

// setsSeveral reports whether a document has several members of a union, which a server rejects.
func setsSeveral(s smp.Schema, document model.Value) bool {
	return slices.ContainsFunc(smp.LintDocument(s, document), func(p smp.Problem) bool { return p.Rule == smp.RuleUnionMember })
}

// withAllKeys returns a patch that selects list elements by all recommended keys, unless the
// patch already names the keys of a list. The error is that of building the patch.
func withAllKeys(s smp.Schema, patch model.Value) (model.Value, error) {
	switch patch.Type() {
	case model.Map:
		return mapWithAllKeys(s, patch, nil)
	case model.List:
		keys := s.Recommended()
		elements := patch.AppendElements(nil)
		for i, e := range elements {
			if e.Type() != model.Map {
				continue
			}
			var err error
			if elements[i], err = mapWithAllKeys(s.Element(), e, keys); err != nil {
				return model.Value{}, err
			}
		}
		return model.NewList(elements...)
	}
	return patch, nil
}

// mapWithAllKeys does the work of withAllKeys for a map. The keys are those that identify the
// map if it is a list element.
func mapWithAllKeys(s smp.Schema, patch model.Value, keys []string) (model.Value, error) {
	var members []model.Member
	for name, m := range patch.Members() {
		field, _ := s.Member(name)
		if list, isOrder := strings.CutPrefix(name, "$setElementOrder/"); isOrder {
			// The entries of this list are selected by the same keys as the elements.
			field, _ = s.Member(list)
		}
		m, err := withAllKeys(field, m)
		if err != nil {
			return model.Value{}, err
		}
		members = append(members, model.Member{Name: name, Value: m})
	}
	if len(keys) == 0 {
		return model.NewMap(members...)
	}
	_, found := patch.Get(keys[0])
	_, says := patch.Get("$patchMergeKey")
	if found && !says {
		texts := make([]model.Value, len(keys))
		for i, key := range keys {
			texts[i] = model.NewString(key)
		}
		list, err := model.NewList(texts...)
		if err != nil {
			return model.Value{}, err
		}
		members = append(members, model.Member{Name: "$patchMergeKey", Value: list})
	}
	return model.NewMap(members...)
}
