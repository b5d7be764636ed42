package diagnose

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A View returns the findings about one entry of a .bib.
type View func(e *bib.Entry) []Finding

// View returns a View of a .bib. For an entry, the View returns the cached findings, except for a
// missing record, and the notices about its work.
func (r *References) View(b workspace.Bibliography, want Rules, notices func(*bib.Entry) []Notice) View {
	ignored, digestOf := verify.IgnoredBy(nil, nil), digests(b.File)
	if b.Snapshot != nil && !b.File.IsForeign() {
		ignored = verify.IgnoredBy(verify.Switches(b.File, b.Snapshot.Text), nil)
	}
	return func(e *bib.Entry) (found []Finding) {
		found = noticesOf(e, notices)
		if !want.Disagreements || !isCompared(e) {
			return found
		}
		result, _ := r.settled(digestOf(e), ignored(e))
		if result == nil {
			return found
		}
		for _, f := range result.Findings {
			if f.Code != verify.NoRecord {
				found = append(found, findingOf(e, result, f))
			}
		}
		return found
	}
}

// CompareKeys compares the entries that have the given keys with the records in the indexes.
func (r *References) CompareKeys(ctx context.Context, engines *app.Service, bibs []workspace.Bibliography,
	keys []string) error {
	cited := make(map[*bib.Entry]bool)
	for _, key := range keys {
		if e := workspace.EntryIn(bibs, key); e != nil {
			cited[e] = true
		}
	}
	for _, b := range bibs {
		isCited := func(e *bib.Entry) bool { return cited[e] }
		if err := r.CompareInUse(ctx, engines, b.File, isCited, func(int, int) {}); err != nil {
			return err
		}
	}
	return nil
}

// AtCitations returns a finding for each citation in a document whose entry contradicts its record
// or whose work was retracted.
func (r *References) AtCitations(bibs []workspace.Bibliography, d *workspace.Document, want Rules,
	notices func(*bib.Entry) []Notice) (found []Finding) {
	views, marks := make([]View, len(bibs)), make(map[string]*Finding)
	for i, b := range bibs {
		views[i] = r.View(b, want, notices)
	}
	for _, c := range d.Manuscript().Citations {
		for _, key := range c.Keys {
			mark, known := marks[key.Name]
			if !known {
				if at, e := workspace.Find(bibs, key.Name); e != nil {
					mark = markOf(key.Name, views[at](e))
				}
				marks[key.Name] = mark
			}
			if mark == nil {
				continue
			}
			here := *mark
			here.Span = key.Span
			if found = append(found, here); len(found) == MaxFindings {
				return found
			}
		}
	}
	return found
}

// markOf returns the most serious finding about a cited entry, or nil if none is serious enough to
// show at the citation.
func markOf(key string, all []Finding) (mark *Finding) {
	grave := 0
	for _, f := range all {
		severity, isNotice := graveHints[f.Code]
		if !isNotice && f.Severity != Warning {
			continue
		}
		if !isNotice {
			severity = Warning
		}
		if grave++; mark == nil || severity < mark.Severity {
			mark = &Finding{Severity: severity, Code: f.Code, Key: f.Key, Message: text.Clean(key) + ": " + f.Message}
		}
	}
	if grave > 1 {
		mark.Message += " (and " + text.Count(grave-1, "more finding") + " about this entry)"
	}
	return mark
}

// Check compares all entries of a .bib with the open indexes. It returns all contradictions and the
// entries without a record.
func (r *References) Check(ctx context.Context, engines *app.Service, b workspace.Bibliography, step func(done,
	all int)) ([]Finding, error) {
	r.Stale()
	if err := r.CompareInUse(ctx, engines, b.File, nil, step); err != nil {
		return nil, err
	}
	found, _ := r.Findings(b.File, b.Snapshot.Text, true)
	return found, nil
}

// Summary returns a one-line summary of findings by kind.
func Summary(all []Finding) string {
	if len(all) == 0 {
		return "no entry contradicts the records in your indexes"
	}
	wrong, missing := 0, 0
	for _, f := range all {
		switch {
		case f.Code == string(verify.NoRecord):
			missing++
		case f.Severity == Warning:
			wrong++
		}
	}
	said := fmt.Sprintf("found %s between entries and records, and %s to check", text.Count(wrong, "contradiction"),
		text.Count(len(all)-wrong-missing, "other finding"))
	switch missing {
	case 0:
		return said
	case 1:
		return said + "; 1 entry has no record in your indexes, but the work may exist"
	}
	return fmt.Sprintf("%s; %d entries have no record in your indexes, but the works may exist", said, missing)
}
