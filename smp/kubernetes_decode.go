package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// decode returns a result as a server reads it: without the "$" names for which
// declared maps have no field (divergence decoding-drops-directives).
func (a *applier) decode(u *use, v model.Value) (model.Value, *fault) {
	if !v.HasDollar() {
		return v, nil
	}
	switch v.Kind() {
	case model.Map:
		return a.decodeMap(u, v)
	case model.List:
		return a.decodeList(elementUse(u), v)
	default:
		return v, nil
	}
}

func (a *applier) decodeMap(u *use, v model.Value) (model.Value, *fault) {
	s := u.shape
	var changes []model.Member
	for name, member := range v.Members() {
		of, known := s.field(name)
		switch {
		case known:
		case s.values != nil:
			of = s.values
		case s.kind != MapType:
			of = anyUse
		case strings.HasPrefix(name, "$"):
			a.trace.noteDivergence(DecodingDropsDirectives)
			changes = append(changes, model.Member{Name: name})
			continue
		default:
			continue
		}
		result, f := a.decode(of, member)
		if f != nil {
			return model.Value{}, f.under(model.Field(name))
		}
		if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	return built(v.WithMembers(changes...))
}

func (a *applier) decodeList(u *use, v model.Value) (model.Value, *fault) {
	return editedElements(v, func(_ int, e model.Value) (model.Value, *fault) { return a.decode(u, e) })
}
