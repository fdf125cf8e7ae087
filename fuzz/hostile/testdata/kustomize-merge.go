// Command kustomize-merge applies a patch with package kustomize, and writes the result. The test
// of package hostile compiles it in a module of its own, because the root module does not depend
// on kyaml.
//
//	kustomize-merge [--prepend] [OPENAPI] OBJECT PATCH
package main

import (
	"errors"
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/smp/kustomize"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kustomize-merge:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	var options yaml.MergeOptions
	if len(args) > 0 && args[0] == "--prepend" {
		args, options.ListIncreaseDirection = args[1:], yaml.MergeOptionsListPrepend
	}
	if len(args) != 2 && len(args) != 3 {
		return errors.New("expected an optional OpenAPI document, an object and a patch")
	}
	var texts [][]byte
	for _, name := range args {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	last := len(texts) - 2
	schemas, err := kustomize.NewSchemas(texts[:last]...)
	if err != nil {
		return err
	}
	object, err := yaml.Parse(string(texts[last]))
	if err != nil {
		return err
	}
	patch, err := yaml.Parse(string(texts[last+1]))
	if err != nil {
		return err
	}
	result, err := schemas.Merge(patch, object, options)
	if err != nil {
		return err
	}
	text, err := result.String()
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	return err
}
