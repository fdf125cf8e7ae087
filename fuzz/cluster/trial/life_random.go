package trial

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// randomSteps is the length of a random life.
const randomSteps = 25

// randomLives returns lives with n random steps in total, for the objects of the scripted
// lives.
func randomLives(scripted []scenarios.Life, n int) []scenarios.Life {
	var all []scenarios.Life
	for i := range (n + randomSteps - 1) / randomSteps {
		l := scripted[i%len(scripted)]
		all = append(all, scenarios.Life{
			Name: fmt.Sprintf("random %d, like %s", i, l.Name), Manifest: l.Manifest, Again: l.Again,
			Seed: uint64(i + 1), Length: min(randomSteps, n-i*randomSteps),
		})
	}
	return all
}

// random plays a life of random steps.
func (l *life) random(ctx context.Context, story scenarios.Life) error {
	e := newEditor(story.Seed)
	for l.step < story.Length {
		l.step++
		var err error
		switch n := e.IntN(20); {
		case n < 8:
			err = l.randomApply(ctx, e)
		case n < 10:
			step := scenarios.Step{Actor: scenarios.Rollback, To: e.IntN(len(l.manifests))}
			err = l.apply(ctx, l.manifests[step.To], step)
		case n < 13:
			err = l.others(ctx, scenarios.Webhook, e.webhook)
		case n < 15:
			err = l.others(ctx, scenarios.Scaler, e.scaler)
		default:
			err = l.others(ctx, scenarios.Editor, func(s smp.Schema, live model.Value) model.Value { return e.drift(s, live) })
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", l.step, err)
		}
	}
	return nil
}

// others changes the live object with a change that the server accepts. If it finds none, the
// object stays unchanged.
func (l *life) others(ctx context.Context, actor string, change func(s smp.Schema, live model.Value) model.Value) error {
	l.count(actor)
	for range ideas {
		changed := change(l.Schema, l.Live)
		if model.Equal(changed, l.Live) {
			continue
		}
		a, err := l.Do(ctx, client.Request{Method: http.MethodPut, Path: l.Path, Body: changed.Canonical()})
		if err != nil {
			return err
		}
		if a.OK() {
			l.Live, err = l.get(ctx, l.Path)
			return err
		}
	}
	return nil
}

// randomApply applies a changed manifest whose target the server accepts. If it finds none,
// it applies the last manifest.
func (l *life) randomApply(ctx context.Context, e editor) error {
	manifest := l.manifests[len(l.manifests)-1]
	step := scenarios.Step{Actor: scenarios.Apply}
	original, err := applied(l.Live)
	if err != nil {
		return err
	}
	for range ideas {
		changed := e.manifest(l.Schema, manifest, l.Live)
		target, err := reference.TargetOptions{Marks: true}.Target(l.Schema, original, annotated(changed), l.Live)
		if err != nil {
			continue
		}
		a, err := l.Do(ctx, client.Request{Method: http.MethodPut, Path: l.Path, Body: target.Canonical(), DryRun: true})
		if err != nil {
			return err
		}
		if a.OK() {
			return l.apply(ctx, changed, step)
		}
	}
	return l.apply(ctx, manifest, step)
}

// manifest returns the next manifest. It contains a few changes, empty values, a duplicate,
// or a value that others have added to the live object.
func (e editor) manifest(s smp.Schema, v, live model.Value) model.Value {
	switch e.IntN(8) {
	case 0:
		return e.blank(v)
	case 1:
		return e.duplicated(s, v)
	case 2, 3:
		return e.adopt(s, v, live)
	case 4:
		return v
	default:
		return e.edit(v)
	}
}

// drift returns a live object with a random edit.
func (e editor) drift(s smp.Schema, live model.Value) model.Value {
	if e.IntN(3) == 0 {
		return e.duplicated(s, live)
	}
	return e.edit(live)
}

// inside calls visit for each map and list of a document. The arguments are its schema, its
// value, and a function that replaces it.
func inside(s smp.Schema, v model.Value, put func(model.Value) model.Value, visit func(s smp.Schema, v model.Value, put func(model.Value) model.Value)) {
	visit(s, v, put)
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			if fixed[name] || name == "status" || name == "annotations" {
				continue
			}
			field, _ := s.Member(name)
			inside(field, member, func(n model.Value) model.Value { return put(with(v, of(name, n))) }, visit)
		}
	case model.List:
		for i, element := range v.Elements() {
			inside(s.Element(), element, func(n model.Value) model.Value {
				elements := v.AppendElements(nil)
				elements[i] = n
				return put(listOf(elements...))
			}, visit)
		}
	}
}

