package diagnose

import (
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

var severities = map[verify.Verdict]Severity{verify.Mismatch: Warning, verify.Check: Information,
	verify.Verified: Hint, verify.NotFound: Hint}

// Findings returns the cached findings about a file. all reports whether every entry has been
// compared. notFound adds a finding for each entry without a record.
func (r *References) Findings(file *bib.File, source string, notFound bool) (found []Finding, all bool) {
	ignored := verify.IgnoredBy(verify.Switches(file, source), nil)
	all = !r.stale.Load()
	compared(file, nil, func(e *bib.Entry, d digest) {
		result, known := r.settled(d, ignored(e))
		all = all && known
		if result == nil {
			return
		}
		for _, f := range result.Findings {
			if f.Code != verify.NoRecord || notFound {
				found = append(found, findingOf(e, result, f))
			}
		}
	})
	return found, all
}

func findingOf(e *bib.Entry, result *verify.Result, f verify.Finding) Finding {
	kind := verify.KindOf(f.Code)
	message := text.Clean(f.Message)
	if field := fieldOf(result, f.Code); field != nil {
		message += from(field)
	}
	return Finding{Span: spanOf(e, kind.Field), Severity: severities[kind.Verdict], Code: string(f.Code),
		Message: shortened(message, maxMessage), Key: e.Key}
}

// from returns the name of a record's source in parentheses, or "".
func from(f *verify.Field) string {
	if f.Source == "" {
		return ""
	}
	return " (" + text.Clean(f.Source) + ")"
}

// fieldOf returns the compared field to which a finding's code applies, or nil.
func fieldOf(result *verify.Result, code verify.Code) *verify.Field {
	for i := range result.Fields {
		if result.Fields[i].Code == code {
			return &result.Fields[i]
		}
	}
	return nil
}

// spanOf returns the span of a field's value, or of the entry's key if the field is missing.
func spanOf(e *bib.Entry, field string) doc.Span {
	if written := verify.FieldFor(e, field); field != "" && written != nil {
		return doc.Span(e.Inside(written))
	}
	return doc.Span(e.KeySpan)
}

// maxMessage is the maximum length of a finding's message, in bytes.
const maxMessage = 600

func shortened(message string, longest int) string {
	if len(message) <= longest {
		return message
	}
	return text.Cut(message, longest) + " ..."
}

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
