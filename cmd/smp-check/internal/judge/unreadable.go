package judge

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// unreadable returns the strings in a patch or an object that a cluster cannot read as the
// quantity, time or binary data that the field contains, and the fractions in fields for whole
// numbers. Strings with placeholders are left out.
func unreadable(s smp.Schema, v model.Value) []finding.Finding {
	m := misfitSearch{root: s, onlyUnreadable: true}
	m.value(s, v)
	return m.found
}

// RejectUnreadable returns an error for the first string or fraction in a patch that a cluster
// cannot read, or nil.
func RejectUnreadable(s smp.Schema, patch model.Value) error {
	found := unreadable(s, patch)
	if len(found) == 0 {
		return nil
	}
	return &smp.Error{Code: smp.WrongType, Document: "patch", Path: found[0].Path, Rule: smp.RuleValueType, Cause: errors.New(found[0].Sentence)}
}

// RejectResult returns the error of --strict for the mistakes in the result of patches, as from
// InResult, or nil if all are notes. name is the name of the object.
func RejectResult(name string, found []finding.Finding) error {
	for _, f := range found {
		if f.Severity > finding.Note {
			return fmt.Errorf("%s: %s; without --strict this is a warning", name, f)
		}
	}
	return nil
}

const notBase64 = "expected binary data in base64"

// unreadableAs returns the problem of a string or a fraction that a cluster cannot read, and the
// correction. They do not contain the string if it may be secret. The correction may be empty.
func unreadableAs(s smp.Schema, v model.Value) (does, fix string) {
	if v.Type() == model.Number && s.Scalars()&smp.NumberScalar == smp.IntegerScalar && hasFraction(v) {
		return "expected a whole number, got a fraction", ""
	}
	if v.Type() != model.String {
		return "", ""
	}
	m, text := s.Marks(), v.Text()
	switch {
	case hasPlaceholder(text):
	case m.Quantity && !isQuantity(text):
		return "expected a quantity, such as 500m or 2Gi", quantityFix(text)
	case m.Time && !isTime(text):
		return "expected a time, such as 2006-01-02T15:04:05.000000Z", ""
	case m.Base64 && !isBase64(text):
		return notBase64, "encode it"
	}
	return "", ""
}

// hasPlaceholder reports whether another program replaces the text, or a part of it, before a
// cluster reads it: Helm, a shell, Flux, kustomize, SOPS, vals, or Argo CD with a plugin. A
// quantity, a time and base64 contain none of these characters.
func hasPlaceholder(text string) bool {
	return strings.ContainsAny(text, "$<>{}") || strings.Contains(text, "ENC[") || strings.HasPrefix(text, "ref+")
}

// isPlaceholder reports whether the value at a path of a patch is a string that another program
// replaces, so that its type is unknown. In the place of a map or a list, the whole string must be
// one placeholder. If the value is a map with unions, its discriminator may be such a string.
func isPlaceholder(s smp.Schema, patch model.Value, path model.Path) bool {
	v, _ := path.Lookup(patch)
	s = schemaAt(s, path)
	if v.Type() == model.Map && s.Type() == smp.MapType {
		for _, u := range s.Unions() {
			if member, ok := v.Get(u.Discriminator); ok && member.Type() == model.String && hasPlaceholder(member.Text()) {
				return true
			}
		}
	}
	if v.Type() != model.String {
		return false
	}
	if s.Type() == smp.ScalarType {
		return hasPlaceholder(v.Text())
	}
	text := strings.TrimSpace(v.Text())
	for begin, end := range map[string]string{"${": "}", "$(": ")", "{{": "}}"} {
		if strings.HasPrefix(text, begin) && strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

// isTime reports whether a cluster can read a text as a time. Some fields also require six digits of
// a fraction, as in the advice of unreadable. isTime does not check that.
func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

func isBase64(text string) bool {
	_, err := base64.StdEncoding.DecodeString(text)
	return err == nil
}

// quantitySuffixes are the suffixes of quantities, without the exponents.
var quantitySuffixes = strings.Fields("n u m k M G T P E Ki Mi Gi Ti Pi Ei")

// isQuantity reports whether a cluster can read a text as a resource quantity: a number with an
// optional sign, followed by a suffix or an exponent, such as "1.5Gi" or "1e3".
func isQuantity(text string) bool {
	number, suffix := splitQuantity(strings.Trim(text, " "))
	if number == "" {
		return false
	}
	return suffix == "" || slices.Contains(quantitySuffixes, suffix) || isExponent(suffix)
}

// isExponent reports whether a suffix is an exponent, such as e3 or E-3.
func isExponent(suffix string) bool {
	if suffix[0] != 'e' && suffix[0] != 'E' {
		return false
	}
	digits := suffix[1:]
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		digits = digits[1:]
	}
	const maxDigits = 18 // those of an int64
	return digits != "" && len(digits) <= maxDigits && strings.Trim(digits, "0123456789") == ""
}

// splitQuantity splits a text after the number at its beginning. The number is empty if the text
// does not begin with one.
func splitQuantity(text string) (number, suffix string) {
	const digits = "0123456789"
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	unsigned := rest
	rest = strings.TrimLeft(rest, digits)
	if fraction, found := strings.CutPrefix(rest, "."); found {
		rest = strings.TrimLeft(fraction, digits)
	}
	if strings.Trim(unsigned[:len(unsigned)-len(rest)], ".") == "" {
		return "", text
	}
	return text[:len(text)-len(rest)], rest
}

// quantityFix returns the correction of a text with a suffix such as GB or mi, or with a space before
// the suffix. It is empty if the text does not look like a quantity.
func quantityFix(text string) string {
	number, suffix := splitQuantity(strings.TrimSpace(text))
	if number == "" {
		return ""
	}
	suffix = strings.TrimSpace(suffix)
	short := strings.TrimRight(suffix, "bB")
	if slices.Contains(quantitySuffixes, short) && !(short == "m" && short != suffix) {
		return "did you mean " + number + short + "?"
	}
	for _, known := range quantitySuffixes[2:] { // nobody measures in n or u
		if known == "m" && short != suffix || known == "E" && short == "e" {
			continue // 1mb is a megabyte, and no thousandth of a byte; 1e lacks its exponent
		}
		if strings.EqualFold(short, known) {
			return "did you mean " + number + known + "?"
		}
	}
	return ""
}