// pick returns the result of one of several functions. It returns v if there are none.
func (e editor) pick(v model.Value, of []func() model.Value) model.Value {
	if len(of) == 0 {
		return v
	}
	return of[e.IntN(len(of))]()
}

func itself(v model.Value) model.Value { return v }

// duplicated returns a document with a duplicate in one of its keyed lists, before or after the
// original element.
func (e editor) duplicated(s smp.Schema, v model.Value) model.Value {
	var all []func() model.Value
	inside(s, v, itself, func(s smp.Schema, list model.Value, put func(model.Value) model.Value) {
		if list.Type() != model.List || !s.Keyed() || list.Len() == 0 {
			return
		}
		all = append(all, func() model.Value {
			elements := list.AppendElements(nil)
			copied := elements[e.IntN(len(elements))]
			for name, member := range copied.Members() {
				if member.Type() == model.String && !strings.HasSuffix(name, "olicy") && name != s.Keys()[0] && e.IntN(2) == 0 {
					copied = with(copied, of(name, e.key(name, member)))
				}
			}
			i := e.IntN(len(elements) + 1)
			return put(listOf(append(elements[:i:i], append([]model.Value{copied}, elements[i:]...)...)...))
		})
	})
	return e.pick(v, all)
}

// blank returns a manifest with the zero in one of its fields, or with a new empty field.
func (e editor) blank(v model.Value) model.Value {
	var all []func() model.Value
	inside(smp.Schemaless, v, itself, func(_ smp.Schema, m model.Value, put func(model.Value) model.Value) {
		for name, member := range m.Members() {
			if fixed[name] {
				continue
			}
			all = append(all, func() model.Value { return put(with(m, of(name, zeroOf(member)))) })
		}
		for name, like := range map[string]string{"protocol": "port", "nodePort": "targetPort", "hostPort": "containerPort", "hostIP": "containerPort", "paused": "replicas", "hostNetwork": "containers", "value": "valueFrom", "readOnly": "mountPath", "workingDir": "image", "subPath": "mountPath"} {
			if _, ok := m.Get(like); ok {
				zero := model.NewString("")
				switch name {
				case "nodePort", "hostPort":
					zero = model.NewInt(0)
				case "paused", "hostNetwork", "readOnly":
					zero = model.NewBool(false)
				}
				all = append(all, func() model.Value { return put(with(m, of(name, zero))) })
			}
		}
	})
	return e.pick(v, all)
}

func zeroOf(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		return emptyMap
	case model.List:
		return listOf()
	case model.Number:
		return model.NewInt(0)
	case model.Bool:
		return model.NewBool(false)
	default:
		return model.NewString("")
	}
}

// adopt returns a manifest with a field or an element of the live object added.
func (e editor) adopt(s smp.Schema, v, live model.Value) model.Value {
	var all []func() model.Value
	var walk func(s smp.Schema, v, live model.Value, put func(model.Value) model.Value)
	walk = func(s smp.Schema, v, live model.Value, put func(model.Value) model.Value) {
		switch {
		case v.Type() == model.Map && live.Type() == model.Map:
			for name, member := range live.Members() {
				if name == "status" || name == "annotations" || name != "selector" && fixed[name] {
					continue
				}
				field, _ := s.Member(name)
				set := func(n model.Value) model.Value { return put(with(v, of(name, n))) }
				if own, ok := v.Get(name); ok {
					walk(field, own, member, set)
				} else if name != "metadata" {
					all = append(all, func() model.Value { return set(member) })
				}
			}
		case v.Type() == model.List && live.Type() == model.List && live.Len() > 0:
			all = append(all, func() model.Value {
				elements := v.AppendElements(nil)
				i := e.IntN(len(elements) + 1)
				return put(listOf(append(elements[:i:i], append([]model.Value{live.At(e.IntN(live.Len()))}, elements[i:]...)...)...))
			})
			for i, own := range v.Elements() {
				for _, is := range live.Elements() {
					if s.Keyed() && sameKeys(s, own, is) {
						walk(s.Element(), own, is, func(n model.Value) model.Value {
							elements := v.AppendElements(nil)
							elements[i] = n
							return put(listOf(elements...))
						})
						break
					}
				}
			}
		}
	}
	walk(s, v, live, itself)
	return e.pick(v, all)
}

