package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file is the import policy of the module: it lists the packages that each package may
// import. The policy keeps the layers separate, and it keeps dependencies that only tools and
// tests need out of programs that embed the library. If you change the table, give the reason
// in the commit message.

const (
	moduleRoot = "../.." // relative to the package of this test
	modulePath = "github.com/strategicpatch/smp"
	goVersion  = "1.23.0" // the required version of the language, which Kubernetes 0.32 also requires

	nestedVersion = "1.26.0" // the version of modules that nobody imports; Kubernetes requires it

	yamlModule  = "sigs.k8s.io/yaml"
	yamlTree    = "go.yaml.in/yaml/v3"
	cobraModule = "github.com/spf13/cobra"
	rapidModule = "pgregory.net/rapid"
	diffPackage = "github.com/rogpeppe/go-internal/diff"
)

// A rule lists the direct imports that the files of one package, except for tests, may have in
// addition to the standard library.
type importRule struct {
	own    []string // packages of this module, by their path in it
	others []string // packages of other modules
	not    []string // packages of the standard library that are forbidden
	// only names the one file that may import a package in not. Reusable memory needs two exceptions: a
	// text is read without copying it, and desks are only for a key of a certain package. Package time
	// reads times in values.
	only map[string]string
}

// core lists the packages that a pure function must not use: they depend on the process, its
// clock, its memory layout or its tests.
var core = []string{"reflect", "unsafe", "os", "time", "math/rand", "math/rand/v2", "testing"}

