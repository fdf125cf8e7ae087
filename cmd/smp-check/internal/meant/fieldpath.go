package meant

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// FieldPath parses a path of field names.
func FieldPath(text string) (model.Path, error) {
	path, err := model.ParsePath(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a path, such as spec.rules: %w", text, err)
	}
	for _, step := range path {
		if _, ok := step.(model.Field); !ok {
			return nil, fmt.Errorf("%s: expected only field names, as in spec.rules, got %s", text, step)
		}
	}
	return path, nil
}
