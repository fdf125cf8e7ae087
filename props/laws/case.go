package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// CaseLine returns an input as one line of text: the word case, and a case
// file as JSON with the schema in it.
func CaseLine(in corpus.Input) string {
	schema := []model.Member{{Name: "openapi", Value: openapi.Encode(in.Schema)}, {Name: "root", Value: model.NewString(openapi.Root)}}
	members := []model.Member{{Name: "op", Value: model.NewString(string(in.Op))}, {Name: "schema", Value: mapOf(schema...)}}
	if options := optionMembers(in.Options); len(options) > 0 {
		members = append(members, model.Member{Name: "options", Value: mapOf(options...)})
	}
	for _, d := range in.Documents() {
		members = append(members, model.Member{Name: d.Name, Value: d.Value})
	}
	return "case: " + string(mapOf(members...).AppendCanonical(nil))
}

func optionMembers(o corpus.Options) []model.Member {
	var members []model.Member
	if o.Strict {
		members = append(members, model.Member{Name: "strict", Value: model.NewBool(true)})
	}
	var ignored []model.Value
	for i, name := range []string{"deleteFromPrimitiveList", "setElementOrder", "retainKeys", "patchMergeKey"} {
		if o.Ignore.Has(smp.DeleteFromPrimitiveList << i) {
			ignored = append(ignored, model.NewString(name))
		}
	}
	if len(ignored) > 0 {
		list, err := model.NewList(ignored...)
		if err != nil {
			panic(err) // two levels
		}
		members = append(members, model.Member{Name: "ignore", Value: list})
	}
	return members
}

func mapOf(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err) // little deeper than what is in it
	}
	return v
}
