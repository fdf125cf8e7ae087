package load

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A pathHabit is a spelling of kubectl's JSONPath or of a JSON pointer, and the same in a path of
// this command.
type pathHabit struct {
	spelling *regexp.Regexp
	meant    func(found string) string
}

var pathHabits = sync.OnceValue(func() []pathHabit {
	habit := func(spelling, meant string) pathHabit {
		pattern := regexp.MustCompile(spelling)
		return pathHabit{pattern, func(found string) string { return pattern.ReplaceAllString(found, meant) }}
	}
	escaped := habit(`\.(?:[\w/-]|\\\.)*\\\.(?:[\w/-]|\\\.)*`, "") // annotations.example\.com/name
	escaped.meant = func(found string) string { return `["` + strings.ReplaceAll(found[1:], `\.`, ".") + `"]` }
	pointer := habit(`^(?:/[\w-]+)+$`, "") // /spec/replicas
	pointer.meant = func(found string) string { return strings.ReplaceAll(found, "/", ".") }
	return []pathHabit{
		pointer,
		habit(`^\{(.*)\}$`, "$1"), // {.spec.replicas}
		habit(`^\$`, ""),          // $.spec.replicas
		escaped,
		habit(`\[\?\(\s*@\.([\w-]+)\s*==?\s*["']([^"']*)["']\s*\)\]`, `[$1="$2"]`), // containers[?(@.name=="app")]
		habit(`\['([^']*)'\]`, `["$1"]`),                                           // annotations['example.com/name']
		habit(`\[([A-Za-z][\w.-]*)\]`, `[name="$1"]`),                              // containers[app]
	}
})

// PathMeant returns a suggestion such as "; did you mean spec.replicas?" if a text that parse
// rejects is a path in another spelling, and an empty string if it is not.
func PathMeant[P fmt.Stringer](text string, parse func(string) (P, error)) string {
	meant := text
	for _, habit := range pathHabits() {
		meant = habit.spelling.ReplaceAllStringFunc(meant, habit.meant)
	}
	path, err := parse(meant)
	if err != nil || meant == text {
		return ""
	}
	return "; did you mean " + path.String() + "?"
}
