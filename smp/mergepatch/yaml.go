package mergepatch

import "encoding/json"

// ToYAMLOrError returns v as indented JSON, which is YAML too, or the text of
// the error if v has no JSON form.
func ToYAMLOrError(v interface{}) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(text) + "\n"
}
