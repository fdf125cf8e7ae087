package strategicpatch

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"k8s.io/apimachinery/pkg/util/mergepatch"
	shippedmerge "k8s.io/apimachinery/pkg/util/shipped/mergepatch"
	shipped "k8s.io/apimachinery/pkg/util/shipped/strategicpatch"
)

// planted is true if the environment variable is set. Apply then changes nothing, and patches
// are empty.
var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""

// faulty returns the correct answer or, if the fault is planted, the wrong one. Errors are
// unchanged.
func faulty[T any](right T, err error, wrong T) (T, error) {
	if planted && err == nil {
		return wrong, nil
	}
	return right, err
}

// notes is the file for recorded calls, with one JSON object on each line. It is nil if calls
// are not recorded.
var notes = openNotes()

func openNotes() *os.File {
	name := os.Getenv("SMP_EMBEDDERS_NOTES")
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	return f
}

// A call is a call of the engine, compared with apimachinery's answer to the same call.
type call struct {
	Function string
	Answer   string
	Document string `json:",omitempty"` // the document to which the patches apply
	Ours     string `json:",omitempty"`
	Theirs   string `json:",omitempty"`
}

func (c call) note() {
	line, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	if _, err := notes.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}

// An applying is a call of apimachinery's Apply with a schema.
type applying func(original, patch []byte) ([]byte, error)

func byStruct(dataStruct interface{}) applying {
	return func(original, patch []byte) ([]byte, error) {
		return shipped.StrategicMergePatch(original, patch, dataStruct)
	}
}

func bySchema(schema LookupPatchMeta) applying {
	return func(original, patch []byte) ([]byte, error) {
		return shipped.StrategicMergePatchUsingLookupPatchMeta(original, patch, theirs(schema))
	}
}

// theirs returns a schema as apimachinery's type.
func theirs(schema LookupPatchMeta) shipped.LookupPatchMeta {
	switch s := schema.(type) {
	case PatchMetaFromStruct:
		return shipped.PatchMetaFromStruct{T: s.T}
	case *PatchMetaFromStruct:
		return shipped.PatchMetaFromStruct{T: s.T}
	case PatchMetaFromOpenAPI:
		return shipped.PatchMetaFromOpenAPI{Schema: s.Schema}
	case PatchMetaFromOpenAPIV3:
		return shipped.PatchMetaFromOpenAPIV3{SchemaList: s.SchemaList, Schema: s.Schema}
	case *PatchMetaFromOpenAPIV3:
		return shipped.PatchMetaFromOpenAPIV3{SchemaList: s.SchemaList, Schema: s.Schema}
	}
	panic(fmt.Sprintf("apimachinery has no schema for %T", schema))
}

func theirConditions(fns []mergepatch.PreconditionFunc) []shippedmerge.PreconditionFunc {
	var all []shippedmerge.PreconditionFunc
	for _, fn := range fns {
		all = append(all, shippedmerge.PreconditionFunc(fn))
	}
	return all
}

// noteResult records the result of Apply for a patch.
func noteResult(function string, original, patch, result []byte, fault error, apply applying) {
	if notes == nil {
		return
	}
	wanted, err := quietly(func() ([]byte, error) { return apply(original, patch) })
	c := call{Function: function, Answer: oneFails(fault, err)}
	if c.Answer == "" {
		c.Answer = "other result"
		if sameJSON(result, wanted) {
			c.Answer = "same"
		}
	}
	c.show(string(original)+" patched by "+string(patch), result, fault, wanted, err)
}

// notePatch records a patch for a document. If apimachinery's patch differs, apimachinery
// applies both.
func notePatch(function string, document, patch []byte, fault error, apply applying, make func() ([]byte, error)) {
	if notes == nil {
		return
	}
	wanted, err := quietly(make)
	c := call{Function: function, Answer: oneFails(fault, err)}
	if c.Answer == "" {
		c.Answer = "same"
		if !sameJSON(patch, wanted) {
			ours, faultOurs := quietly(func() ([]byte, error) { return apply(document, patch) })
			theirs, faultTheirs := quietly(func() ([]byte, error) { return apply(document, wanted) })
			c.Answer = "other result"
			if faultOurs == nil && faultTheirs == nil && sameJSON(ours, theirs) {
				c.Answer = "same result"
			}
		}
	}
	c.show(string(document), patch, fault, wanted, err)
}

func oneFails(ours, theirs error) string {
	switch {
	case ours != nil && theirs != nil:
		return "both fail"
	case ours != nil:
		return "ours fails"
	case theirs != nil:
		return "theirs fails"
	}
	return ""
}

// show adds the answers to the call, unless they are equal, and records the call.
func (c call) show(document string, ours []byte, fault error, theirs []byte, err error) {
	if c.Answer != "same" && c.Answer != "both fail" {
		c.Document, c.Ours, c.Theirs = document, said(ours, fault), said(theirs, err)
	}
	c.note()
}

func said(answer []byte, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return string(answer)
}

// quietly calls f, and turns a panic into an error.
func quietly(f func() ([]byte, error)) (answer []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

func sameJSON(a, b []byte) bool {
	var x, y interface{}
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

// text returns a document as JSON if calls are recorded, and nil if not.
func text(document JSONMap) []byte {
	if notes == nil {
		return nil
	}
	t, err := json.Marshal(document)
	if err != nil {
		return []byte("null")
	}
	return t
}