var importRules = map[string]importRule{
	"model": {not: core, only: map[string]string{"reflect": "desk.go"}},
	"smp":   {own: []string{"model", "smp/internal/apply", "smp/internal/compose", "smp/internal/desk", "smp/internal/diff", "smp/internal/faults", "smp/internal/forms", "smp/internal/identity", "smp/internal/keep", "smp/internal/keeppath", "smp/internal/lint", "smp/internal/listpatch", "smp/internal/nulls", "smp/internal/schema", "smp/internal/stored", "smp/internal/syntax", "smp/internal/threeway", "smp/internal/trace"}, not: core},
	// smp/cluster uses the schemas and values of the specification.
	"smp/cluster": {own: []string{"model", "smp", "smp/internal/arrange", "smp/internal/desk", "smp/internal/door", "smp/internal/faults", "smp/internal/forms", "smp/internal/halves", "smp/internal/identity", "smp/internal/listkeys", "smp/internal/nulls", "smp/internal/pair", "smp/internal/apimachinery", "smp/internal/spelling", "smp/internal/syntax", "smp/internal/walk"}, not: core},
	// These packages work on numbers or values, and contain no rules.
	"smp/internal/arrange":           {not: core},
	"smp/internal/door":              {own: []string{"model"}, not: core},
	"smp/internal/desk":              {own: []string{"model", "smp/internal/door", "smp/internal/faults"}, not: core, only: map[string]string{"unsafe": "alias.go"}},
	"smp/internal/halves":            {not: core},
	"smp/internal/heap":              {not: core},
	"smp/internal/reuse":             {not: core},
	"smp/internal/faults":            {own: []string{"model"}, not: core},
	"smp/internal/forms":             {own: []string{"model"}, not: core},
	"smp/internal/identity":          {own: []string{"model", "smp/internal/door", "smp/internal/heap", "smp/internal/nulls", "smp/internal/reuse"}, not: core},
	"smp/internal/names":             {not: core},
	"smp/internal/nulls":             {own: []string{"model"}, not: core},
	"smp/internal/keeppath":          {own: []string{"model"}, not: core},
	"smp/internal/spelling":          {own: []string{"model"}, not: core},
	"smp/internal":                   {not: core},
	"smp/internal/pair":              {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/rule", "smp/internal/spelling", "smp/internal/syntax"}, not: core},
	"smp/internal/listkeys":          {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/nulls", "smp/internal/rule", "smp/internal/syntax"}, not: core},
	"smp/internal/rule":              {not: core},
	"smp/internal/syntax":            {own: []string{"model", "smp/internal/faults", "smp/internal/nulls", "smp/internal/rule", "smp/internal/spelling"}, not: core},
	"smp/internal/schema":            {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/listkeys", "smp/internal/names", "smp/internal/nulls", "smp/internal/rule", "smp/internal/syntax", "smp/internal/walk"}, not: core},
	"smp/internal/trace":             {own: []string{"model", "smp/internal/rule", "smp/internal/spelling"}, not: core},
	"smp/internal/listpatch":         {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/rule", "smp/internal/schema", "smp/internal/syntax", "smp/internal/trace"}, not: core},
	"smp/internal/apply":             {own: []string{"model", "smp/internal/arrange", "smp/internal/door", "smp/internal/faults", "smp/internal/identity", "smp/internal/listkeys", "smp/internal/listpatch", "smp/internal/nulls", "smp/internal/reuse", "smp/internal/rule", "smp/internal/schema", "smp/internal/spelling", "smp/internal/syntax", "smp/internal/trace"}, not: core},
	"smp/internal/threeway":          {own: []string{"model", "smp/internal/arrange", "smp/internal/door", "smp/internal/faults", "smp/internal/identity", "smp/internal/nulls", "smp/internal/pair", "smp/internal/reuse", "smp/internal/rule", "smp/internal/schema", "smp/internal/spelling", "smp/internal/stored", "smp/internal/syntax", "smp/internal/trace", "smp/internal/walk"}, not: core},
	"smp/internal/diff":              {own: []string{"model", "smp/internal/apply", "smp/internal/door", "smp/internal/faults", "smp/internal/identity", "smp/internal/nulls", "smp/internal/reuse", "smp/internal/rule", "smp/internal/schema", "smp/internal/stored", "smp/internal/syntax", "smp/internal/threeway", "smp/internal/trace", "smp/internal/walk"}, not: core},
	"smp/internal/compose":           {own: []string{"model", "smp/internal/apply", "smp/internal/diff", "smp/internal/faults", "smp/internal/halves", "smp/internal/identity", "smp/internal/lint", "smp/internal/listpatch", "smp/internal/nulls", "smp/internal/pair", "smp/internal/rule", "smp/internal/schema", "smp/internal/syntax", "smp/internal/trace", "smp/internal/walk"}, not: core},
	"smp/internal/schema/schematest": {own: []string{"model", "smp/internal/schema"}},
	"smp/internal/lint":              {own: []string{"model", "smp/internal/apply", "smp/internal/faults", "smp/internal/identity", "smp/internal/listpatch", "smp/internal/nulls", "smp/internal/rule", "smp/internal/schema", "smp/internal/syntax", "smp/internal/walk"}, not: core},
	"smp/internal/keep":              {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/keeppath", "smp/internal/nulls", "smp/internal/schema", "smp/internal/stored"}, not: core},
	"smp/internal/stored":            {own: []string{"model", "smp/internal/faults", "smp/internal/identity", "smp/internal/nulls", "smp/internal/schema", "smp/internal/walk"}, not: core, only: map[string]string{"time": "spelling.go"}},
	"smp/internal/walk":              {own: []string{"model", "smp/internal/faults", "smp/internal/nulls"}, not: core},
	"smp/internal/secret":            {own: []string{"model"}, not: core},
	"smp/internal/version":           {own: []string{"model", "smp/internal/syntax"}, not: core},
	"smp/internal/apimachinery":      {own: []string{"model", "smp/internal/heap", "smp/internal/identity"}, not: core},
	"smp/internal/exported":          {}, // tests only
	// This package compares values with Go types, for typed and server.
	"smp/internal/decode": {own: []string{"model", "smp", "smp/structtag"}},
	// A Definition holds defaults and origins, which are values and paths.
	"smp/structtag":  {own: []string{"model", "smp"}},
	"smp/openapi":    {own: []string{"model", "smp", "smp/internal/faults"}},
	"smp/kubernetes": {own: []string{"model", "smp", "smp/cluster", "smp/openapi", "smp/internal/desk", "smp/internal/faults", "smp/internal/secret", "smp/internal/version"}},
	// This package replaces the one of apimachinery. Its errors and preconditions are those
	// of mergepatch, which has no imports.
	"smp/strategicpatch": {own: []string{"model", "smp", "smp/cluster", "smp/openapi", "smp/structtag", "smp/mergepatch", "smp/internal/desk", "smp/internal/text", "smp/internal/version"}},
	"smp/mergepatch":     {},
	"smp/jsonmergepatch": {own: []string{"model", "smp/mergepatch", "smp/internal/text"}},
	"smp/internal/text":  {own: []string{"model", "smp/mergepatch"}},
	// This package shares the schemas of Go types with strategicpatch, which caches them.
	"smp/typed": {own: []string{"model", "smp", "smp/cluster", "smp/internal/decode", "smp/internal/desk", "smp/internal/door", "smp/internal/forms", "smp/internal/identity", "smp/internal/secret", "smp/internal/version", "smp/strategicpatch", "smp/structtag"}},
	// This package supports all types of patches, and the schemas of all kinds.
	"smp/server": {own: []string{"model", "smp", "smp/cluster", "smp/jsonpatch", "smp/kubernetes", "smp/openapi", "smp/internal/decode", "smp/internal/desk", "smp/internal/faults"}},
	// JSON Patch uses no schemas.
	"smp/jsonpatch": {own: []string{"model", "smp/internal/desk", "smp/internal/door", "smp/internal/faults"}, not: core},
	// These packages read YAML and need a parser, so no other package of smp imports them. The
	// editor works at the positions that the parser reports.
	"smp/yaml":         {own: []string{"model", "smp/yaml/yamldoc"}, not: []string{"os", "time", "testing"}},
	"smp/yaml/yamldoc": {own: []string{"model"}, others: []string{yamlTree}, not: []string{"os", "time", "testing"}},
	"corpus": {
		own: []string{"model", "smp", "smp/cluster", "smp/openapi", "smp/kubernetes", "smp/yaml", "smp/yaml/yamldoc"},
		// The parse tree shows which numbers and words of a case file would change.
		others: []string{yamlTree},
	},
	// This package makes cases smaller and needs only values and schemas: no files, processes
	// or clocks. It walks the fields of options and definitions, so that it forgets none.
	"corpus/minimize": {own: []string{"model", "smp", "smp/openapi", "corpus"}, not: append([]string{"os/exec", "io/fs"}, slices.DeleteFunc(slices.Clone(core), func(name string) bool { return name == "reflect" })...)},
	"corpus/protocol": {own: []string{"model", "smp", "smp/openapi", "smp/kubernetes", "corpus"}},
	// This package reads the vectors like the author of another engine, and calls the engine
	// of this module.
	"corpus/vectors/readers": {own: []string{"model", "smp", "corpus"}, not: []string{"testing"}},
	// A law prints the input that breaks it as a case, whose schema is OpenAPI.
	"props/laws":      {own: []string{"model", "smp", "smp/cluster", "smp/openapi", "corpus"}, not: []string{"testing"}},
	"props/reference": {own: []string{"model", "smp"}, not: []string{"testing"}},
	"props/gen":       {own: []string{"model", "smp", "corpus"}, not: []string{"testing"}},
	"props": {
		own:    []string{"model", "smp", "smp/openapi", "smp/kubernetes", "smp/structtag", "corpus", "corpus/minimize", "props/laws", "props/reference", "props/gen"},
		others: []string{rapidModule},
	},
	"fuzz": {
		own:    []string{"model", "smp", "smp/cluster", "smp/openapi", "smp/kubernetes", "smp/structtag", "smp/jsonpatch", "smp/yaml", "smp/yaml/yamldoc", "corpus", "props/laws", "props/reference", "props/gen"},
		others: []string{yamlModule, yamlTree}, // only the syntax tree shows the values that YAML readers read differently
		not:    []string{"testing"},
	},
	"fuzz/cputime": {},
	"fuzz/fuzzing": {},
	"fuzz/trials":  {own: []string{"model", "smp", "props/gen"}},
	// These tests count the work of the packages that others embed.
	"fuzz/hostile": {own: []string{"model", "smp", "smp/cluster", "smp/jsonmergepatch", "smp/jsonpatch", "smp/mergepatch", "smp/openapi", "smp/server", "smp/strategicpatch", "smp/typed", "smp/yaml", "smp/yaml/yamldoc"}},
	// These are the packages of the command. Each may import the packages listed before it.
	// Only the commands themselves use flags.
	"cmd/smp-check/internal/ending": {not: []string{"testing"}},
	"cmd/smp-check/internal/output": {own: []string{"model", "smp/yaml/yamldoc", "cmd/smp-check/internal/ending"}, not: []string{"testing"}},
	"cmd/smp-check/internal/engine": {own: []string{"model", "smp", "smp/cluster"}, not: []string{"testing"}},
	"cmd/smp-check/internal/meant":  {own: []string{"model"}, not: []string{"os", "testing"}},
	"cmd/smp-check/internal/kinds":  {own: []string{"model", "smp/kubernetes", "cmd/smp-check/internal/meant"}, not: []string{"os", "testing"}},
	"cmd/smp-check/internal/yamlerror": {
		own: []string{"model", "smp", "smp/yaml/yamldoc", "cmd/smp-check/internal/finding"}, not: []string{"os", "testing"},
		others: []string{yamlTree}, // for the line of each name
	},
	"cmd/smp-check/internal/load": {
		own: []string{"cmd/smp-check/internal/yamlerror", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/kinds", "model", "smp", "smp/openapi", "smp/kubernetes", "smp/yaml", "smp/yaml/yamldoc", "corpus", "cmd/smp-check/internal/finding", "cmd/smp-check/internal/output"}, not: []string{"testing"},
		others: []string{yamlTree}, // for the line of each name
	},
	"cmd/smp-check/internal/schemas": {
		own: []string{"model", "smp", "smp/openapi", "smp/kubernetes", "smp/yaml/yamldoc", "corpus", "cmd/smp-check/internal/finding", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/load"}, not: []string{"testing"},
	},
	"cmd/smp-check/internal/patches": {
		own: []string{"model", "smp", "cmd/smp-check/internal/engine", "smp/openapi", "smp/kubernetes", "smp/jsonpatch", "corpus", "cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/yamlerror", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/kinds"}, not: []string{"testing"},
	},
	"cmd/smp-check/internal/finding": {own: []string{"model", "smp"}, not: []string{"testing"}},
	"cmd/smp-check/internal/judge": {
		own: []string{"model", "smp", "smp/cluster", "smp/kubernetes", "corpus", "cmd/smp-check/internal/engine", "cmd/smp-check/internal/finding", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/meant"},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/report": {
		own: []string{"model", "smp", "smp/cluster", "smp/kubernetes", "corpus", "props/laws", "props/gen", "cmd/smp-check/internal/output", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/meant"},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/explain": {
		own: []string{"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge", "cmd/smp-check/internal/load", "model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "corpus", "cmd/smp-check/internal/output", "cmd/smp-check/internal/report", "cmd/smp-check/internal/patches"}, not: []string{"testing"},
	},
	"cmd/smp-check/internal/lint": {
		own: []string{
			"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "smp/kubernetes", "smp/jsonpatch", "cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/kinds",
			"cmd/smp-check/internal/report", "cmd/smp-check/internal/kustomization", "cmd/smp-check/internal/kyaml",
		},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/keep": {
		own: []string{"cmd/smp-check/internal/judge", "model", "smp", "smp/kubernetes", "cmd/smp-check/internal/load", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/note", "cmd/smp-check/internal/report", "cmd/smp-check/internal/explain"}, not: []string{"testing"},
	},
	"cmd/smp-check/internal/manual": {not: []string{"os", "testing"}},
	"cmd/smp-check/internal/note": {
		own: []string{
			"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "smp/kubernetes", "corpus", "cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/kinds",
			"cmd/smp-check/internal/report", "cmd/smp-check/internal/explain", "cmd/smp-check/internal/patches",
		},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/rewrite": {
		own: []string{
			"model", "smp", "smp/cluster", "smp/yaml/yamldoc", "corpus", "cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas",
			"cmd/smp-check/internal/note", "cmd/smp-check/internal/patches",
		},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/kyaml": {own: []string{"model", "smp", "smp/kubernetes"}, not: []string{"os", "testing"}},
	"cmd/smp-check/internal/kustomization": {
		own: []string{
			"model", "smp", "smp/openapi", "smp/kubernetes", "smp/jsonpatch", "corpus", "cmd/smp-check/internal/finding", "cmd/smp-check/internal/load", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/kyaml",
		},
		not: []string{"testing"},
	},
	// This package reads one text and writes one text. It uses no flags, and it reads files
	// only through its caller.
	"cmd/smp-check/internal/function": {
		own: []string{
			"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "smp/openapi", "smp/kubernetes", "smp/jsonpatch", "smp/yaml/yamldoc", "corpus",
			"cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/kustomization", "cmd/smp-check/internal/report", "cmd/smp-check/internal/explain",
		},
		not: []string{"os", "testing"},
	},
	"cmd/smp-check/internal/oracle": {
		own: []string{
			"cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "corpus", "corpus/minimize", "props/laws", "props/reference",
			"cmd/smp-check/internal/ending", "cmd/smp-check/internal/output", "cmd/smp-check/internal/report",
		},
		not: []string{"testing"},
	},
	"cmd/smp-check/internal/found": {
		own: []string{"model", "smp", "smp/kubernetes", "corpus", "fuzz", "cmd/smp-check/internal/oracle"}, not: []string{"testing"},
	},
	"cmd/smp-check/internal/play/page": {own: []string{"cmd/smp-check/internal/play"}, not: []string{"os", "testing"}},
	"cmd/smp-check/internal/play": {
		own: []string{
			"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "smp/kubernetes", "corpus", "corpus/minimize",
			"cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/patches", "cmd/smp-check/internal/report",
			"cmd/smp-check/internal/explain", "cmd/smp-check/internal/oracle", "cmd/smp-check/internal/found",
			"cmd/smp-check/internal/note", "cmd/smp-check/internal/lint",
		},
		not:    []string{"os", "net/http", "testing"}, // the package runs in browsers, too
		others: []string{diffPackage},
	},
	"cmd/smp-check/internal/cli": {
		own: []string{
			"smp", "cmd/smp-check/internal/engine", "smp/kubernetes", "corpus", "corpus/protocol", "props/laws",
			"cmd/smp-check/internal/ending", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/output", "cmd/smp-check/internal/patches", "cmd/smp-check/internal/oracle",
		},
		others: []string{cobraModule},
		not:    []string{"os", "testing"},
	},
	"cmd/smp-check": {
		own: []string{
			"cmd/smp-check/internal/finding", "cmd/smp-check/internal/judge",
			"model", "smp", "smp/cluster", "cmd/smp-check/internal/engine", "smp/openapi", "smp/kubernetes", "corpus", "corpus/protocol", "props/laws", "cmd/smp-check/internal/cli",
			"cmd/smp-check/internal/ending", "cmd/smp-check/internal/output", "cmd/smp-check/internal/load", "cmd/smp-check/internal/schemas", "cmd/smp-check/internal/meant", "cmd/smp-check/internal/kinds", "cmd/smp-check/internal/patches", "cmd/smp-check/internal/report",
			"cmd/smp-check/internal/explain", "cmd/smp-check/internal/oracle", "cmd/smp-check/internal/found",
			"cmd/smp-check/internal/note", "cmd/smp-check/internal/lint", "cmd/smp-check/internal/manual", "cmd/smp-check/internal/keep", "cmd/smp-check/internal/rewrite", "cmd/smp-check/internal/function", "cmd/smp-check/internal/kustomization", "cmd/smp-check/internal/play/page",
		},
		others: []string{cobraModule},
		not:    []string{"testing"},
	},
}

// A requirement is the version of a module that a go.mod requires, with the reason.
type requirement struct{ version, reason string }

// importedModules are the modules of this repository that others import, by folder, with
// their requirements. Each requirement is the oldest version that works. A newer one would
// raise the version in all programs that embed the library, although only the command and
// tests use most of these modules. If you raise a version, change it here, too, and give the
// reason. The packages that others embed require only the standard library, except for
// those in smp/yaml.
var importedModules = map[string]map[string]requirement{
	".": {
		yamlTree:                               {"v3.0.4", "the parse tree of YAML, in which nodes have lines: smp/yaml/yamldoc, smp/yaml and corpus; Kubernetes 0.34 has it"},
		cobraModule:                            {"v1.8.0", "commands, flags and completion of cmd/smp-check"},
		"github.com/inconshreveable/mousetrap": {"v1.1.0", "cobra"},
		"github.com/spf13/pflag":               {"v1.0.5", "cobra; Kubernetes 0.32 has it"},
		"github.com/go-json-experiment/json":   {"v0.0.0-20240815175050-ebd3a8989ca1", "tests: another reader of JSON beside that of model"},
		"github.com/google/go-cmp":             {"v0.5.9", "tests: what differs between two Go values"},
		"github.com/google/gofuzz":             {"v1.0.0", "tests: Go values with every field set"},
		"github.com/rogpeppe/go-internal":      {"v1.12.0", "the lines that a patch changes, on the page of cmd/smp-check; tests: scripts that run the command; Kubernetes 0.32 has it"},
		rapidModule:                            {"v1.3.0", "laws with shrinking, as often as RAPID_CHECKS says, which older versions ignore: props"},
		yamlModule:                             {"v1.4.0", "how clusters read YAML: fuzz, and tests; Kubernetes 0.32 has it"},
		"golang.org/x/sys":                     {"v0.0.0-20220722155257-8c9f86f7a55f", "go-internal"},
		"golang.org/x/tools":                   {"v0.1.12", "go-internal"},
	},
	"smp/strategicpatch/kubeopenapi": {
		"k8s.io/kube-openapi":                 {"v0.0.0-20241105132330-32ad38e42d3f", "schemas of the drop-in; Kubernetes 0.32 has it"},
		"github.com/go-openapi/jsonpointer":   {"v0.21.0", "kube-openapi"},
		"github.com/go-openapi/jsonreference": {"v0.20.1", "kube-openapi"},
		"github.com/go-openapi/swag":          {"v0.23.0", "kube-openapi"},
		"github.com/golang/protobuf":          {"v1.5.4", "kube-openapi"},
		"github.com/google/gnostic-models":    {"v0.6.8", "kube-openapi"},
		"github.com/josharian/intern":         {"v1.0.0", "kube-openapi"},
		"github.com/mailru/easyjson":          {"v0.7.7", "kube-openapi"},
		"google.golang.org/protobuf":          {"v1.34.2", "kube-openapi"},
		"gopkg.in/yaml.v3":                    {"v3.0.1", "kube-openapi"},
		yamlModule:                            {"v1.4.0", "kube-openapi"},
	},
	"smp/kustomize": {
		"sigs.k8s.io/kustomize/kyaml":         {"v0.18.1", "nodes of YAML; Kubernetes 0.32 has it"},
		"github.com/davecgh/go-spew":          {"v1.1.2-0.20180830191138-d8f796af33cc", "kyaml"},
		"github.com/go-errors/errors":         {"v1.4.2", "kyaml"},
		"github.com/go-openapi/jsonpointer":   {"v0.19.6", "kyaml"},
		"github.com/go-openapi/jsonreference": {"v0.20.2", "kyaml"},
		"github.com/go-openapi/swag":          {"v0.22.4", "kyaml"},
		"github.com/golang/protobuf":          {"v1.5.3", "kyaml"},
		"github.com/google/gnostic-models":    {"v0.6.8", "kyaml"},
		"github.com/josharian/intern":         {"v1.0.0", "kyaml"},
		"github.com/mailru/easyjson":          {"v0.7.7", "kyaml"},
		yamlTree:                              {"v3.0.4", "the root module"},
		"google.golang.org/protobuf":          {"v1.33.0", "kyaml"},
		"gopkg.in/yaml.v3":                    {"v3.0.1", "kyaml"},
		"k8s.io/kube-openapi":                 {"v0.0.0-20231010175941-2dd684a91f00", "kyaml"},
		yamlModule:                            {"v1.4.0", "kyaml"},
	},
}

// nestedModules are the nested modules, each with the dependency that makes it necessary. If
// the root module had this dependency, versions would rise for everyone who imports the
// library. The gate checks all nested modules except fuzz/cluster, which takes too long.
var nestedModules = map[string]string{
	"fuzz/upstream":                  "apimachinery, with which our engine is compared",
	"fuzz/cluster":                   "a real API server, built from its source",
	"smp/strategicpatch/kubeopenapi": "the schemas of smp/strategicpatch with types of kube-openapi",
	"smp/kustomize":                  "nodes of kustomize's kyaml, merged by our rules",
}

// A listedPackage is the output of go list for a package.
type listedPackage struct {
	ImportPath string
	Imports    []string
	GoFiles    []string // without tests
}

// A moduleFile is the output of go mod edit for a go.mod file.
type moduleFile struct {
	Go      string
	Require []struct{ Path, Version string }
	Replace []struct{ Old struct{ Path string } }
	Tool    []struct{ Path string }
}

func TestImports(t *testing.T) {
	readTree(t)
	packages := listPackages(t)
	if len(packages) < 2 {
		t.Fatalf("go list found %d packages", len(packages))
	}
	for _, p := range packages {
		for _, fault := range importFaults(p) {
			t.Error(fault)
		}
		name := strings.TrimPrefix(p.ImportPath, modulePath+"/")
		for imported, only := range importRules[name].only {
			if in := importers(t, name, imported); !slices.Equal(in, []string{only}) {
				t.Errorf("in %s, only %s may import %s; found %q", name, only, imported, in)
			}
		}
	}
}

// aboveLibrary lists the folders that use the library: its cases, laws, fuzz targets and command.
var aboveLibrary = []string{"corpus", "props", "fuzz", "cmd"}

// Only tests of the library import folders above it. This also holds for nested modules, for files that
// only some systems compile, and whatever importRules allows.
func TestImportsOfLibrary(t *testing.T) {
	readTree(t)
	files := 0
	for _, folder := range []string{"model", "smp"} {
		err := filepath.WalkDir(filepath.Join(moduleRoot, folder), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, s := range file.Imports {
				if imported, err := strconv.Unquote(s.Path.Value); err != nil || isAboveLibrary(imported) {
					t.Errorf("%s may not import %s", name, s.Path.Value)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 200 {
		t.Errorf("found only %d files", files)
	}
}

func isAboveLibrary(imported string) bool {
	own, isOwn := strings.CutPrefix(imported, modulePath+"/")
	top, _, _ := strings.Cut(own, "/")
	return isOwn && slices.Contains(aboveLibrary, top)
}

// importers returns the files of a package, without tests, that import another one.
func importers(t *testing.T, folder, imported string) []string {
	files, err := filepath.Glob(filepath.Join(moduleRoot, filepath.FromSlash(folder), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var in []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		imports := slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == strconv.Quote(imported) })
		if imports && !strings.HasSuffix(name, "_test.go") {
			in = append(in, filepath.Base(name))
		}
	}
	return in
}

// No requirement of a module that others import rises without a reason.
func TestModuleFiles(t *testing.T) {
	readTree(t)
	for folder, requirements := range importedModules {
		var m moduleFile
		if err := json.Unmarshal(goCommand(t, "mod", "edit", "-json", filepath.FromSlash(folder+"/go.mod")), &m); err != nil {
			t.Fatal(err)
		}
		for _, fault := range moduleFaults(m, requirements, folder == ".") {
			t.Errorf("%s/go.mod %s", folder, fault)
		}
	}
}

// A committed go.work would change everyone's builds. A local one is allowed.
func TestNoCommittedWorkspace(t *testing.T) {
	readTree(t)
	git := exec.Command("git", "ls-files", "--", "go.work", "**/go.work")
	git.Dir = moduleRoot
	out, err := git.Output()
	if err != nil {
		// Not a repository: these are the published files.
		files, _ := filepath.Glob(filepath.Join(moduleRoot, "go.work"))
		out = []byte(strings.Join(files, "\n"))
	}
	if len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("go.work is committed: %s", out)
	}
}

// The root folder of the repository contains only files that a newcomer needs.
func TestTopLevel(t *testing.T) {
	readTree(t)
	git := exec.Command("git", "ls-files")
	git.Dir = moduleRoot
	out, err := git.Output()
	if err != nil {
		t.Skip("no repository")
	}
	known := strings.Fields("README.md LICENSE NOTICE go.mod go.sum model smp corpus props fuzz cmd")
	for _, file := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		top, _, _ := strings.Cut(strings.TrimSpace(file), "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(known, top) {
			t.Errorf("%s stands at the top of the repository, or in a folder that does", strings.TrimSpace(file))
		}
	}
}

// Every nested module has a reason, the correct go line, and a replacement that points to the
// root. The scripts in .ci check each of them.
func TestNestedModules(t *testing.T) {
	readTree(t)
	checked, err := os.ReadFile(filepath.Join(moduleRoot, ".ci", "common"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range moduleFiles(t) {
		name := filepath.ToSlash(filepath.Dir(file))
		found[name] = true
		if nestedModules[name] == "" {
			t.Errorf("the nested module %s has no reason", name)
		}
		if name != "fuzz/cluster" && !strings.Contains(string(checked), name) {
			t.Errorf(".ci/common does not list %s", name)
		}
		var m moduleFile
		if err := json.Unmarshal(goCommand(t, "mod", "edit", "-json", filepath.FromSlash(file)), &m); err != nil {
			t.Fatal(err)
		}
		if _, imported := importedModules[name]; !imported && m.Go != nestedVersion {
			t.Errorf("%s says go %s, not %s", file, m.Go, nestedVersion)
		}
	}
	for name := range nestedModules {
		if !found[name] {
			t.Errorf("there is no module %s", name)
		}
	}
}

// moduleFiles returns the go.mod files below the root.
func moduleFiles(t *testing.T) []string {
	var files []string
	root := os.DirFS(moduleRoot)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".cache" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.Name() == "go.mod" && name != "go.mod":
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// importFaults returns one sentence for each import of p that breaks the
// policy.
func importFaults(p listedPackage) []string {
	name := strings.TrimPrefix(p.ImportPath, modulePath+"/")
	rule, ok := importRules[name]
	if !ok {
		return []string{name + " is not in the import policy"}
	}
	var faults []string
	for _, imported := range p.Imports {
		own, isOwn := strings.CutPrefix(imported, modulePath+"/")
		first, _, _ := strings.Cut(imported, "/")
		switch {
		case isOwn && !slices.Contains(rule.own, own):
			faults = append(faults, fmt.Sprintf("%s may not import %s", name, own))
		case isOwn:
		case strings.Contains(first, ".") && !slices.Contains(rule.others, imported):
			faults = append(faults, fmt.Sprintf("%s may not import %s, which is another module's", name, imported))
		case slices.Contains(rule.not, imported) && rule.only[imported] == "":
			faults = append(faults, fmt.Sprintf("%s may not import %s", name, imported))
		}
	}
	return faults
}

// moduleFaults returns the parts of a go.mod that break the policy.
func moduleFaults(m moduleFile, requirements map[string]requirement, isRoot bool) []string {
	var faults []string
	if m.Go != goVersion {
		faults = append(faults, fmt.Sprintf("says go %s, not %s", m.Go, goVersion))
	}
	for _, r := range m.Replace {
		if isRoot || r.Old.Path != modulePath {
			faults = append(faults, "replaces "+r.Old.Path)
		}
	}
	for _, tool := range m.Tool {
		faults = append(faults, "has the tool "+tool.Path)
	}
	required := map[string]bool{modulePath: true}
	for _, r := range m.Require {
		want, known := requirements[r.Path]
		switch {
		case r.Path == modulePath && !isRoot:
		case !known:
			faults = append(faults, "requires "+r.Path+", which has no reason")
		case r.Version != want.version:
			faults = append(faults, fmt.Sprintf("requires %s %s, not %s: that raises the version of everyone who embeds the module", r.Path, r.Version, want.version))
		}
		required[r.Path] = true
	}
	for path := range requirements {
		if !required[path] {
			faults = append(faults, "does not require "+path)
		}
	}
	return faults
}

// The test finds every type of fault.
func TestPolicyFindsFaults(t *testing.T) {
	for _, test := range []struct{ name, imported, want string }{
		{"model", "unsafe", "model may not import unsafe"},
		{"model", modulePath + "/smp", "model may not import smp"},
		{"smp", "math/rand/v2", "smp may not import math/rand/v2"},
		{"smp", yamlModule, "smp may not import sigs.k8s.io/yaml, which is another module's"},
		{"smp/openapi", modulePath + "/smp/kubernetes", "smp/openapi may not import smp/kubernetes"},
		{"corpus", modulePath + "/corpus/protocol", "corpus may not import corpus/protocol"},
		{"corpus/minimize", "os", "corpus/minimize may not import os"},
		{"corpus/protocol", modulePath + "/corpus/minimize", "corpus/protocol may not import corpus/minimize"},
		{"props/laws", "testing", "props/laws may not import testing"},
		{"props/gen", rapidModule, "props/gen may not import pgregory.net/rapid, which is another module's"},
		{"cmd/smp-check", modulePath + "/props", "cmd/smp-check may not import props"},
		{"cmd/smp-check", yamlModule, "cmd/smp-check may not import sigs.k8s.io/yaml, which is another module's"},
		{"cmd/smp-check/internal/load", modulePath + "/cmd/smp-check/internal/report", "cmd/smp-check/internal/load may not import cmd/smp-check/internal/report"},
		{"cmd/smp-check/internal/report", cobraModule, "cmd/smp-check/internal/report may not import github.com/spf13/cobra, which is another module's"},
		{"smp/extra", "fmt", "smp/extra is not in the import policy"},
	} {
		got := importFaults(listedPackage{ImportPath: modulePath + "/" + test.name, Imports: []string{"errors", test.imported}})
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s imports %s: got %q, want %q", test.name, test.imported, got, test.want)
		}
	}
	for imported, want := range map[string]bool{
		modulePath + "/corpus": true, modulePath + "/cmd/smp-check/internal/load": true, modulePath + "/props/gen": true, modulePath + "/fuzz": true,
		modulePath + "/smp/yaml": false, modulePath: false, "example.com/corpus": false, "fmt": false,
	} {
		if isAboveLibrary(imported) != want {
			t.Errorf("%s is above the library: %t", imported, !want)
		}
	}
	var m moduleFile
	err := json.Unmarshal([]byte(`{"Go": "1.26.0", "Require": [{"Path": "a.example/a", "Version": "v1.1.0"}, {"Path": "k8s.io/api", "Version": "v1.0.0"}],
		"Replace": [{"Old": {"Path": "a.example/b"}}], "Tool": [{"Path": "c.example/d"}]}`), &m)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"says go 1.26.0, not 1.23.0",
		"replaces a.example/b",
		"has the tool c.example/d",
		"requires a.example/a v1.1.0, not v1.0.0: that raises the version of everyone who embeds the module",
		"requires k8s.io/api, which has no reason",
		"does not require e.example/f",
	}
	allowed := map[string]requirement{"a.example/a": {"v1.0.0", "a reason"}, "e.example/f": {"v1.0.0", "a reason"}}
	if got := moduleFaults(m, allowed, true); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// readTree reads all folders of the module. Without this, the go command would use the cached
// result of a test even if a file has changed: it runs a test again if files that the test
// itself has read change, but it does not know the files that child processes have read.
func readTree(t *testing.T) {
	_, _ = os.Stat(filepath.Join(moduleRoot, ".git", "index"))
	err := filepath.WalkDir(moduleRoot, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// listPackages lists the packages of the root module. A package with an error is listed, too,
// because the build reports the error. A package that contains only tests is not listed.
func listPackages(t *testing.T) []listedPackage {
	var packages []listedPackage
	decoder := json.NewDecoder(bytes.NewReader(goCommand(t, "list", "-e", "-json=ImportPath,Imports,GoFiles", "./...")))
	for {
		var p listedPackage
		err := decoder.Decode(&p)
		if err == io.EOF {
			return packages
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.GoFiles != nil {
			packages = append(packages, p)
		}
	}
}

// goCommand runs the go command in the root module and returns its output.
func goCommand(t *testing.T, args ...string) []byte {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = moduleRoot
	command.Env = append(os.Environ(), "GOWORK=off")
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out
}
