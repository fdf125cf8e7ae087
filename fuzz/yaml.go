package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// maxYAML is the maximum length of a YAML text, in bytes. The parser is slow on longer texts.
const maxYAML = 1 << 12

// YAML checks the reader of documents. The digits of numbers in JSON must be kept. The value
// of any text must be the same as the value that is read from its JSON, or from a case file
// that contains it. A case file must not change when it is written and read again.
func YAML(data []byte) error {
	if len(data) > maxYAML {
		return fmt.Errorf("%w: more than %d bytes", ErrUnparsable, maxYAML)
	}
	v, err := yaml.Parse(data)
	plain, otherwise := model.Parse(data)
	if otherwise == nil && (err != nil || v.JSON() != plain.JSON()) {
		return fmt.Errorf("the JSON %s is read as %s, %v", data, v.JSON(), err)
	}
	if err != nil {
		if err.Error() == "" {
			return fmt.Errorf("an error without a message: %#v", err)
		}
		return nil
	}
	stream, err := yamldoc.Read(data)
	if err != nil {
		return fmt.Errorf("%q is read, but not by yamldoc: %w", data, err)
	}
	if err := described(stream); err != nil {
		return err
	}
	again, err := yaml.Parse(v.AppendJSON(nil))
	if err != nil || !model.Equal(v, again) {
		return fmt.Errorf("%s reads back as %s, %v", v.JSON(), again.JSON(), err)
	}
	if err := caseReadsBack(data); err != nil {
		return err
	}
	c := corpus.Case{
		Rule:    []smp.Rule{smp.RuleMapMerge},
		Comment: "what was read",
		Input:   corpus.Input{Op: corpus.OpApply, Original: v, Patch: must(model.NewMap())},
		Want:    corpus.Answer{Result: v},
	}
	text, err := c.YAML()
	if err != nil {
		return nil // the value is too deep for a case
	}
	read, err := corpus.Read("case.yaml", text)
	if err != nil {
		return fmt.Errorf("a case of %s cannot be read: %w:\n%s", v.JSON(), err, text)
	}
	if !model.Equal(read.Input.Original, v) || !model.Equal(read.Want.Result, v) {
		return fmt.Errorf("a case of %s reads back with %s and %s:\n%s", v.JSON(), read.Input.Original.JSON(), read.Want.Result.JSON(), text)
	}
	return nil
}

// caseReadsBack reads a case file, writes it, and reads it again.
func caseReadsBack(data []byte) error {
	c, err := corpus.Read("case.yaml", data)
	if err != nil {
		return nil
	}
	want, err := c.Value()
	if err != nil {
		return fmt.Errorf("a case that was read cannot be written: %w", err)
	}
	text, err := c.YAML()
	if err != nil {
		return fmt.Errorf("a case that was read cannot be written as YAML: %w", err)
	}
	again, err := corpus.Read("case.yaml", text)
	if err != nil {
		return fmt.Errorf("a case that was written cannot be read: %w:\n%s", err, text)
	}
	if got, err := again.Value(); err != nil || !model.Equal(got, want) {
		return fmt.Errorf("a case %s reads back as %s, %v", want.JSON(), got.JSON(), err)
	}
	return nil
}
