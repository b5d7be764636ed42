package diagnose

import (
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Fate is something that an author who cites a work should know.
type Fate struct{ Kind, Text string }

// graveHints are those of works that should hardly be cited as they are.
var graveHints = map[string]Severity{"retracted": Error, "withdrawn": Error, "concern": Warning}

// Hinted are the entries of works of which of knows something that an author should.
func Hinted(file *bib.File, of func(*bib.Entry) []Fate) (found []Finding) {
	for i := range file.Entries {
		e := &file.Entries[i]
		for _, hint := range of(e) {
			severity, grave := graveHints[hint.Kind]
			if !grave {
				severity = Information
			}
			found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: severity, Code: hint.Kind, Message: hint.Text})
			if len(found) == MaxFindings {
				return found
			}
		}
	}
	return found
}
