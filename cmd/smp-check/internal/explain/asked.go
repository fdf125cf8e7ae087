package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Place returns the place that a path without wildcards selects. A step may select an element by
// any of its fields, in the original or, if the original has no such element, in the result. It
// is an error if a step selects several elements.
func (x *Explanation) Place(path smp.KeepPath) (model.Path, error) {
	var found model.Path
	s := x.schema
	for _, k := range path {
		step := k.Step
		lists := [2]model.Value{x.lookup(x.original, found), x.lookup(x.result, found)}
		switch by := step.(type) {
		case model.Index:
			if lists[0].Type() == model.Map || lists[1].Type() == model.Map {
				step = model.Field(strconv.Itoa(int(by)))
			}
		case model.Key:
			var err error
			if step, err = x.selected(s, found, lists, by); err != nil {
				return nil, err
			}
		}
		found = append(found, step)
		s = schemaAt(s, step)
	}
	return found, nil
}

// selected returns the step to the element with the values of a key. The lists are the list at a
// path in the original and in the result. If the key fits several elements, selected calls others,
// which calls selected with another field of these elements. No element has that field as its whole
// key, so this second call finds no copies, and does not call others again.
func (x *Explanation) selected(s smp.Schema, at model.Path, lists [2]model.Value, by model.Key) (model.Step, error) {
	var same [2]elementPosition
	for i, list := range lists {
		x.elementIndex(s, list, by) // adds the elements of the list to x.elements
		same[i] = x.elements[list][idOf(by)]
	}
	if n := same[1].copies; n > 1 && n > same[0].copies {
		return nil, severalError(at.Append(by), n, x.others(s, at, lists, by, append([]int{same[1].first}, same[1].rest...)))
	}
	if same[0].copies+same[1].copies > 0 {
		return by, nil // these are all keys of an element
	}
	if x.unclear.has(at.Append(by)) {
		return by, nil
	}
	original, result := having(s, lists[0], by), having(s, lists[1], by)
	list, places := lists[0], original
	if len(places) == 0 {
		list, places = lists[1], result
	}
	if len(places) == 0 {
		return by, nil
	}
	var steps []model.Step
	ids := map[string]bool{}
	for _, i := range places {
		step := corpus.ElementStep(s, list, i)
		if id := idOf(step); !ids[id] {
			ids[id] = true
			steps = append(steps, step)
		}
	}
	if len(steps) > 1 {
		return nil, severalError(at.Append(by), len(steps), steps)
	}
	if ambiguous, ok := x.unclear.step(at, steps[0]); ok && x.finds(s, lists[0], ambiguous, original) && x.finds(s, lists[1], ambiguous, result) {
		return ambiguous, nil
	}
	id := idOf(steps[0])
	if x.elements[lists[0]][id].copies > 1 || x.elements[lists[1]][id].copies > 1 {
		return by, nil // the keys do not identify the element
	}
	return steps[0], nil
}

// maxNames is the maximal number of elements that an error suggests.
const maxNames = 3

// severalError returns the error for a path that selects n elements of a list. The steps lead to these
// elements. Without steps, the error suggests the list.
func severalError(path model.Path, n int, steps []model.Step) error {
	list := path[:len(path)-1]
	if len(steps) == 0 {
		return fmt.Errorf("%s selects %d elements with equal keys; select the whole list, as in %s", path, n, list)
	}
	var names []string
	for _, step := range steps[:min(len(steps), maxNames)] {
		names = append(names, list.Append(step).String())
	}
	return fmt.Errorf("%s selects %d elements; select one of them, as in %s", path, n, strings.Join(names, " or "))
}

// others returns steps by another field to the elements at these places of the result, whose keys are
// equal. It returns none if no field distinguishes the elements. It tries the field name first.
func (x *Explanation) others(s smp.Schema, at model.Path, lists [2]model.Value, by model.Key, places []int) []model.Step {
	fields := []string{"name"}
	for field := range lists[1].At(places[0]).Members() {
		fields = append(fields, field)
	}
	for _, field := range fields {
		if slices.ContainsFunc(by, func(key model.KeyField) bool { return key.Name == field }) {
			continue
		}
		var steps []model.Step
		for _, i := range places[:min(len(places), maxNames)] {
			v, _ := lists[1].At(i).Get(field)
			if k := v.Type(); k != model.String && k != model.Number && k != model.Bool {
				break
			}
			step := model.Key{{Name: field, Value: v}}
			if _, err := x.selected(s, at, lists, step); err != nil || len(having(s, lists[1], step)) != 1 {
				break
			}
			steps = append(steps, step)
		}
		if len(steps) == min(len(places), maxNames) {
			return steps
		}
	}
	return nil
}

// finds reports whether a step leads to the first of the elements at these places of a list.
// Without places, every step does.
func (x *Explanation) finds(s smp.Schema, list model.Value, step model.Step, places []int) bool {
	return len(places) == 0 || x.elementIndex(s, list, step) == places[0]
}

// having returns the indexes of the elements that have the values of a key.
func having(s smp.Schema, list model.Value, by model.Key) []int {
	var found []int
	for i, e := range list.Elements() {
		if hasKeys(s, e, by) {
			found = append(found, i)
		}
	}
	return found
}
