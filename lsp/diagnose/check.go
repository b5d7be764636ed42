package diagnose

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

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

// Summary counts findings in one line.
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
	return fmt.Sprintf("%s; %d entries have no record in your indexes, but the works may exist",
		said, missing)
}
