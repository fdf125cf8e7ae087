package judge

import (
	_ "embed"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

//go:embed immutable.txt
var immutableText string

//go:embed required.txt
var requiredText string

// kindPlaces contains what a server does with the fields of one kind. Places are the names of fields, joined with
// dots. They leave out the elements of lists.
type kindPlaces struct {
	frozen []frozenPlace
	// required are the required fields, by the place of the map around them.
	required map[string][]alternatives
	// notZero are the places of required fields that must not be 0, false or {}, either.
	notZero map[string]bool
}

// alternatives are names of fields. A map must have one of these fields.
type alternatives []string

// in reports whether a map has one of the fields.
func (a alternatives) in(v model.Value, notZero func(name string) bool) bool {
	return slices.ContainsFunc(a, func(name string) bool {
		member, _ := v.Get(name)
		return has(v, name) && !(notZero(name) && isEmpty(member)) && !((notZero(name) || len(a) > 1) && model.Equal(member, no))
	})
}

func (a alternatives) String() string { return strings.Join(a, " or ") }

// A frozenPlace is a field that a server does not change, with exceptions inside.
type frozenPlace struct {
	place string
	// except are the places that may change. The value contains the ways: = for setting a missing field, + for
	// adding elements, - for deleting the field or its elements, and ~ for other values.
	except map[string]string
	// kept are the values that the server keeps if they are deleted.
	kept map[string][]model.Value
	// around are the places around exceptions.
	around map[string]bool
}

const everyWay = "=+-~"

// tableOfPlaces returns the recorded places of all kinds.
var tableOfPlaces = sync.OnceValue(func() map[kubernetes.Kind]*kindPlaces {
	table := map[kubernetes.Kind]*kindPlaces{}
	of := func(kind kubernetes.Kind) *kindPlaces {
		if table[kind] == nil {
			table[kind] = &kindPlaces{required: map[string][]alternatives{}, notZero: map[string]bool{}}
		}
		return table[kind]
	}
	for kind, words := range linesOf(immutableText) {
		p := of(kind)
		for _, word := range words {
			place, isException := strings.CutPrefix(word, "!")
			if !isException {
				p.frozen = append(p.frozen, frozenPlace{place: place, except: map[string]string{}, kept: map[string][]model.Value{}, around: map[string]bool{}})
				continue
			}
			last := p.frozen[len(p.frozen)-1]
			ways := everyWay
			if strings.Contains(everyWay, place[:1]) {
				ways, place = place[:1], place[1:]
			}
			if name, text, isValue := strings.Cut(place, "="); isValue {
				place = name
				last.kept[place] = append(last.kept[place], model.MustParse(text))
			} else {
				last.except[place] += ways
			}
			for around, _, more := cutLast(place); more; around, _, more = cutLast(around) {
				last.around[around] = true
			}
		}
	}
	for kind, words := range linesOf(requiredText) {
		p := of(kind)
		for _, place := range words {
			place, isZero := strings.CutSuffix(place, "=0")
			around, names, _ := cutLast(place)
			p.notZero[place] = isZero
			p.required[around] = append(p.required[around], strings.Split(names, "|"))
		}
	}
	return table
})

// linesOf returns the kinds and the words of a table.
func linesOf(text string) iter.Seq2[kubernetes.Kind, []string] {
	return func(yield func(kubernetes.Kind, []string) bool) {
		for _, line := range strings.Split(text, "\n") {
			kind, words, ok := strings.Cut(line, ":")
			apiVersion, name, isKind := strings.Cut(kind, " ")
			if ok && isKind && !strings.HasPrefix(line, "#") && !yield(kubernetes.Kind{APIVersion: apiVersion, Kind: name}, strings.Fields(words)) {
				return
			}
		}
	}
}

// cutLast returns the place around a field, and the name of the field.
func cutLast(place string) (around, name string, found bool) {
	if i := strings.LastIndex(place, "."); i >= 0 {
		return place[:i], place[i+1:], true
	}
	return "", place, false
}

// noPlaces are the places of a kind without a record.
var noPlaces kindPlaces

// placesOf returns the places of a kind.
func placesOf(kind kubernetes.Kind) *kindPlaces {
	if p := tableOfPlaces()[kind]; p != nil {
		return p
	}
	return &noPlaces
}

// placeOf returns the place of a path.
func placeOf(path model.Path) string {
	var names []string
	for _, step := range path {
		if field, ok := step.(model.Field); ok {
			names = append(names, string(field))
		}
	}
	return strings.Join(names, ".")
}

// lacks returns the required fields that a map at a path lacks.
func (p *kindPlaces) lacks(s smp.Schema, v model.Value, path model.Path) []alternatives {
	var lacking []alternatives
	around := ""
	if len(p.required) > 0 {
		around = placeOf(path)
	}
	notZero := func(name string) bool { return p.notZero[strings.TrimPrefix(around+"."+name, ".")] }
	for name, field := range s.Fields() {
		if field.Marks().Required && (!has(v, name) || len(p.notZero) > 0) {
			if a := (alternatives{name}); !a.in(v, notZero) {
				lacking = append(lacking, a)
			}
		}
	}
	for _, a := range p.required[around] {
		if marked, _ := s.Field(a[0]); !a.in(v, notZero) && !(len(a) == 1 && marked.Marks().Required) {
			lacking = append(lacking, a)
		}
	}
	return lacking
}
