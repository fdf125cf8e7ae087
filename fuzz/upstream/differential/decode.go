package differential

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// decode returns a value as apimachinery reads it from JSON. Lists grow element by element,
// as in apimachinery's decoder, because its answers depend on the spare capacity of slices.
// The members of maps are added in any order, because some of its answers depend on that
// order. Numbers out of range are an error.
func decode(v model.Value) (any, error) {
	switch v.Type() {
	case model.Map:
		m := make(map[string]any)
		members := v.AppendMembers(nil)
		rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		for _, member := range members {
			decoded, err := decode(member.Value)
			if err != nil {
				return nil, err
			}
			m[member.Name] = decoded
		}
		return m, nil
	case model.List:
		list := make([]any, 0)
		for _, e := range v.Elements() {
			decoded, err := decode(e)
			if err != nil {
				return nil, err
			}
			list = append(list, decoded)
		}
		return list, nil
	case model.Number:
		return decodeNumber(v.NumberText())
	case model.String:
		return v.Text(), nil
	case model.Bool:
		return v.Bool(), nil
	default:
		return nil, nil
	}
}

func decodeNumber(text string) (any, error) {
	if !strings.ContainsAny(text, ".eE") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, nil
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("apimachinery cannot read this number: %w", err)
	}
	return f, nil
}

// same reports whether a value, as apimachinery reads it, is equal to a value of
// apimachinery.
func same(ours model.Value, theirs any) bool {
	switch theirs := theirs.(type) {
	case map[string]any:
		if ours.Type() != model.Map || ours.Len() != len(theirs) {
			return false
		}
		for name, member := range ours.Members() {
			other, ok := theirs[name]
			if !ok || !same(member, other) {
				return false
			}
		}
		return true
	case []any:
		if ours.Type() != model.List || ours.Len() != len(theirs) {
			return false
		}
		for i, e := range ours.Elements() {
			if !same(e, theirs[i]) {
				return false
			}
		}
		return true
	default:
		if k := ours.Type(); k == model.Map || k == model.List || k == model.Absent {
			return false
		}
		decoded, err := decode(ours)
		return err == nil && decoded == theirs
	}
}