// podSpecs are the paths of pod templates.
var podSpecs = []string{"spec.template", "spec.jobTemplate.spec.template"}

// inTemplate changes the pod template of an object with the function change. An object
// without a template is changed with the function without.
func inTemplate(v model.Value, change func(template model.Value) model.Value, without func(v model.Value) model.Value) model.Value {
	for _, path := range podSpecs {
		if at(v, strings.Split(path, ".")).Type() == model.Map {
			return changedAt(v, strings.Split(path, "."), change)
		}
	}
	return without(v)
}

func at(v model.Value, names []string) model.Value {
	for _, name := range names {
		if v.Type() != model.Map {
			return model.Value{}
		}
		v, _ = v.Get(name)
	}
	return v
}

// changedAt returns a map with one value changed.
func changedAt(v model.Value, names []string, change func(v model.Value) model.Value) model.Value {
	if len(names) == 0 {
		return change(v)
	}
	if v.Type() != model.Map {
		v = emptyMap
	}
	member, _ := v.Get(names[0])
	return with(v, of(names[0], changedAt(member, names[1:], change)))
}

// added returns a function that adds an element at the beginning or end of a list.
func (e editor) added(text string) func(v model.Value) model.Value {
	element, err := model.ParseString(text)
	if err != nil {
		panic(err) // cannot fail: the texts are constants
	}
	return func(v model.Value) model.Value {
		elements := orEmptyList(v).AppendElements(nil)
		if e.IntN(2) == 0 {
			return listOf(append([]model.Value{element}, elements...)...)
		}
		return listOf(append(elements, element)...)
	}
}

// webhook returns an object with an addition, as a webhook would make it.
func (e editor) webhook(_ smp.Schema, live model.Value) model.Value {
	n := strconv.Itoa(e.IntN(3))
	label := func(v model.Value) model.Value {
		return changedAt(v, []string{"metadata", "labels", "hook-" + n}, func(model.Value) model.Value { return model.NewString("on") })
	}
	return inTemplate(live, func(t model.Value) model.Value {
		spec := func(name, element string) model.Value {
			return changedAt(t, []string{"spec", name}, e.added(element))
		}
		inFirst := func(name, element string) model.Value {
			return changedAt(t, []string{"spec", "containers"}, func(v model.Value) model.Value {
				elements := v.AppendElements(nil)
				i := e.IntN(len(elements))
				elements[i] = changedAt(elements[i], []string{name}, e.added(element))
				return listOf(elements...)
			})
		}
		switch e.IntN(8) {
		case 0:
			return spec("containers", `{"name": "side-`+n+`", "image": "side:1", "ports": [{"containerPort": 15001, "protocol": "TCP"}]}`)
		case 1:
			return spec("initContainers", `{"name": "init-`+n+`", "image": "init:1"}`)
		case 2:
			return spec("volumes", `{"name": "hook-`+n+`", "emptyDir": {}}`)
		case 3:
			return spec("tolerations", `{"key": "hook-`+n+`", "operator": "Exists"}`)
		case 4:
			return spec("imagePullSecrets", `{"name": "hook-`+n+`"}`)
		case 5:
			return inFirst("env", `{"name": "HOOK_`+n+`", "value": "on"}`)
		case 6:
			return inFirst("ports", `{"containerPort": 900`+n+`, "protocol": "UDP"}`)
		default:
			return label(t)
		}
	}, label)
}

// scaler returns an object with another number of replicas or other resources.
func (e editor) scaler(_ smp.Schema, live model.Value) model.Value {
	n := model.NewInt(int64(1 + e.IntN(9)))
	if at(live, []string{"spec", "replicas"}).Type() == model.Number && e.IntN(2) == 0 {
		return changedAt(live, []string{"spec", "replicas"}, func(model.Value) model.Value { return n })
	}
	cpu := model.NewString(strconv.Itoa(100+e.IntN(9)*50) + "m")
	return inTemplate(live, func(t model.Value) model.Value {
		return changedAt(t, []string{"spec", "containers"}, func(v model.Value) model.Value {
			elements := v.AppendElements(nil)
			elements[0] = changedAt(elements[0], []string{"resources", "requests", "cpu"}, func(model.Value) model.Value { return cpu })
			return listOf(elements...)
		})
	}, func(v model.Value) model.Value {
		return changedAt(v, []string{"metadata", "annotations", "scaler"}, func(model.Value) model.Value { return cpu })
	})
}
