package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// schemaShapes returns JSON schemas whose references are hard to follow.
func schemaShapes() []textShape {
	definitions := func(n int, definition func(i int) string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + each(n, func(i int) string { return fmt.Sprintf(`"d%d":%s`, i, definition(i)) }) + `}}`
	}
	object := func(properties string) string { return `{"type":"object","properties":{` + properties + `}}` }
	reference := func(name string, to int) string { return fmt.Sprintf(`"%s":{"$ref":"#/$defs/d%d"}`, name, to) }
	return []textShape{
		{name: "schema: a chain of definitions", text: func(n int) string {
			return definitions(n, func(i int) string { return object(reference("next", (i+1)%n)) })
		}},
		{name: "schema: two ways through a chain", text: func(n int) string {
			return definitions(n, func(i int) string {
				return object(reference("a", min(i+1, n-1)) + "," + reference("b", min(i+1, n-1)))
			})
		}},
		{name: "schema: a chain of bare references", max: 900, text: func(n int) string {
			return definitions(n, func(i int) string {
				if i == n-1 {
					return `{"type":"string"}`
				}
				return fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			})
		}},
		{name: "schema: every definition refers to every one", text: func(n int) string {
			n = int(math.Sqrt(float64(n)))
			all := each(n, func(i int) string { return reference(fmt.Sprintf("f%d", i), i) })
			return definitions(n, func(int) string { return object(all) })
		}},
		{name: "schema: many fields of one definition", text: func(n int) string {
			return `{"type":"object","properties":{` + each(n, func(i int) string { return reference(fmt.Sprintf("f%d", i), 0) }) + `},"$defs":{"d0":{"type":"string"}}}`
		}},
		{name: "schema: deep without definitions", max: 300, text: func(n int) string {
			return strings.Repeat(`{"type":"object","properties":{"a":`, n) + `{"type":"string"}` + strings.Repeat(`}}`, n)
		}},
		{name: "schema: deep lists of lists", max: 300, text: func(n int) string {
			return `{"type":"object","properties":{"a":` + strings.Repeat(`{"type":"array","items":`, n) + `{"type":"string"}` + strings.Repeat(`}`, n) + `}}`
		}},
		{name: "schema: keyed lists of one definition", text: func(n int) string {
			return `{"type":"object","properties":{` + each(n, func(i int) string {
				return fmt.Sprintf(`"f%d":{"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k","items":{"$ref":"#/$defs/d0"}}`, i)
			}) + `},"$defs":{"d0":{"type":"object","properties":{` + each(n, func(i int) string { return fmt.Sprintf(`"g%d":{"type":"string"}`, i) }) + `,"k":{"type":"string"}}}}}`
		}},
		{name: "schema: many alternatives", text: func(n int) string {
			return `{"type":"object","properties":{"a":{"anyOf":[` + each(n, func(int) string { return `{"type":"string"}` }) + `]},"b":{"oneOf":[` +
				each(n, func(int) string { return `{"type":"null"}` }) + `]},"c":{"allOf":[` + each(n, func(int) string { return `{"minLength":1}` }) + `]}}}`
		}},
		{name: "schema: many unions", text: func(n int) string {
			return `{"type":"object","properties":{` + each(n, func(i int) string { return fmt.Sprintf(`"f%d":{"type":"string"}`, i) }) +
				`},"x-kubernetes-unions":[` + each(n/4, func(i int) string {
				return fmt.Sprintf(`{"fields-to-discriminateBy":{"f%d":"A","f%d":"B"}}`, 4*i, 4*i+1)
			}) + `]}`
		}},
	}
}

func schemaOperations() []textOperation {
	read := func(text []byte, use func(model.Value, smp.Schema) bool) func() bool {
		return func() bool {
			v, err := model.Parse(text)
			if err != nil {
				return false
			}
			s, err := openapi.Schema(v)
			return err == nil && use(v, s)
		}
	}
	return []textOperation{
		{"read the schema", func(text []byte) func() bool {
			return read(text, func(model.Value, smp.Schema) bool { return true })
		}},
		{"read the schema lazily, and apply", func(text []byte) func() bool {
			return func() bool {
				v, err := model.Parse(text)
				if err != nil {
					return false
				}
				s, err := openapi.Schema(v, openapi.Lazily())
				return err == nil && answers(smp.Apply(s, model.MustParse(`{"a":{"a":{}}}`), model.MustParse(`{"a":{"a":{"a":null}}}`)))
			}
		}},
		{"write the schema", func(text []byte) func() bool {
			return read(text, func(_ model.Value, s smp.Schema) bool { return len(openapi.Encode(s).JSON()) > 0 })
		}},
	}
}
