package diagnose

import (
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Notice is a fact that authors should know before citing a work, such as its retraction.
type Notice struct{ Kind, Text string }

// graveHints maps the kinds of notices that argue against citing a work to their severities.
var graveHints = map[string]Severity{"retracted": Error, "withdrawn": Error, "concern": Warning}

// Notices returns a finding for each notice of an entry's work.
func Notices(file *bib.File, of func(*bib.Entry) []Notice) (found []Finding) {
	for i := range file.Entries {
		if found = append(found, noticesOf(&file.Entries[i], of)...); len(found) >= MaxFindings {
			return found[:MaxFindings]
		}
	}
	return found
}

func noticesOf(e *bib.Entry, of func(*bib.Entry) []Notice) (found []Finding) {
	for _, hint := range of(e) {
		severity, grave := graveHints[hint.Kind]
		if !grave {
			severity = Information
		}
		found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: severity, Code: hint.Kind, Message: hint.Text,
			Key: e.Key})
	}
	return found
}
