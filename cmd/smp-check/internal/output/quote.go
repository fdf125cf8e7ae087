package output

import (
	"strings"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
)

// plain reports whether a string is written without quotes, in block style. Versions
// and addresses are, as kubectl writes them: by the letter of YAML 1.1 they are numbers,
// for which no reader takes them.
func plain(s string) bool {
	isVersion := s != "" && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") > 1 && s[0] != '.' && s[len(s)-1] != '.'
	return isVersion || yamldoc.IsPlain(s)
}

// Name returns the name of a field as YAML has it, in quotes where it needs them.
func Name(name string) string {
	if plain(name) && name[0] != '-' {
		return name
	}
	return model.NewString(name).JSON()
}
