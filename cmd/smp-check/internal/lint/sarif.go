package lint

import (
	"net/url"
	"path/filepath"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kustomization"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/smp"
)

// These types define a SARIF 2.1.0 log. They contain the parts that GitHub's code scanning
// requires, and the path as a logical location.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
	}
	// A sarifInvocation reports that results are missing.
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
		Help  sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
		Logical []sarifLogical `json:"logicalLocations"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// codeTexts describes the problems of each code.
var codeTexts = map[smp.Code]string{
	smp.AmbiguousMergeKey:       "The merge key matches several elements.",
	smp.DirectiveAsData:         "A directive is data in this place.",
	kustomization.Invalid:       "kustomize rejects the kustomization.",
	kustomization.MissingTarget: "The object of the patch is not among the resources.",
	judge.ClusterDiffers:        "A cluster treats the patch differently from the specification.",
	kyaml.Fails:                 "kustomize fails with this patch.",
	kyaml.NotApplied:            "kustomize does not apply a part of the patch.",
	kyaml.LosesElement:          "kustomize removes an element that the patch does not change.",
	kyaml.ReplacesList:          "kustomize replaces a list that a cluster merges.",
	kyaml.UnsupportedDirective:  "kustomize does not support a directive.",
	InvalidOperation:            "An operation of a JSON Patch fails for every object.",
	judge.EmptyValue:            "A field has no value, which deletes it.",
	judge.MissingField:          "The patch deletes a field that a server requires.",
	finding.Unreadable:          "The file cannot be read.",
	smp.InvalidDirective:        "A directive is not allowed in this place, or has an invalid value.",
	smp.InvalidMergeKey:         "A merge key is not a scalar.",
	smp.MissingMergeKey:         "A merge key is missing.",
	smp.MixedMergeKeys:          "The elements of a list are matched by different merge keys.",
	smp.NoEffect:                "Part of the patch changes nothing.",
	smp.OrderMismatch:           "A list and its $setElementOrder disagree.",
	smp.RepeatedKey:             "Two elements of a list have the same key.",
	smp.RetainKeysMismatch:      "A map has fields that its $retainKeys does not list.",
	smp.UnionSiblings:           "Mutually exclusive fields are set or may be set, or the discriminator is missing.",
	smp.UnknownField:            "The schema has no such field.",
	smp.UnknownKind:             "No schema is known for the kind.",
	smp.WrongType:               "A value does not have the type that the schema defines.",
}

// sarif returns a SARIF log of findings. more is the number of findings that are left out.
func sarif(findings []finding.Finding, more int, version string) sarifLog {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "smp-check", Version: version, Rules: []sarifRule{}}
	for _, f := range findings {
		rules := &run.Tool.Driver.Rules
		index := slices.IndexFunc(*rules, func(rule sarifRule) bool { return rule.ID == string(f.Code) })
		if index < 0 {
			index = len(*rules)
			*rules = append(*rules, ruleOf(f.Code))
		}
		location := sarifLocation{Logical: []sarifLogical{{f.Path.String()}}}
		location.Physical.Artifact.URI = (&url.URL{Path: filepath.ToSlash(f.File)}).String()
		if f.Line > 0 {
			location.Physical.Region = &sarifRegion{f.Line, f.Column}
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: string(f.Code), RuleIndex: index, Level: f.Severity.String(),
			Message:   sarifText{message(f)},
			Locations: []sarifLocation{location},
		})
	}
	if more > 0 {
		run.Invocations = []sarifInvocation{{true, []sarifNotification{{"warning", sarifText{andMore(more)}}}}}
	}
	return sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

func ruleOf(code smp.Code) sarifRule {
	text := codeTexts[code]
	if text == "" {
		text = "The patch is rejected: " + string(code) + "."
	}
	help := "smp-check lint --help describes the checks. If a message names a rule, smp-check rules ID prints its text and examples."
	return sarifRule{string(code), sarifText{text}, sarifText{text}, sarifText{help}}
}
