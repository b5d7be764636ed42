package diagnose

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Fix is a quick fix that replaces one range of a .bib.
type Fix struct {
	Title string
	Span  doc.Span
	Text  string
}

// Fixes returns the quick fixes for a range of a .bib. They apply to the fields in the range, or to
// the whole entry if the range touches its key.
func (r *References) Fixes(file *bib.File, source string, at doc.Span, want Rules) (all []Fix) {
	for _, twice := range file.DuplicateKeys() {
		if want.DuplicateKeys && touches(at, doc.Span(twice.Entry.KeySpan)) {
			free := file.FreeKey(twice.Entry.Key)
			all = append(all, Fix{"Give this entry the key " + free, doc.Span(twice.Entry.KeySpan), free})
		}
	}
	if !want.Disagreements {
		return all
	}
	ignored := verify.IgnoredBy(verify.Switches(file, source), nil)
	compared(file, func(e *bib.Entry, d digest) {
		if !touches(at, doc.Span(e.Span)) {
			return
		}
		if result, _ := r.settled(d, ignored(e)); result != nil {
			all = append(all, fixesOf(file, source, e, result, at, want)...)
		}
	})
	return all
}

func touches(a, b doc.Span) bool { return a.Start <= b.End && b.Start <= a.End }

func fixesOf(file *bib.File, source string, e *bib.Entry, result *verify.Result, at doc.Span, want Rules) (all []Fix) {
	whole := touches(at, doc.Span{Start: e.Start, End: e.KeySpan.End})
	var ignoring []Fix
	for _, f := range result.Findings {
		if !whole && !touches(at, spanOf(e, verify.KindOf(f.Code).Field)) ||
			f.Code == verify.NoRecord && !want.NotFound {
			continue
		}
		if fix, ok := takeFound(file, e, result, f.Code); ok {
			all = append(all, fix)
		}
		ignoring = append(ignoring, ignoreHere(source, e, f.Code))
	}
	return append(all, ignoring...)
}

// takeFound returns a fix that replaces the value of a field with the record's value.
func takeFound(file *bib.File, e *bib.Entry, result *verify.Result, code verify.Code) (Fix, bool) {
	field := fieldOf(result, code)
	if field == nil || field.Found == "" || len(result.Records) == 0 || belongsElsewhere(code) || isCutRecord(field) {
		return Fix{}, false
	}
	written := verify.FieldFor(e, field.Name)
	if written == nil {
		return Fix{}, false
	}
	value := file.NewValue(written.Name, bib.RecordOf(result.Records[0]))
	if value == "" {
		return Fix{}, false
	}
	title := fmt.Sprintf("Take the %s of the record: %s", field.Name, label(field.Found))
	return Fix{title + from(field), doc.Span(e.ValueSpan(written)), value}, true
}

// isCutRecord reports whether the record's title is truncated, so that it must not replace the full
// one.
func isCutRecord(f *verify.Field) bool {
	return f.Code == verify.TitleCut && len(f.Found) < len(f.Have)
}

// belongsElsewhere reports whether a finding's record describes another work or version, so that
// its values do not fit the entry.
func belongsElsewhere(code verify.Code) bool {
	switch code {
	case verify.DOIOther, verify.ArXivOther, verify.Published, verify.VenueUnknown, verify.DOIUnknown:
		return true
	}
	return false
}

// maxLabel is the maximum length of a value in a title, in bytes.
const maxLabel = 60

func label(value string) string {
	value = strings.Join(strings.Fields(text.Clean(value)), " ")
	if len(value) > maxLabel {
		return text.Cut(value, maxLabel) + " ..."
	}
	return value
}

// ignoreHere returns a fix that inserts a comment above an entry to suppress a code.
func ignoreHere(source string, e *bib.Entry, code verify.Code) Fix {
	comment, eol := "% scilit-check: ignore "+string(code), "\n"
	if strings.Contains(source, "\r\n") {
		eol = "\r\n"
	}
	line := source[strings.LastIndexByte(source[:e.Start], '\n')+1 : e.Start]
	if strings.TrimSpace(line) != "" {
		comment = eol + comment
	} else {
		eol += line
	}
	return Fix{"Ignore " + string(code) + " here", doc.Span{Start: e.Start, End: e.Start}, comment + eol}
}
