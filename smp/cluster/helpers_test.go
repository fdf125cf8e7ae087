package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

var (
	text   = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	number = smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}
)

func mapOf(fields map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: fields}
}

func keyedBy(element smp.Definition, keys ...string) smp.Definition {
	return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: keys, Element: &element}
}

func schemaOf(t testing.TB, root smp.Definition) smp.Schema {
	t.Helper()
	s, err := smp.NewSchema(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pathTo(path string) model.Path {
	p, err := model.ParsePath(path)
	if err != nil {
		panic(err)
	}
	return p
}

// errText returns all fields of an error as text.
func errText(err error) string {
	e, ok := err.(*smp.Error)
	if !ok {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%v", e.Code, e.Document, e.Path, e.Rule, e.Cause)
}

// jsonOf returns a value as JSON without white space. Names and numbers keep their spelling.
func jsonOf(v model.Value) string {
	if v.Type() == model.Absent {
		return "absent"
	}
	var text bytes.Buffer
	if err := json.Compact(&text, v.AppendJSON(nil)); err != nil {
		panic(err)
	}
	return text.String()
}

// checks returns the number of inputs that a test tries: a tenth of few with -short, otherwise a
// tenth of SMP_CHECKS if it is set, or few.
func checks(few uint64) uint64 {
	if testing.Short() {
		return few / 10
	}
	if n, err := strconv.ParseUint(os.Getenv("SMP_CHECKS"), 10, 64); err == nil {
		return n / 10
	}
	return few
}
