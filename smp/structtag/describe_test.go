package structtag_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A fault in a definition is an error of Describe, which makes no schema.
func TestDescribeReportsFaultsOfDefinitions(t *testing.T) {
	type inner struct {
		A []int `json:"a" patchStrategy:"bogus"`
	}
	type outer struct {
		In inner `json:"in"`
	}
	_, _, err := structtag.Describe(reflect.TypeFor[outer]())
	var fault *smp.Error
	if !errors.As(err, &fault) || fault.Code != smp.InvalidSchema {
		t.Errorf("got %v", err)
	}
}

func firstLocal() any {
	type local struct {
		A int `json:"a"`
	}
	return local{}
}

func secondLocal() any {
	type local struct {
		B int `json:"b"`
	}
	return local{}
}

func thirdLocal() any {
	type local struct {
		C int `json:"c"`
	}
	return local{}
}

// Types of several functions may have one name.
func TestDefinitionsOfLocalTypes(t *testing.T) {
	var fields []reflect.StructField
	for i, v := range []any{firstLocal(), secondLocal(), thirdLocal()} {
		name := string(rune('X' + i))
		fields = append(fields, reflect.StructField{Name: name, Type: reflect.TypeOf(v), Tag: reflect.StructTag(`json:"` + name + `"`)})
	}
	_, definitions, err := structtag.Describe(reflect.StructOf(fields))
	if err != nil {
		t.Fatal(err)
	}
	const name = "github.com/strategicpatch/smp/smp/structtag_test.local"
	for _, want := range []string{name, name + "#2", name + "#3"} {
		if _, ok := definitions[want]; !ok {
			t.Errorf("there is no definition %s", want)
		}
	}
}
