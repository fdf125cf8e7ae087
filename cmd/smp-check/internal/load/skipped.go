package load

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
	"github.com/strategicpatch/smp/model"
)

// Skipped lists the files of a directory that were skipped because they contain no objects, by
// content.
type Skipped struct {
	Kustomizations []string
	Charts         []string
	Values         []string // values files of charts
	Templates      []string
	Kindless       []string // the file, once for each document without apiVersion and kind
}

// String returns the counts, such as "2 kustomizations, 1 template", or an empty string.
func (p Skipped) String() string {
	var parts []string
	for _, of := range []struct {
		files []string
		what  string
	}{
		{p.Kustomizations, "kustomization"}, {p.Charts, "chart"}, {p.Values, "values file"}, {p.Templates, "template"},
		{p.Kindless, "document"},
	} {
		text := fmt.Sprintf("%d %s", len(of.files), of.what)
		if len(of.files) != 1 {
			text += "s"
		}
		if of.what == "document" {
			text += " without apiVersion and kind"
		}
		if len(of.files) > 0 {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// add records a document that is not an object.
func (p *Skipped) add(d *Entry) {
	file := d.File()
	name := filepath.Base(file)
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	list := &p.Kindless
	switch {
	case isKustomization(d.Identity()), stem == "kustomization":
		list = &p.Kustomizations
	case isTemplated(d.Identity()):
		list = &p.Templates
	case stem == "Chart":
		list = &p.Charts
	case strings.HasPrefix(stem, "values") || strings.HasSuffix(stem, "values"):
		list = &p.Values
	}
	*list = append(*list, file)
}

// isObject reports whether a document in a directory is an object: it has a kind, is not a
// kustomization, and is not a template.
func (d *Entry) isObject() bool {
	id := d.Identity()
	return kinds.Complete(id.Kind) && !isKustomization(id) && !isTemplated(id)
}

// isKustomization reports whether a document is a kustomization or a component of one.
func isKustomization(id Identity) bool { return kinds.Group(id.Kind) == "kustomize.config.k8s.io" }

// KustomizationFiles are the names of files with a kustomization.
var KustomizationFiles = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// IsKustomization reports whether a document is a kustomization or a component. It goes by
// the kind or, if the document has none, by the name of the file.
func (d Document) IsKustomization() bool {
	k := d.Identity().Kind
	if k.Kind == "" && k.APIVersion == "" {
		return d.Value.Type() == model.Map && slices.Contains(KustomizationFiles, filepath.Base(d.File()))
	}
	return (k.Kind == "Kustomization" || k.Kind == "Component") && (k.APIVersion == "" || kinds.Group(k) == "kustomize.config.k8s.io")
}

// isTemplated reports whether a field of the identity contains "{{". The document is then a
// template that happens to be valid YAML.
func isTemplated(id Identity) bool {
	return slices.ContainsFunc([]string{id.APIVersion, id.Kind.Kind, id.Namespace, id.Name, id.GenerateName}, func(text string) bool {
		return strings.Contains(text, "{{")
	})
}

// IsTemplateFault reports whether a file could not be parsed because it is a template.
func IsTemplateFault(err error) bool {
	return errors.Is(err, yamlerror.ErrTemplate)
}

// Unread returns the error of the first file in a directory that could not be read, or nil.
// Commands call it for a directory of patches, because they need all patches.
func (s Stream) Unread() error {
	if len(s.Faults) > 0 {
		return s.Faults[0]
	}
	return nil
}

// maybeUnread returns a remark for messages about an object that was not found: the number of
// files that were not read. The remark is empty if all files were read.
func (s Stream) maybeUnread() string {
	switch n := len(s.Faults) + len(s.Passed.Templates); {
	case n == 0:
		return ""
	case len(s.Faults) == 0:
		return fmt.Sprintf("; %d templates were skipped, such as %s", n, s.Passed.Templates[0])
	case n == 1:
		return fmt.Sprintf("; 1 file could not be read: %v", s.Faults[0])
	default:
		return fmt.Sprintf("; %d files could not be read, such as %v", n, s.Faults[0])
	}
}

// Repeats returns an error for the first object that occurs more than once in the stream, with the number of
// such objects, or nil if there is none.
func (s Stream) Repeats() error {
	all := s.repeats()
	switch n := len(all); n {
	case 0:
		return nil
	case 1:
		return all[0]
	default:
		return fmt.Errorf("%w; %d objects in %s are ambiguous", all[0], n, s.Name)
	}
}

// InsteadOfKustomization is advice for a kustomization that is used as an object or a patch.
const InsteadOfKustomization = "To patch the objects that it builds, run kustomize build FOLDER | smp-check apply - PATCH. " +
	"To check its patches, run smp-check lint FOLDER. To combine or compare its patches, name their files. " +
	"To set its images, run smp-check apply FILE --image NAME=REF. To merge the file itself, pass --schemaless."
