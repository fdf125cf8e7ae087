package corpus_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A jsonSchema checks values by the keywords of JSON Schema that case.schema.json uses. It
// panics on any other keyword, so that no keyword is ignored by mistake.
type jsonSchema struct {
	root     model.Value
	patterns map[string]*regexp.Regexp
}

// check returns the first fault of v, or nil.
func (s *jsonSchema) check(v model.Value) error { return s.against(s.root, v) }

// against checks v by a part of the schema.
func (s *jsonSchema) against(part, v model.Value) error {
	if part.Type() == model.Bool {
		return faultIf(!part.Bool(), "nothing is allowed here")
	}
	for keyword, arg := range part.Members() {
		if err := s.keyword(part, keyword, arg, v); err != nil {
			return err
		}
	}
	return nil
}

// keyword checks v by one keyword of part.
func (s *jsonSchema) keyword(part model.Value, keyword string, arg, v model.Value) error {
	switch keyword {
	case "$schema", "$id", "$defs", "title", "description", "then":
		return nil
	case "$ref", "allOf", "oneOf", "not", "if":
		return s.combined(part, keyword, arg, v)
	case "type":
		return faultIf(arg.Text() != typeOf(v), "it is no %s", arg.Text())
	case "const":
		return faultIf(!model.Equal(arg, v), "it is not %s", arg.JSON())
	case "enum":
		return faultIf(!hasElement(arg, v), "it is none of %s", arg.JSON())
	case "pattern", "minLength":
		if v.Type() != model.String {
			return nil
		}
		if keyword == "minLength" {
			return faultIf(number(arg) > len(v.Text()), "it is too short")
		}
		return faultIf(!s.pattern(arg.Text()).MatchString(v.Text()), "it does not match %s", arg.Text())
	case "items", "minItems", "maxItems", "uniqueItems":
		if v.Type() != model.List {
			return nil
		}
		return s.elements(keyword, arg, v)
	case "properties", "additionalProperties", "propertyNames", "required", "minProperties":
		if v.Type() != model.Map {
			return nil
		}
		return s.members(part, keyword, arg, v)
	default:
		panic("the checker does not know the keyword " + keyword)
	}
}

// combined checks v by a keyword that combines schemas, such as anyOf.
func (s *jsonSchema) combined(part model.Value, keyword string, arg, v model.Value) error {
	switch keyword {
	case "$ref":
		name, ok := strings.CutPrefix(arg.Text(), "#/$defs/")
		definitions, _ := s.root.Get("$defs")
		definition, found := definitions.Get(name)
		if !ok || !found {
			panic("there is no definition " + arg.Text())
		}
		return s.against(definition, v)
	case "allOf":
		for _, one := range arg.Elements() {
			if err := s.against(one, v); err != nil {
				return err
			}
		}
		return nil
	case "oneOf":
		holding := 0
		for _, one := range arg.Elements() {
			if s.against(one, v) == nil {
				holding++
			}
		}
		return faultIf(holding != 1, "%d of these hold, not one: %s", holding, arg.JSON())
	case "not":
		return faultIf(s.against(arg, v) == nil, "it may not be as in %s", arg.JSON())
	default: // the keyword is if
		then, _ := part.Get("then")
		if s.against(arg, v) != nil {
			return nil
		}
		return s.against(then, v)
	}
}

func (s *jsonSchema) elements(keyword string, arg, v model.Value) error {
	switch keyword {
	case "minItems":
		return faultIf(v.Len() < number(arg), "it has too few elements")
	case "maxItems":
		return faultIf(v.Len() > number(arg), "it has too many elements")
	}
	for i, e := range v.Elements() {
		if keyword == "items" {
			if err := s.against(arg, e); err != nil {
				return fmt.Errorf("[%d]: %w", i, err)
			}
			continue
		}
		for j := range i {
			if model.Equal(v.At(j), e) {
				return fmt.Errorf("[%d]: it repeats [%d]", i, j)
			}
		}
	}
	return nil
}

func (s *jsonSchema) members(part model.Value, keyword string, arg, v model.Value) error {
	if keyword == "minProperties" {
		return faultIf(v.Len() < number(arg), "it has too few members")
	}
	if keyword == "required" {
		for _, name := range arg.Elements() {
			if _, ok := v.Get(name.Text()); !ok {
				return fmt.Errorf("it has no %s", name.Text())
			}
		}
		return nil
	}
	properties, _ := part.Get("properties")
	for name, member := range v.Members() {
		property, declared := properties.Get(name)
		var err error
		switch {
		case keyword == "properties" && declared:
			err = s.against(property, member)
		case keyword == "additionalProperties" && !declared:
			err = s.against(arg, member)
		case keyword == "propertyNames":
			err = s.against(arg, model.NewString(name))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (s *jsonSchema) pattern(text string) *regexp.Regexp {
	re, ok := s.patterns[text]
	if !ok {
		re = regexp.MustCompile(text)
		s.patterns[text] = re
	}
	return re
}

func faultIf(yes bool, format string, args ...any) error {
	if !yes {
		return nil
	}
	return fmt.Errorf(format, args...)
}

func number(v model.Value) int {
	n, _ := v.Int64()
	return int(n)
}

func hasElement(list, v model.Value) bool {
	for _, e := range list.Elements() {
		if model.Equal(e, v) {
			return true
		}
	}
	return false
}

// typeOf returns the type of a value by its name in JSON Schema.
func typeOf(v model.Value) string {
	switch v.Type() {
	case model.Map:
		return "object"
	case model.List:
		return "array"
	default:
		return v.Type().String()
	}
}
