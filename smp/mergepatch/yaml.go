package mergepatch

import "encoding/json"

// ToYAMLOrError returns v as indented JSON, which is valid YAML. If v has no JSON form,
// it returns the text of the error.
func ToYAMLOrError(v interface{}) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(text) + "\n"
}
