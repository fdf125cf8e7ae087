package output

import (
	"strings"

	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// plain reports whether a string is written without quotes in block style. These strings
// include versions and addresses such as 1.2.3, as in kubectl's output. YAML 1.1 defines such
// strings as numbers, but no parser reads them as numbers.
func plain(s string) bool {
	isVersion := s != "" && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") > 1 && s[0] != '.' && s[len(s)-1] != '.'
	return isVersion || yamldoc.IsPlain(s)
}

// Name returns the name of a field in YAML, quoted if necessary.
func Name(name string) string {
	if plain(name) && name[0] != '-' {
		return name
	}
	return string(yamldoc.AppendQuoted(nil, name))
}
