package corpus

import "github.com/strategicpatch/smp/model"

// Rebuilt returns a map or list with what change makes of its members, by name,
// and of its elements, whose name is empty; what becomes absent is dropped. A
// scalar comes back as it is.
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
		return v // it would be too deep, and nothing here makes a value deeper
	}
	return out
}
