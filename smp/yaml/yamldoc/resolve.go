package yamldoc

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// literalWords are the spellings that YAML 1.1 reads as null or a boolean. YAML 1.2 reads only some
// of them so.
var literalWords = map[string]string{"": "null", "~": "null"}

func init() {
	spell := func(value string, names ...string) {
		for _, name := range names {
			literalWords[name], literalWords[strings.ToUpper(name)] = value, value
			literalWords[strings.ToUpper(name[:1])+name[1:]] = value
		}
	}
	spell("null", "null")
	spell("true", "true", "yes", "on", "y")
	spell("false", "false", "no", "off", "n")
}

var floatText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
})

// resolve returns the JSON of a plain scalar without a tag, as clusters read it, or an empty
// string for a string. Infinities and NaN are errors.
func resolve(text string) (string, error) {
	if word, ok := literalWords[text]; ok {
		return word, nil
	}
	switch strings.TrimLeft(text, "+-") {
	case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF":
		return "", errors.New("JSON does not have the numbers .inf and .nan; put a string in quotes")
	}
	if c := text[0]; c != '.' && c != '+' && c != '-' && (c < '0' || c > '9') {
		return "", nil
	}
	if text[0] == '.' {
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return floatJSON(f), nil
		}
		return "", nil
	}
	plain := strings.ReplaceAll(text, "_", "")
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return strconv.FormatInt(i, 10), nil
	}
	if u, err := strconv.ParseUint(plain, 0, 64); err == nil {
		return strconv.FormatUint(u, 10), nil
	}
	if floatText().MatchString(plain) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return floatJSON(f), nil
		}
	}
	return "", nil
}

func floatJSON(f float64) string {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // the text consists of digits, so the value is finite
	}
	return string(text)
}

// resolveTagged returns the JSON of a scalar that has a tag.
func resolveTagged(n *yaml.Node) (string, error) {
	quoted := func() string { return model.NewString(n.Value).JSON() }
	switch n.Tag {
	case "!!binary":
		data, err := base64.StdEncoding.DecodeString(n.Value)
		if err != nil {
			return "", fmt.Errorf("yaml: line %d: expected base64 after !!binary", n.Line)
		}
		return model.NewString(string(data)).JSON(), nil
	case "!!bool", "!!int", "!!float", "!!null":
	case "!!timestamp":
		return "", fmt.Errorf("yaml: line %d: the tag !!timestamp is not supported; remove the tag", n.Line)
	default:
		return quoted(), nil
	}
	text, err := resolve(n.Value)
	if err != nil {
		return "", err
	}
	ok := false
	switch n.Tag {
	case "!!null":
		ok = text == "null"
	case "!!bool":
		ok = text == "true" || text == "false"
	case "!!int":
		ok = text != "" && strings.Trim(text, "-0123456789") == ""
	case "!!float":
		ok = text != "" && strings.ContainsAny(text[:1], "-0123456789")
	}
	if !ok {
		return "", fmt.Errorf("yaml: line %d: the value has the tag %s, but is none", n.Line, n.Tag)
	}
	return text, nil
}

var readAlike = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-?(0|[1-9][0-9]*)(\.[0-9]+(e[-+][0-9]+)?)?|null|true|false|True|False|TRUE|FALSE|Null|NULL|~|)$`)
})

// isAmbiguous reports whether readers of YAML 1.1 and 1.2 could read a plain scalar
// differently.
func isAmbiguous(text string) bool {
	return mayBeMisread(text) && !readAlike().MatchString(text)
}

// mayBeMisread reports whether a reader of YAML could read a plain text as something
// other than a string. It is stricter than any reader.
func mayBeMisread(text string) bool {
	if _, ok := literalWords[text]; ok {
		return true
	}
	if len(text) <= len("false") {
		if _, ok := literalWords[strings.ToLower(text)]; ok {
			return true
		}
	}
	switch text[0] {
	case '<', '=':
		return text == "<<" || text == "="
	case '.', '-', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if lower := strings.TrimLeft(strings.ToLower(text), "+-"); lower == ".inf" || lower == ".nan" {
			return true
		}
		if strings.Count(text, ".") > 1 && strings.Trim(text, "0123456789.") == "" {
			return false // a version such as 5.1.4, or an address; numbers and times have one point at most
		}
		return strings.Trim(text, "0123456789abcdefABCDEFxXoO_.:+- tTzZ") == ""
	}
	return false
}
