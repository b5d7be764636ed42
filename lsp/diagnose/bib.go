package diagnose

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// Bib returns the mistakes in a .bib that can be found without an index. ctx ends when the file
// changes; Bib then skips the remaining slow checks.
func Bib(ctx context.Context, d *workspace.Document, file *bib.File, want Rules) (found []Finding) {
	if want.Encoding {
		found = append(found, lostLetters(ctx, d)...)
	}
	if want.Malformed && !want.BesideTexlab {
		found = append(found, malformed(d, file)...)
	}
	if want.Malformed {
		found = append(found, uncitable(file)...)
	}
	if want.DuplicateKeys && !want.BesideTexlab {
		for _, twice := range file.DuplicateKeys() {
			found = append(found, repeats(twice, "duplicate-key", fmt.Sprintf(
				"an earlier entry already has the key %q: give one of the two entries another key", twice.Entry.Key)))
		}
	}
	if want.DuplicateWorks && ctx.Err() == nil {
		for _, twice := range file.DuplicateWorks() {
			found = append(found, repeats(twice, "duplicate-work", fmt.Sprintf(
				"an earlier entry, %q, describes the same work: keep only one of the two", twice.First.Key)))
		}
	}
	if want.MissingFields && ctx.Err() == nil {
		found = append(found, missingFields(file)...)
	}
	return found
}

func malformed(d *workspace.Document, file *bib.File) (found []Finding) {
	for _, p := range file.Problems() {
		end := len(d.Text)
		if n := strings.IndexAny(d.Text[p.Offset:], "\r\n"); n >= 0 {
			end = p.Offset + n
		}
		found = append(found, Finding{Span: doc.Span{Start: p.Offset, End: end}, Severity: Error, Code: "malformed",
			Message: p.Message})
	}
	return found
}

func uncitable(file *bib.File) (found []Finding) {
	all := file.Uncitable()
	for _, e := range all[:min(len(all), MaxFindings)] {
		message := fmt.Sprintf("the key %q is not suggested in citations: %v; rename it", e.Key, bib.CheckKey(e.Key))
		found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: Warning, Code: "uncitable-key", Message: message})
	}
	return found
}

// repeats returns a finding at the key of a duplicate, with a reference to the original entry.
func repeats(twice bib.Duplicate, code, message string) Finding {
	first := doc.Span(twice.First.KeySpan)
	return Finding{Span: doc.Span(twice.Entry.KeySpan), Severity: Warning, Code: code, Message: message, First: &first}
}

func missingFields(file *bib.File) (found []Finding) {
	for i := range file.Entries {
		e := &file.Entries[i]
		if missing := e.Missing(); e.Complete && len(missing) > 0 {
			message := fmt.Sprintf("this @%s has no %s", e.Type, strings.Join(missing, ", no "))
			found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: Warning, Code: "missing-field", Message: message})
			if len(found) == MaxFindings {
				break
			}
		}
	}
	return found
}

// lostLetters returns a finding at the first replacement character, which marks a letter that could
// not be decoded.
func lostLetters(ctx context.Context, d *workspace.Document) []Finding {
	at := workspace.LostLetter(ctx, workspace.PathOf(d.URI), d.Text)
	if at < 0 {
		return nil
	}
	span := doc.Span{Start: at, End: at + utf8.RuneLen(utf8.RuneError)}
	return []Finding{{Span: span, Severity: Error, Code: "encoding", Message: workspace.ErrLostLetters.Error()}}
}
