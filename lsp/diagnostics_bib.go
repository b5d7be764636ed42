package lsp

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// diagnoseBib shows what the file itself tells and what is known of its DOIs,
// and returns how to learn more of them.
func (s *server) diagnoseBib(ctx context.Context, d *workspace.Document) (rest func()) {
	file := s.files.BibOf(ctx, d).File
	found := s.bibDiagnostics(ctx, d, file)
	if !s.currentSettings().Diagnostics.Disagreements {
		s.publish(ctx, d, found)
		return func() {}
	}
	disagreements, all := s.knownDisagreements(d, file)
	s.publish(ctx, d, append(found, disagreements...))
	return func() {
		if all || s.compareWithIndex(ctx, file) != nil {
			return
		}
		disagreements, _ := s.knownDisagreements(d, file)
		s.publish(ctx, d, append(found, disagreements...))
	}
}

// bibDiagnostics are what a .bib tells of itself. What follows a change of the
// file is left out: nobody will see it.
func (s *server) bibDiagnostics(ctx context.Context, d *workspace.Document, file *bib.File) (found []protocol.Diagnostic) {
	want := s.currentSettings().Diagnostics
	if want.Encoding {
		found = append(found, s.lostLetters(ctx, d)...)
	}
	if want.Malformed && !s.besideTexlab() {
		found = append(found, s.malformed(d, file)...)
	}
	if want.Malformed {
		found = append(found, s.uncitable(d, file)...)
	}
	if want.DuplicateKeys && !s.besideTexlab() {
		for _, twice := range file.DuplicateKeys() {
			found = append(found, s.twice(d, twice, "duplicate-key", fmt.Sprintf("the key %q is used above already; give one of the entries another", twice.Entry.Key)))
		}
	}
	if want.DuplicateWorks && ctx.Err() == nil {
		for _, twice := range file.DuplicateWorks() {
			found = append(found, s.twice(d, twice, "duplicate-work", fmt.Sprintf("this work is above already, as %q", twice.First.Key)))
		}
	}
	if want.MissingFields && ctx.Err() == nil {
		found = append(found, s.missingFields(d, file)...)
	}
	return found
}

func (s *server) malformed(d *workspace.Document, file *bib.File) (found []protocol.Diagnostic) {
	for _, p := range file.Problems() {
		end := len(d.Text)
		if n := strings.IndexAny(d.Text[p.Offset:], "\r\n"); n >= 0 {
			end = p.Offset + n
		}
		found = append(found, s.diagnostic(d, doc.Span{Start: p.Offset, End: end}, protocol.DiagnosticSeverityError, "malformed", p.Message))
	}
	return found
}

// uncitable are the keys that are not offered for citing.
func (s *server) uncitable(d *workspace.Document, file *bib.File) (found []protocol.Diagnostic) {
	all := file.Uncitable()
	for _, e := range all[:min(len(all), maxDiagnostics)] {
		message := fmt.Sprintf("the key %q is not offered for citing: %v; rename it", e.Key, bib.CheckKey(e.Key))
		found = append(found, s.diagnostic(d, doc.Span(e.KeySpan), protocol.DiagnosticSeverityWarning, "uncitable-key", message))
	}
	return found
}

// twice points at the key of an entry, and at the entry that it repeats.
func (s *server) twice(d *workspace.Document, twice bib.Duplicate, code, message string) protocol.Diagnostic {
	found := s.diagnostic(d, doc.Span(twice.Entry.KeySpan), protocol.DiagnosticSeverityWarning, code, message)
	found.RelatedInformation = []protocol.DiagnosticRelatedInformation{{
		Location: protocol.Location{URI: uri.URI(d.URI), Range: s.protocolRange(d.Snapshot, doc.Span(twice.First.KeySpan))}, Message: "the first one",
	}}
	return found
}

func (s *server) missingFields(d *workspace.Document, file *bib.File) (found []protocol.Diagnostic) {
	for i := range file.Entries {
		e := &file.Entries[i]
		if missing := e.Missing(); e.Complete && len(missing) > 0 {
			message := fmt.Sprintf("this @%s has no %s", e.Type, strings.Join(missing, ", no "))
			found = append(found, s.diagnostic(d, doc.Span(e.KeySpan), protocol.DiagnosticSeverityWarning, "missing-field", message))
			if len(found) == maxDiagnostics {
				break
			}
		}
	}
	return found
}

// lostLetters tells that the editor shows marks in place of letters, because
// the file is not in the encoding that it was opened in. Saved so, the letters
// would be lost.
func (s *server) lostLetters(ctx context.Context, d *workspace.Document) []protocol.Diagnostic {
	at := strings.IndexRune(d.Text, utf8.RuneError)
	if at < 0 || !notUTF8(ctx, workspace.PathOf(d.URI)) {
		return nil
	}
	span := doc.Span{Start: at, End: at + utf8.RuneLen(utf8.RuneError)}
	return []protocol.Diagnostic{s.diagnostic(d, span, protocol.DiagnosticSeverityError, "encoding", errLostLetters.Error())}
}

var errLostLetters = fmt.Errorf("this file is not UTF-8, and saving it as it is shown would lose letters: open it again in its own encoding, such as Latin-1")

// notUTF8 reports whether a file has bytes that are no UTF-8.
func notUTF8(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	raw, err := files.Read(ctx, path, workspace.MaxBib)
	return err == nil && !utf8.Valid(raw)
}
