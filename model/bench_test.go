package model_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/strategicpatch/smp/model"
)

// benchmarked are the texts of the benchmarks of parsing.
func benchmarked() map[string]string {
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(deployment()), "", "  "); err != nil {
		panic(err)
	}
	objects := map[string]string{
		"Pod":                envPod(10),
		"Deployment":         deployment(),
		"IndentedDeployment": indented.String(),
		"EnvPod":             envPod(10_000),
		"ConfigMap":          configMap(10_000),
		"Numbers":            "[" + each(5000, func(i int) string { return strings.Repeat("7", 1+i%9) }) + "]",
		"Greek":              `["` + strings.Repeat(`αβγδ εζηθ `, 3000) + `"]`,
	}
	if name := os.Getenv("MODEL_BENCH_FILE"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		objects["File"] = string(text)
	}
	return objects
}

// parsers are the ways to read a text that are compared with each other.
var parsers = map[string]func(text []byte) error{
	"model": func(text []byte) error {
		_, err := model.Parse(text)
		return err
	},
	"jsontext": func(text []byte) error { // checks everything, keeps nothing
		d := jsontext.NewDecoder(bytes.NewReader(text))
		if err := d.SkipValue(); err != nil {
			return err
		}
		if _, err := d.ReadToken(); err != io.EOF {
			return errTrailing
		}
		return nil
	},
	"encodingjson": func(text []byte) error {
		var tree any
		return json.Unmarshal(text, &tree)
	},
}

func BenchmarkParse(b *testing.B) {
	for object, text := range benchmarked() {
		for name, parse := range parsers {
			b.Run(object+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				src := []byte(text)
				for b.Loop() {
					if err := parse(src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
