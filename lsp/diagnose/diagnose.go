// Package diagnose finds mistakes in manuscripts and .bib files, and compares entries with the
// records in the indexes. For an undefined key, it also finds the papers that the key may refer to.
package diagnose

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Severity is the severity of a diagnostic.
type Severity int

const (
	Error Severity = iota
	Warning
	Information
	Hint
)

// A Finding is a diagnostic for a document.
type Finding struct {
	Span     doc.Span
	Severity Severity
	Code     string
	Message  string
	First    *doc.Span // range of the entry that this one duplicates, or nil
	Key      string    // key of the entry or cited work that the finding is about, or ""
}

// MaxFindings is the maximum number of findings of one kind per file.
const MaxFindings = 500

// Rules select the findings to report.
type Rules struct {
	config.Diagnostics
	BesideTexlab bool // texlab is also running, and reports some of the same mistakes
}

// Manuscript returns the mistakes in a manuscript: invalid directives, undefined keys, and
// references to missing .bib files.
func Manuscript(ctx context.Context, files *workspace.Workspace, d *workspace.Document, want Rules) (found []Finding) {
	if want.Keywords {
		found = keywordMistakes(d)
	}
	if want.UndefinedKeys {
		found = append(found, missingBibs(ctx, files, d)...)
	}
	if want.UndefinedKeys && !(d.Markup == workspace.LaTeX && want.BesideTexlab) {
		found = append(found, undefinedKeys(ctx, files, d)...)
	}
	return found
}

func keywordMistakes(d *workspace.Document) (found []Finding) {
	for _, directive := range d.Manuscript().Directives {
		_, mistakes := keyword.Parse(directive.Text)
		for _, m := range mistakes {
			span := doc.Span{Start: directive.Keywords.Start + m.Start, End: directive.Keywords.Start + m.End}
			severity := Warning
			if m.Hint {
				severity = Information
			}
			found = append(found, Finding{Span: span, Severity: severity, Code: "keywords", Message: m.Message})
		}
	}
	return found
}

// missingBibs returns a finding for each missing .bib that the document names. Keys are still
// looked up in the existing ones.
func missingBibs(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (found []Finding) {
	for _, ref := range files.MissingBibs(ctx, d) {
		message := fmt.Sprintf("%s does not exist: correct its name, or create it; keys are looked up only in .bib "+
			"files that exist", ref.Path)
		found = append(found, Finding{Span: ref.Span, Severity: Warning, Code: "missing-bib", Message: message})
	}
	return found
}

func undefinedKeys(ctx context.Context, files *workspace.Workspace, d *workspace.Document) (found []Finding) {
	keys := files.Undefined(ctx, d)
	for _, key := range keys[:min(len(keys), MaxFindings)] {
		message := fmt.Sprintf("no .bib file of this document contains the key %q: correct the key, or add "+
			"its entry", key.Name)
		found = append(found, Finding{Span: key.Span, Severity: Warning, Code: "undefined-key", Message: message})
	}
	return found
}
