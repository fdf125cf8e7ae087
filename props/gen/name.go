package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// The names of directives.
const (
	patchName         = "$patch"
	retainKeysName    = "$retainKeys"
	patchMergeKeyName = "$patchMergeKey"
	deleteListPrefix  = "$deleteFromPrimitiveList/"
	orderListPrefix   = "$setElementOrder/"
)

// The merge keys of generated keyed lists, beginning with the default key. A few lists have
// strange ones.
var (
	keyNames        = []string{"k", "p", "q"}
	strangeKeyNames = []string{"$k", "K", `]="é`}
)

func isKeyName(name string) bool {
	return slices.Contains(keyNames, name) || slices.Contains(strangeKeyNames, name)
}

var (
	commonNames  = []string{"a", "b", "c", "d"}
	strangeNames = []string{
		"A", "ab", "", "a.b/c", "k", "$ref", "$x", "é\"\\\n", "a b", "a,b",
	}
	directiveNames = []string{
		patchName, retainKeysName, patchMergeKeyName,
		orderListPrefix + "a", deleteListPrefix + "a", orderListPrefix, deleteListPrefix,
	}
)

// name chooses the name of a field.
func (g *generator) name() string {
	if g.oneIn("strange name", 12) {
		return pick(g, "name", strangeNames)
	}
	return pick(g, "name", commonNames)
}

// anyName chooses any name, often that of a directive.
func (g *generator) anyName() string {
	if g.oneIn("directive name", 4) {
		return pick(g, "name", directiveNames)
	}
	return g.name()
}

// memberName chooses the name of a field of a free-form map.
func (g *generator) memberName() string {
	if (g.wide || g.sparse) && g.intn("name of many", 4) > 0 {
		return "n" + strconv.Itoa(g.intn("name", memberNumbers))
	}
	return g.anyName()
}

// unknownName chooses a name that the schema probably does not declare, often a
// declared one in upper case.
func (g *generator) unknownName(s smp.Schema) string {
	if g.oneIn("other letters", 3) {
		for name := range s.Fields() {
			if upper := strings.ToUpper(name); upper != name {
				return upper
			}
		}
	}
	return g.anyName()
}
