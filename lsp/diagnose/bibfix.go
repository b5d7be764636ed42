package diagnose

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A Fix is a quick fix for a .bib.
type Fix struct {
	Title string
	Edits []bib.Edit
}

func replacing(title string, span bib.Span, text string) Fix {
	return Fix{title, []bib.Edit{{Span: span, Text: text}}}
}

// Fixes returns the quick fixes for a range of a .bib. It considers the fields in the range, or all
// fields of an entry if the range touches its key.
func (r *References) Fixes(file *bib.File, source string, at doc.Span, want Rules) (all []Fix) {
	for _, twice := range file.DuplicateKeys() {
		if want.DuplicateKeys && touches(at, doc.Span(twice.Entry.KeySpan)) {
			free := file.FreeKey(twice.Entry.Key)
			all = append(all, replacing("Give this entry the key "+free, twice.Entry.KeySpan, free))
		}
	}
	if !want.Disagreements {
		return all
	}
	ignored := verify.IgnoredBy(verify.Switches(file, source), nil)
	compared(file, nil, func(e *bib.Entry, d digest) {
		if !touches(at, doc.Span(e.Span)) {
			return
		}
		if result, _ := r.settled(d, ignored(e)); result != nil {
			all = append(all, fixesOf(file, source, e, result, at, want)...)
		}
	})
	return all
}

// Corrections returns a single fix that makes all certain corrections, or nil if none is certain.
func (r *References) Corrections(file *bib.File, source string, want Rules) (all []Fix) {
	if !want.Disagreements {
		return nil
	}
	var fix Fix
	entries := 0
	ignored := verify.IgnoredBy(verify.Switches(file, source), nil)
	compared(file, nil, func(e *bib.Entry, d digest) {
		result, _ := r.settled(d, ignored(e))
		if result == nil {
			return
		}
		found := verify.Corrections(file, e, result)
		for _, one := range found {
			fix.Edits = append(fix.Edits, one.Edits...)
		}
		entries += min(len(found), 1)
	})
	if entries == 0 {
		return nil
	}
	if fix.Title = fmt.Sprintf("Correct %d entries to match their records", entries); entries == 1 {
		fix.Title = "Correct one entry to match its record"
	}
	return []Fix{fix}
}

func touches(a, b doc.Span) bool { return a.Start <= b.End && b.Start <= a.End }

func fixesOf(file *bib.File, source string, e *bib.Entry, result *verify.Result, at doc.Span, want Rules) (all []Fix) {
	whole := touches(at, doc.Span{Start: e.Start, End: e.KeySpan.End})
	if version, ok := verify.PublishedVersion(file, e, result); ok {
		all = append(all, Fix{"Replace with the published version: " + label(version.Found), version.Edits})
	}
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
	title := fmt.Sprintf("Replace the %s with the one in the record: %s", field.Name, label(field.Found))
	return replacing(title+from(field), e.ValueSpan(written), value), true
}

// isCutRecord reports whether the record's title is truncated. Such a title must not replace the
// full one.
func isCutRecord(f *verify.Field) bool {
	return f.Code == verify.TitleCut && len(f.Found) < len(f.Have)
}

// belongsElsewhere reports whether a finding's record describes another work or version. The values
// of such a record must not be copied into the entry.
func belongsElsewhere(code verify.Code) bool {
	switch code {
	case verify.DOIOther, verify.ArXivOther, verify.Published, verify.VenueUnknown, verify.DOIUnknown:
		return true
	}
	return false
}

const maxLabel = 60 // maximum length of a value in a fix's title, in bytes

func label(value string) string {
	return shortened(strings.Join(strings.Fields(text.Clean(value)), " "), maxLabel)
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
	return replacing("Ignore "+string(code)+" here", bib.Span{Start: e.Start, End: e.Start}, comment+eol)
}
