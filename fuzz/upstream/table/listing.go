package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Listing returns one line for each field of the table with the properties that are not the
// default: how lists and maps merge, which numbers need not be whole, and the marks of fields.
// People read the listing when the table changes.
func (s *Source) Listing() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Written by %s; DO NOT EDIT.\n", Command)
	for _, name := range s.Names() {
		s.listPlace(&b, name, "", s.Plain[name], s.ListTyped[name])
	}
	return []byte(b.String())
}

func (s *Source) listPlace(b *strings.Builder, definition, path string, plain, listTyped smp.Definition) {
	if words := placeWords(plain, listTyped); len(words) > 0 {
		place := definition
		if path != "" {
			place += " " + path
		}
		fmt.Fprintf(b, "%s: %s\n", place, strings.Join(words, "; "))
	}
	for _, name := range slices.Sorted(maps.Keys(plain.Fields)) {
		s.listPlace(b, definition, strings.TrimPrefix(path+"."+name, "."), plain.Fields[name], listTyped.Fields[name])
	}
	if plain.Values != nil {
		s.listPlace(b, definition, path+"{}", *plain.Values, *listTyped.Values)
	}
	if plain.Element != nil {
		s.listPlace(b, definition, path+"[]", *plain.Element, *listTyped.Element)
	}
}

func placeWords(plain, listTyped smp.Definition) []string {
	var words []string
	if plain.Strategy != smp.DefaultStrategy {
		words = append(words, strategyWords(plain))
	}
	if plain.RetainKeys {
		words = append(words, "retainKeys")
	}
	if len(plain.Recommended) > 0 {
		words = append(words, "recommended "+strings.Join(plain.Recommended, ","))
	}
	if plain.MapKeys {
		words = append(words, "as list-map-keys")
	}
	if listTyped.Strategy != plain.Strategy {
		words = append(words, "by list type "+strategyWords(listTyped))
	}
	for _, u := range plain.Unions {
		words = append(words, unionWords(u))
	}
	if plain.Scalars&smp.NumberScalar == smp.NumberScalar && !plain.Marks.Quantity {
		words = append(words, "fractions")
	}
	words = append(words, markWords(plain.Marks)...)
	if plain.Default.Type() != model.Absent {
		words = append(words, "default "+plain.Default.JSON())
	}
	return words
}

func unionWords(u smp.Union) string {
	var members []string
	for _, m := range u.Members {
		member := strings.Join(m.Fields, "+")
		if m.Value != "" {
			member += "=" + m.Value
		}
		for _, v := range m.Unset {
			member += " unless " + v.JSON()
		}
		members = append(members, member)
	}
	text := "union of " + strings.Join(members, ", ")
	if u.Discriminator != "" {
		text += " by " + u.Discriminator
	}
	return text
}

func strategyWords(t smp.Definition) string {
	if len(t.Keys) == 0 {
		return t.Strategy.String()
	}
	return t.Strategy.String() + " by " + strings.Join(t.Keys, ",")
}
