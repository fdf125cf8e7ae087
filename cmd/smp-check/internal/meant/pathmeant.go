package meant

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A pathSpelling rewrites a spelling from kubectl's JSONPath or a JSON pointer as in the paths of
// this command.
type pathSpelling struct {
	spelling *regexp.Regexp
	meant    func(found string) string
}

var pathSpellings = sync.OnceValue(func() []pathSpelling {
	spelled := func(spelling, meant string) pathSpelling {
		pattern := regexp.MustCompile(spelling)
		return pathSpelling{pattern, func(found string) string { return pattern.ReplaceAllString(found, meant) }}
	}
	escaped := spelled(`\.(?:[\w/-]|\\\.)*\\\.(?:[\w/-]|\\\.)*`, "") // annotations.example\.com/name
	escaped.meant = func(found string) string { return `["` + strings.ReplaceAll(found[1:], `\.`, ".") + `"]` }
	pointer := spelled(`^(?:/[\w-]+)+$`, "") // /spec/replicas
	pointer.meant = func(found string) string { return strings.ReplaceAll(found, "/", ".") }
	return []pathSpelling{
		pointer,
		spelled(`^\{(.*)\}$`, "$1"), // {.spec.replicas}
		spelled(`^\$`, ""),          // $.spec.replicas
		escaped,
		spelled(`\[\?\(\s*@\.([\w-]+)\s*==?\s*["']([^"']*)["']\s*\)\]`, `[$1="$2"]`), // containers[?(@.name=="app")]
		spelled(`\['([^']*)'\]`, `["$1"]`),                                           // annotations['example.com/name']
		spelled(`\[([A-Za-z][\w.-]*)\]`, `[name="$1"]`),                              // containers[app]
	}
})

// Path returns a suggestion such as "; did you mean spec.replicas?" if a text that parse
// rejects is a path in another spelling, and an empty string if it is not.
func Path[P fmt.Stringer](text string, parse func(string) (P, error)) string {
	meant := text
	for _, s := range pathSpellings() {
		meant = s.spelling.ReplaceAllStringFunc(meant, s.meant)
	}
	path, err := parse(meant)
	if err != nil || meant == text {
		return ""
	}
	return "; did you mean " + path.String() + "?"
}
