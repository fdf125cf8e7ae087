package schemas

import (
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// partOf returns the schema of the part that --kind selects. The path of the part does not
// contain list elements.
func partOf(s smp.Schema, k kinds.Flag) (smp.Schema, error) {
	for i, step := range k.Part {
		for s.Type() == smp.ListType {
			s = s.Element()
		}
		name := string(step.(model.Field))
		inner, known := s.Member(name)
		if !known {
			var names []string
			for field := range s.Fields() {
				names = append(names, field)
			}
			return smp.Schema{}, fmt.Errorf("--kind: %s#%s: unknown field%s", k.Kind, k.Part[:i+1], meant.Suggestion(name, names))
		}
		s = inner
	}
	for s.Type() == smp.ListType {
		s = s.Element()
	}
	if kind := s.Type(); kind != smp.MapType && kind != smp.AnyType {
		return smp.Schema{}, fmt.Errorf("--kind: %s#%s: expected a map, got a %s; name a part that is a map", k.Kind, k.Part, kind)
	}
	return s, nil
}
