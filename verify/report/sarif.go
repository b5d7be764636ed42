package report

import (
	"io"
	"net/url"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// Types for the subset of SARIF 2.1.0 (OASIS, 2020) used by reports.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifMessage `json:"shortDescription"`
		Default sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
	}
)

// SARIF writes a SARIF log for GitHub code scanning and for editors.
func SARIF(w io.Writer, check Check) error {
	var rules []sarifRule
	number := make(map[verify.Code]int)
	for i, k := range verify.Kinds {
		number[k.Code] = i
		rules = append(rules, sarifRule{string(k.Code), sarifMessage{k.About}, sarifDefault{check.level(k.Code)}})
	}
	results := []sarifResult{}
	for c := range check.references() {
		for _, f := range c.Findings {
			results = append(results, sarifResult{
				RuleID: string(f.Code), RuleIndex: number[f.Code], Level: check.level(f.Code),
				Message:      sarifMessage{plain(c.Key) + ": " + plain(f.Message)},
				Locations:    sarifAt(c.Path, sarifRegion{max(c.Line, 1), 1, max(c.Line, c.EndLine, 1)}),
				Fingerprints: map[string]string{"entry/v1": text.Clean(c.Key) + "/" + string(f.Code)},
			})
		}
	}
	for _, one := range check.claims() {
		line := max(one.of.Line, 1)
		results = append(results, sarifResult{
			RuleID: string(one.code), RuleIndex: number[one.code], Level: check.level(one.code),
			Message:      sarifMessage{one.message},
			Locations:    sarifAt(one.of.Path, sarifRegion{line, 1, line}),
			Fingerprints: map[string]string{"claim/v1": text.Clean(one.of.Key) + "/" + plain(one.of.Claim.Plain())},
		})
	}
	return writeSARIF(w, rules, results)
}

func writeSARIF(w io.Writer, rules []sarifRule, results []sarifResult) error {
	driver := sarifDriver{"scilit-lsp check", "https://github.com/scilit-lsp/scilit-lsp", rules}
	return indented(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0",
		[]sarifRun{{sarifTool{driver}, "unicodeCodePoints", results}}})
}

func sarifAt(path string, region sarifRegion) []sarifLocation {
	return []sarifLocation{{sarifPhysical{sarifArtifact{uriOf(path)}, region}}}
}

// uriOf converts a path to a relative URI reference or, if the path is absolute, to a file URL.
func uriOf(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}
