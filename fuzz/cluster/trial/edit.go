package trial

import (
	"math/rand/v2"
	"strconv"

	"github.com/strategicpatch/smp/model"
)

// An editor changes documents like people and controllers do: a few places at a time, and
// usually in a way that the server may accept. A seed determines the choices.
type editor struct{ *rand.Rand }

func newEditor(seed uint64) editor { return editor{rand.New(rand.NewPCG(seed, 18))} }

// fixed are the members of a document that are never changed.
var fixed = map[string]bool{
	"apiVersion": true, "kind": true, "name": true, "namespace": true, "uid": true, "resourceVersion": true, "selector": true,
	"generation": true, "creationTimestamp": true, "managedFields": true, "clusterIP": true, "clusterIPs": true, "matchLabels": true,
}

// edit returns a document with one to three changes.
func (e editor) edit(v model.Value) model.Value {
	for range 1 + e.IntN(3) {
		v = e.inMap(v)
	}
	return v
}

// inMap changes one place of a map.
func (e editor) inMap(v model.Value) model.Value {
	var open []model.Member
	for name, member := range v.Members() {
		if !fixed[name] {
			open = append(open, of(name, member))
		}
	}
	if len(open) == 0 {
		return v
	}
	m := open[e.IntN(len(open))]
	switch {
	case m.Name == "labels" || m.Name == "annotations" || m.Name == "data":
		return with(v, of(m.Name, e.inStrings(m.Value)))
	case m.Name == "metadata" && e.IntN(3) == 0:
		return with(v, of(m.Name, e.inMetadata(m.Value)))
	case e.IntN(12) == 0 && m.Name != "metadata" && m.Name != "spec":
		return with(v, of(m.Name, model.Value{}))
	}
	return with(v, of(m.Name, e.value(m.Value)))
}

// inMetadata adds metadata that most objects may have.
func (e editor) inMetadata(v model.Value) model.Value {
	name := []string{"labels", "annotations"}[e.IntN(2)]
	if e.IntN(4) == 0 {
		old, _ := v.Get("finalizers")
		return with(v, of("finalizers", e.inList(old)))
	}
	old, _ := v.Get(name)
	if old.Type() != model.Map {
		old = emptyMap
	}
	return with(v, of(name, e.inStrings(old)))
}

// inStrings sets or deletes one entry of a map whose values are strings.
func (e editor) inStrings(v model.Value) model.Value {
	names := []string{"a", "b", "example.com/c"}
	for name := range v.Members() {
		if name != lastApplied {
			names = append(names, name)
		}
	}
	name := names[e.IntN(len(names))]
	if e.IntN(4) == 0 {
		return with(v, of(name, model.Value{}))
	}
	return with(v, of(name, model.NewString(strconv.Itoa(e.IntN(3)))))
}

func (e editor) value(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		return e.inMap(v)
	case model.List:
		return e.inList(v)
	case model.Number:
		n, _ := v.Int64()
		return model.NewInt(max(0, n+int64(e.IntN(5))-2))
	default:
		return changed(v)
	}
}

// inList changes one element, moves some elements, or adds or removes one.
func (e editor) inList(v model.Value) model.Value {
	elements := v.AppendElements(nil)
	if len(elements) == 0 {
		if e.IntN(2) == 0 {
			return v
		}
		return listOf(model.NewString("example.com/a"), model.NewString("example.com/b"))
	}
	i := e.IntN(len(elements))
	switch e.IntN(8) {
	case 0:
		e.Shuffle(len(elements), func(i, j int) { elements[i], elements[j] = elements[j], elements[i] })
	case 1:
		elements = append(elements[:i:i], elements[i+1:]...)
	case 2, 3:
		j := e.IntN(len(elements) + 1)
		tail := append([]model.Value{e.another(elements[i])}, elements[j:]...)
		elements = append(elements[:j:j], tail...)
	case 4:
		elements = append(elements, elements[i])
	default:
		elements[i] = e.value(elements[i])
	}
	return listOf(elements...)
}

// another returns an element like v with one or two scalars changed, which are likely its
// keys.
func (e editor) another(v model.Value) model.Value {
	if v.Type() != model.Map {
		return changed(v)
	}
	for _, name := range []string{"name", "key", "port", "containerPort", "type", "ip", "uid", "protocol", "mountPath", "topologyKey"} {
		if old, ok := v.Get(name); ok && e.IntN(4) > 0 {
			v = with(v, of(name, e.key(name, old)))
		}
	}
	return v
}

// key returns another value for a key of an element.
func (e editor) key(name string, v model.Value) model.Value {
	switch {
	case name == "protocol":
		return model.NewString([]string{"TCP", "UDP", "SCTP"}[e.IntN(3)])
	case v.Type() == model.Number:
		n, _ := v.Int64()
		return model.NewInt(n + 1 + int64(e.IntN(2)))
	default:
		return changed(v)
	}
}
