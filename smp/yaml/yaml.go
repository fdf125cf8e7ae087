// Package yaml reads YAML and JSON as values of package model, the way that clusters and kubectl
// read them:
//
//	patch, err := yaml.Parse([]byte(`{spec: {replicas: 3}}`))
//	if err != nil {
//		return err
//	}
//	result, err := smp.Apply(schema, original, patch)
//
// [Parse] reads one document, and [ParseAll] reads all documents of a file.
//
// In text that is JSON, numbers keep their digits, and members keep their order. Other text is read
// as YAML 1.1, in block or flow style:
//
//   - Unquoted yes, no, on, off, y and n are booleans, also as names: {y: 1} is {"true": 1}. The
//     number 0777 is 511.
//   - Numbers are 64-bit integers or floats: 1.0 becomes 1.
//   - Names that are not strings become strings, and members are sorted by name.
//   - Aliases and merge keys (<<) are expanded.
//   - A duplicate name in a map is an error.
//
// To get the line of a path, such as that of an *smp.Error, read the text with package
// smp/yaml/yamldoc. It also edits a text and keeps its comments:
//
//	stream, err := yamldoc.Read(text)
//	place, ok := stream.Place(0, path) // place.Line and place.Column in the first document
//
// The other packages below smp in this module require only the standard library. These two also
// require a YAML parser.
package yaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// MaxBytes is the maximum length of a text that is not JSON, in bytes. Replacing aliases may make a
// text longer: up to 20 times its length, or up to 1 MiB if that is more, but not longer than
// MaxBytes. Package model limits the length of JSON.
const MaxBytes = yamldoc.MaxBytes

// Parse returns the only document of a text. If the text is empty, it returns null.
//
// If the text begins like JSON and is neither JSON nor YAML, the error is a *model.Error with the
// offset and the path. If a document is nested too deeply, also because of its aliases, errors.As
// finds a *model.Error with Code Limit. Other errors name the line, unless they are about the whole
// text, such as its length, or about bytes that YAML does not allow. The error for an alias without
// its anchor names the anchor. It is an error if a document after the first one is not empty. Use
// [ParseAll] to read several documents.
func Parse(text []byte) (model.Value, error) {
	v, err := model.Parse(text)
	if err == nil || isLimit(err) {
		return v, err
	}
	stream, notYAML := yamldoc.Read(text)
	if notYAML != nil {
		return model.Value{}, faultOf(text, err, notYAML)
	}
	d, err := stream.Only()
	if err != nil {
		return model.Value{}, err
	}
	return sorted(d.Value)
}

// ParseAll returns the documents of a text, without empty ones. Documents in YAML are separated by
// lines with ---. Documents in JSON may also directly follow one another. The errors are those of
// [Parse].
func ParseAll(text []byte) ([]model.Value, error) {
	if parts := splitJSON(text); len(parts) > 0 {
		all := make([]model.Value, len(parts))
		for i, part := range parts {
			var err error
			if all[i], err = model.Parse(part); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	stream, notYAML := yamldoc.Read(text)
	if notYAML != nil {
		_, notJSON := model.Parse(text)
		return nil, faultOf(text, notJSON, notYAML)
	}
	var all []model.Value
	for _, d := range stream.Documents() {
		if d.IsEmpty() {
			continue
		}
		v, err := sorted(d.Value)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// faultOf returns the more helpful one of two errors, for a text that is neither JSON nor YAML.
func faultOf(text []byte, notJSON, notYAML error) error {
	if beginsAsJSON(text) && !hasPlainNames().Match(text) {
		return notJSON
	}
	return notYAML
}

// hasPlainNames matches a map in flow style whose first name is not in quotes. Its author intended
// YAML, so the error of the YAML parser is more helpful.
var hasPlainNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\{[\s#]*[A-Za-z$]`) })

func beginsAsJSON(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

func isLimit(err error) bool {
	var e *model.Error
	return errors.As(err, &e) && e.Code == model.Limit
}

// sorted returns a value with the members of its maps sorted, as kubectl sorts them.
func sorted(v model.Value) (model.Value, error) { return model.Parse(v.AppendCanonical(nil)) }

// splitJSON splits a text of JSON documents into their texts. It returns nil if any part is not
// JSON.
func splitJSON(text []byte) (parts [][]byte) {
	if !beginsAsJSON(text) {
		return nil
	}
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var part json.RawMessage
		if decoder.Decode(&part) != nil {
			return nil
		}
		parts = append(parts, part)
	}
	return parts
}
