package table

import (
	"fmt"
	"os/exec"
	"strings"
)

// A File is one generated file, with its path from the root of the
// repository.
type File struct {
	Path string
	Text []byte
}

// modules are what the table is read from.
var modules = []string{
	"k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery", "k8s.io/client-go", "k8s.io/kube-aggregator",
}

// Generate returns the files that hold the table and its listing.
func Generate() ([]File, error) {
	source, err := ReadAll()
	if err != nil {
		return nil, err
	}
	encoded, err := source.Encode()
	if err != nil {
		return nil, err
	}
	versions, err := ModuleVersions()
	if err != nil {
		return nil, err
	}
	text, err := encoded.GoSource(versions)
	if err != nil {
		return nil, err
	}
	return []File{
		{"smp/kubernetes/table_generated.go", text},
		{"fuzz/upstream/table/strategies.txt", source.Listing()},
	}, nil
}

// ReadAll reads every kind of the scheme.
func ReadAll() (*Source, error) {
	scheme := NewScheme()
	lists, err := ReadListTypes(scheme)
	if err != nil {
		return nil, err
	}
	return Read(Kinds(scheme), lists)
}

// ModuleVersions returns the modules that the kinds come from, each with the
// version that this module requires, as the go command tells it.
func ModuleVersions() ([]string, error) {
	args := append([]string{"list", "-m", "-f", "{{.Path}} {{.Version}}"}, modules...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}
