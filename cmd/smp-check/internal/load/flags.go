package load

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// AllDirectives are the names that Directives accept.
var AllDirectives = corpus.DirectiveNames(smp.AllDirectives)

// Directives is a flag: a set of directives, as names separated by commas.
type Directives smp.Directives

// String returns the names, in the order of the specification.
func (f *Directives) String() string {
	return strings.Join(corpus.DirectiveNames(smp.Directives(*f)), ",")
}

// Set adds the named directives to the set.
func (f *Directives) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		d := corpus.Directive(strings.TrimPrefix(name, "$"))
		if d == 0 {
			return fmt.Errorf("unknown directive %q; expected %s", name, strings.Join(AllDirectives, ", "))
		}
		*f |= Directives(d)
	}
	return nil
}

// Type names the flag's value in help texts.
func (f *Directives) Type() string { return "directives" }

// Paths is a flag that may be repeated: paths of field names.
type Paths []model.Path

// String returns the paths.
func (f *Paths) String() string {
	var texts []string
	for _, path := range *f {
		texts = append(texts, path.String())
	}
	return strings.Join(texts, " ")
}

// Set adds a path.
func (f *Paths) Set(text string) error {
	path, err := FieldPath(text)
	if err == nil && len(path) == 0 {
		err = fmt.Errorf("%s is the whole document; name a place in it", text)
	}
	if err != nil {
		return err
	}
	*f = append(*f, path)
	return nil
}

// Type names the flag's value in help texts.
func (f *Paths) Type() string { return "PATH" }
