package strategicpatch

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// JSONMap is a document as Go values: maps, []interface{}, strings, booleans,
// int64, float64 and nil. The functions that take one copy what they need.
type JSONMap map[string]interface{}

// readMap copies a document. The error names it, and the path of what is no
// JSON value.
func readMap(name string, document map[string]interface{}) (model.Value, error) {
	tree, _ := spelled(map[string]any(document), 0)
	v, err := model.FromAny(tree)
	if err != nil {
		return model.Value{}, notJSON(name, err)
	}
	return v, nil
}

func notJSON(document string, err error) error {
	e := &smp.Error{Kind: smp.WrongKind, Document: document, Cause: err}
	var fault *model.Error
	if errors.As(err, &fault) {
		e.Path, e.Cause = fault.Path, fault.Unwrap()
		if fault.Kind == model.Limit {
			e.Kind = smp.Limit
		}
	}
	return e
}

// spelled returns a tree in which whole float64 numbers are spelled as such, so
// that they come back as float64, and nil maps and lists are empty ones. It
// copies what it changes and what is around that.
func spelled(tree any, depth int) (after any, changed bool) {
	if depth > model.HardMaxDepth {
		return tree, false // model says where it is too deep
	}
	switch x := tree.(type) {
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1e21 {
			return json.Number(strconv.FormatFloat(x, 'f', -1, 64) + ".0"), true
		}
	case map[string]any:
		return spelledMap(x, depth)
	case []any:
		return spelledList(x, depth)
	}
	return tree, false
}

func spelledMap(m map[string]any, depth int) (any, bool) {
	if m == nil {
		return map[string]any{}, true
	}
	var result map[string]any
	for name, value := range m {
		after, changed := spelled(value, depth+1)
		if !changed {
			continue
		}
		if result == nil {
			result = maps.Clone(m)
		}
		result[name] = after
	}
	if result == nil {
		return m, false
	}
	return result, true
}

func spelledList(list []any, depth int) (any, bool) {
	if list == nil {
		return []any{}, true
	}
	var result []any
	for i, element := range list {
		after, changed := spelled(element, depth+1)
		if !changed {
			continue
		}
		if result == nil {
			result = slices.Clone(list)
		}
		result[i] = after
	}
	if result == nil {
		return list, false
	}
	return result, true
}

// goMap returns a document as Go values of its own.
func goMap(v model.Value) map[string]interface{} {
	m, _ := v.ToAny().(map[string]any)
	return m
}
