package structtag

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A field is a member of the JSON of a struct.
type field struct {
	name   string
	typ    reflect.Type
	tag    reflect.StructTag
	quoted bool   // option ",string": the scalar is written as a string
	tagged bool   // the name comes from a tag
	times  int32  // number of times that the struct of the field is embedded at its level
	at     int32  // index of the field in its struct
	in     *[]int // indexes of the embedded struct, as in reflect; nil if it is not embedded
}

// fieldsOf returns the members that encoding/json writes for the struct t. These are its own fields
// and the fields of embedded structs, level by level. If several fields have the same name, only
// the least nested one counts. If there are several at that level, only the field with a tag
// counts. If there are several fields with a tag, or none, there is no such member.
func fieldsOf(t reflect.Type) []field {
	level, below := embedded{typ: t, times: 1}.fields()
	if len(below) == 0 && distinct(level) {
		return level
	}
	var found []field
	settled := map[string]bool{}
	visited := map[reflect.Type]bool{t: true}
	for {
		found = append(found, dominant(level, settled)...)
		if len(below) == 0 {
			return found
		}
		structs := combined(below)
		level, below = nil, nil
		for _, e := range structs {
			if !visited[e.typ] {
				visited[e.typ] = true
				own, next := e.fields()
				level, below = append(level, own...), append(below, next...)
			}
		}
	}
}

// FieldOf returns the type of the member that encoding/json writes under a name for a
// value of type t. It is the type of a struct's field or of a map's values. If there is
// no such member, it returns false. Pointers count as the type that they point to.
func FieldOf(t reflect.Type, name string) (reflect.Type, bool) {
	t, err := pointedTo(t)
	if err != nil {
		return nil, false
	}
	switch t.Kind() {
	case reflect.Map:
		return t.Elem(), true
	case reflect.Struct:
		for _, f := range fieldsOf(t) {
			if f.name == name {
				return f.typ, true
			}
		}
	}
	return nil, false
}

// Fields returns the members that encoding/json writes for a struct of type t, as names and Go
// types. If t is not a struct, it yields nothing.
func Fields(t reflect.Type) iter.Seq2[string, reflect.Type] {
	return func(yield func(string, reflect.Type) bool) {
		if t == nil || t.Kind() != reflect.Struct {
			return
		}
		for _, f := range fieldsOf(t) {
			if !yield(f.name, f.typ) {
				return
			}
		}
	}
}

// Members returns the members that encoding/json writes for a struct, as names and Go
// values. It includes members that are omitted because they are empty, but not the
// members of embedded nil pointers. If x is not a struct, it yields nothing.
func Members(x reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		if x.Kind() != reflect.Struct {
			return
		}
		for _, f := range fieldsOf(x.Type()) {
			in := x
			if f.in != nil {
				var err error
				if in, err = x.FieldByIndexErr(*f.in); err == nil && in.Kind() == reflect.Pointer {
					in = in.Elem()
				}
				if err != nil || !in.IsValid() {
					continue
				}
			}
			if !yield(f.name, in.Field(int(f.at))) {
				return
			}
		}
	}
}

// distinct reports whether all fields have different names.
func distinct(fields []field) bool {
	if len(fields) > 64 { // a map is faster
		names := make(map[string]bool, len(fields))
		for _, f := range fields {
			names[f.name] = true
		}
		return len(names) == len(fields)
	}
	for i, f := range fields {
		for _, other := range fields[:i] {
			if f.name == other.name {
				return false
			}
		}
	}
	return true
}

// An embedded is an embedded struct of a level. If it is embedded more than once at that level, its
// fields have conflicting names.
type embedded struct {
	typ   reflect.Type
	times int32
	in    *[]int // indexes of one place where it is embedded
}

// combined counts the embedded structs of a level by type.
func combined(all []embedded) []embedded {
	var distinct []embedded
	at := map[reflect.Type]int{}
	for _, e := range all {
		i, ok := at[e.typ]
		if !ok {
			i = len(distinct)
			at[e.typ] = i
			distinct = append(distinct, embedded{typ: e.typ, in: e.in})
		}
		distinct[i].times += e.times
	}
	return distinct
}

// fields returns the fields of the struct and the structs that are embedded in it.
func (e embedded) fields() (own []field, below []embedded) {
	own = make([]field, 0, e.typ.NumField())
	for i := range e.typ.NumField() {
		sf := e.typ.Field(i)
		tag := jsonTag(sf.Tag)
		if tag == "-" || !visible(sf) {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if !validName(name) {
			name = ""
		}
		if name == "" && sf.Anonymous && pointee(sf.Type).Kind() == reflect.Struct {
			in := []int{i}
			if e.in != nil {
				in = append(slices.Clip(*e.in), i)
			}
			below = append(below, embedded{pointee(sf.Type), 1, &in}) // counted once, even if e is embedded several times at its level
			continue
		}
		c := field{name: name, typ: sf.Type, tag: sf.Tag, tagged: name != "", times: e.times, in: e.in, at: int32(i)}
		if !c.tagged {
			c.name = sf.Name
		}
		for more := options != ""; more; {
			var option string
			if option, options, more = strings.Cut(options, ","); option == "string" {
				c.quoted = quotable(sf.Type)
			}
		}
		own = append(own, c)
	}
	return own, below
}

// jsonTag returns the json part of a tag. It has a fast path for a plain json part at the beginning
// of the tag.
func jsonTag(tag reflect.StructTag) string {
	rest, first := strings.CutPrefix(string(tag), `json:"`)
	for i := 0; first && i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			return rest[:i]
		case c < ' ' || c > '~' || c == '\\':
			first = false
		}
	}
	return tag.Get("json")
}

// dominant returns the fields of one level that encoding/json uses. settled contains the names that
// the levels above have, and dominant adds the names of this level.
func dominant(level []field, settled map[string]bool) []field {
	type tally struct{ tagged, all int32 }
	count := make(map[string]tally, len(level))
	for _, c := range level {
		n := count[c.name]
		n.all += c.times
		if c.tagged {
			n.tagged += c.times
		}
		count[c.name] = n
	}
	won := make([]field, 0, len(level))
	for _, c := range level {
		n := count[c.name]
		if !settled[c.name] && (n.all == 1 || c.tagged && n.tagged == 1) {
			won = append(won, c)
		}
	}
	for name := range count {
		settled[name] = true
	}
	return won
}

// visible reports whether encoding/json uses the field. It must be exported, or be an embedded
// struct, whose own fields may be exported.
func visible(sf reflect.StructField) bool {
	return sf.IsExported() || sf.Anonymous && pointee(sf.Type).Kind() == reflect.Struct
}

// pointee returns the type that an unnamed pointer points to, or t itself for other
// types.
func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// quotable reports whether the option ",string" has an effect on the type.
func quotable(t reflect.Type) bool {
	switch pointee(t).Kind() {
	case reflect.Bool, reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64:
		return true
	}
	return false
}

// validName reports whether encoding/json accepts a name in a tag. The name may contain letters,
// digits, and ASCII punctuation that needs no escape.
func validName(name string) bool {
	for _, c := range name {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			continue
		}
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) {
			return false
		}
	}
	return name != ""
}
