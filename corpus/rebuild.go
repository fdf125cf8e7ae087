package corpus

import "github.com/strategicpatch/smp/model"

// Rebuilt returns a map or list in which the result of change replaces every field or element. For
// an element, the name that change gets is empty, and the name that it returns is ignored. The name of
// a field may be empty, too. Fields and elements that become absent are dropped. A scalar is returned
// unchanged.
//
//	Rebuilt({"a": 1, "b": [2]}, inc) calls inc("a", 1) and inc("b", [2])
func Rebuilt(v model.Value, change func(name string, m model.Value) (string, model.Value)) model.Value {
	out, err := v, error(nil)
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			name, m = change(name, m)
			members = append(members, model.Member{Name: name, Value: m})
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			_, e = change("", e)
			elements = append(elements, e)
		}
		out, err = model.NewList(elements...)
	}
	if err != nil {
		return v // the value would be too deep; no caller makes a value deeper
	}
	return out
}
