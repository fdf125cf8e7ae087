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

// modules are the modules from which the table is made.
var modules = []string{
	"k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery", "k8s.io/client-go", "k8s.io/kube-aggregator",
}

// Generate returns the files with the table and its listing.
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
	release, err := Release(versions)
	if err != nil {
		return nil, err
	}
	text, err := encoded.GoSource(release, versions)
	if err != nil {
		return nil, err
	}
	return []File{
		{"smp/kubernetes/table_generated.go", text},
		{"fuzz/upstream/table/strategies.txt", source.Listing()},
	}, nil
}

// ReadAll reads every kind of the scheme, with the marks of its fields.
func ReadAll() (*Source, error) {
	source, err := ReadUnmarked()
	if err != nil {
		return nil, err
	}
	record, err := ServerRecord()
	if err != nil {
		return nil, err
	}
	older, err := CommittedTags()
	if err != nil {
		return nil, err
	}
	return source, source.addMarks(GoTypes(Kinds(NewScheme())), record, older)
}

// ReadUnmarked reads every kind of the scheme.
func ReadUnmarked() (*Source, error) {
	scheme := NewScheme()
	lists, err := ReadListTypes(scheme)
	if err != nil {
		return nil, err
	}
	source, err := Read(Kinds(scheme), lists)
	if err == nil {
		err = source.addUnions()
	}
	return source, err
}

// ModuleVersions returns the modules of the kinds, each with the version that this module
// requires. It asks the go command.
func ModuleVersions() ([]string, error) {
	args := append([]string{"list", "-m", "-f", "{{.Path}} {{.Version}}"}, modules...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// Release returns the Kubernetes version of modules in the form of ModuleVersions, such as
// v1.37.2 for v0.37.2. It is an error if the modules have different versions.
func Release(modules []string) (string, error) {
	release := ""
	for _, m := range modules {
		_, version, _ := strings.Cut(m, " ")
		minor, ok := strings.CutPrefix(version, "v0.")
		if !ok || release != "" && release != "v1."+minor {
			return "", fmt.Errorf("these are not modules of one version of Kubernetes: %s", strings.Join(modules, ", "))
		}
		release = "v1." + minor
	}
	return release, nil
}
