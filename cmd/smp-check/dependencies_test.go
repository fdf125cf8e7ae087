package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const dependenciesPage = ".github/DEPENDENCIES.md"

// The page about dependencies lists the modules that go.mod files require, with the part of
// this project that is built from them, and the tools of scripts and workflows. Nothing on the
// page is out of date, and no cell is empty.
func TestDependencies(t *testing.T) {
	readTree(t)
	text, err := os.ReadFile(filepath.Join(moduleRoot, filepath.FromSlash(dependenciesPage)))
	if err != nil {
		t.Fatal(err)
	}
	page := dependencyTables(t, string(text))

	root := map[string]string{}
	library := compiled(t, "./smp/...", "./model/...")
	command := compiled(t, "./cmd/smp-check/...")
	for _, path := range requiredModules(t, ".") {
		switch {
		case library[path]:
			root[path] = "library"
		case command[path]:
			root[path] = "command"
		default:
			root[path] = "tests"
		}
	}
	compareTables(t, "The root module", page["The root module"], root)

	nested := map[string]string{}
	for _, folder := range []string{"smp/strategicpatch/kubeopenapi", "smp/kustomize"} {
		for _, path := range requiredModules(t, folder) {
			nested[path] = strings.TrimPrefix(nested[path]+", `"+filepath.Base(folder)+"`", ", ")
		}
	}
	compareTables(t, "Nested modules", page["Nested modules that others import"], nested)

	tools := map[string]string{}
	named := regexp.MustCompile(`(?:\s|=)([a-z][\w-]*\.\w+/[\w./-]+)@v\d|builder=(\S+)|uses: ([\w-]+/[\w-]+)@`)
	files, _ := filepath.Glob(filepath.Join(moduleRoot, ".github", "workflows", "*.yml"))
	for _, file := range []string{".ci/common", ".ci/release", ".ci/libfuzzer", ".github/goreleaser.yaml", "cmd/smp-check/action.yml"} {
		files = append(files, filepath.Join(moduleRoot, filepath.FromSlash(file)))
	}
	var programs []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range named.FindAllStringSubmatch(string(text), -1) {
			if tool := found[1] + found[2] + found[3]; tool != "golang.org/x/tools" { // of the fuzz builder
				tools[tool] = ""
			}
		}
		for _, found := range regexp.MustCompile(`(?m)^needs ".*" (\w+)`).FindAllStringSubmatch(string(text), -1) {
			programs = append(programs, found[1])
		}
	}
	compareTables(t, "Tools", page["Tools"], tools)
	if len(programs) == 0 {
		t.Error("found no programs in .ci/common")
	}
	for _, program := range programs {
		if !strings.Contains(string(text), "`"+program+"`") {
			t.Errorf("%s does not mention the program %s, which tests need", dependenciesPage, program)
		}
	}
}

// requiredModules returns the modules that the go.mod of a folder requires, without ours.
func requiredModules(t *testing.T, folder string) []string {
	t.Helper()
	var m moduleFile
	if err := json.Unmarshal(goCommand(t, "mod", "edit", "-json", filepath.FromSlash(folder+"/go.mod")), &m); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, r := range m.Require {
		if r.Path != modulePath {
			paths = append(paths, r.Path)
		}
	}
	if len(paths) == 0 {
		t.Fatalf("%s/go.mod requires nothing", folder)
	}
	return paths
}

// compiled returns the modules that a build of packages contains on Linux or on Windows.
func compiled(t *testing.T, packages ...string) map[string]bool {
	t.Helper()
	modules := map[string]bool{}
	for _, system := range []string{"linux", "windows"} {
		t.Setenv("GOOS", system)
		args := append([]string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}, packages...)
		for _, path := range strings.Fields(string(goCommand(t, args...))) {
			modules[path] = true
		}
	}
	return modules
}

// dependencyTables returns the rows of the table in each section. A row is the text of its
// second cell, by the name in its first cell. The text is empty in a table without the column
// "Part of".
func dependencyTables(t *testing.T, page string) map[string]map[string]string {
	t.Helper()
	tables := map[string]map[string]string{}
	section, hasParts := "", false
	for _, line := range strings.Split(page, "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section, tables[title] = title, map[string]string{}
		}
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|--") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			if cells[i] = strings.TrimSpace(cells[i]); cells[i] == "" {
				t.Errorf("%s: empty cell in %s", dependenciesPage, line)
			}
		}
		name := strings.Trim(cells[0], "`")
		switch {
		case name == cells[0]: // the head
			hasParts = cells[1] == "Part of"
		case hasParts:
			tables[section][name] = cells[1]
		default:
			tables[section][name] = ""
		}
	}
	return tables
}

func compareTables(t *testing.T, section string, got, want map[string]string) {
	t.Helper()
	var names []string
	for name := range got {
		names = append(names, name)
	}
	for name := range want {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		is, listed := got[name]
		part, needed := want[name]
		switch {
		case !listed:
			t.Errorf("%s, %s: add %s, with its purpose, maintainers and replacement", dependenciesPage, section, name)
		case !needed:
			t.Errorf("%s, %s: remove %s, which is not used any more", dependenciesPage, section, name)
		case is != part:
			t.Errorf("%s, %s: %s is part of %q, want %q", dependenciesPage, section, name, is, part)
		}
	}
}
