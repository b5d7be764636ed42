package diagnose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// A Hint is something that an author who cites a work should know.
type Hint struct{ Kind, Text, DOI string }

// graveHints are those of works that should hardly be cited as they are.
var graveHints = map[string]Severity{"retracted": Error, "withdrawn": Error, "concern": Warning}

// Hinted are the entries of works that something is known against: the newest hints are
// what of knows.
func Hinted(file *bib.File, of func(*bib.Entry) []Hint) (found []Finding) {
	for i := range file.Entries {
		e := &file.Entries[i]
		for _, hint := range of(e) {
			severity, grave := graveHints[hint.Kind]
			if !grave {
				severity = Information
			}
			message := strings.TrimSpace(text.OneLine(hint.Text + " " + hint.DOI))
			found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: severity, Code: hint.Kind, Message: message})
			if len(found) == MaxFindings {
				return found
			}
		}
	}
	return found
}
