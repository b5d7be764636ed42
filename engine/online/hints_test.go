package online

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
)

// TestHintsOnAllRecordedReplies lists the hints about all records in the recorded responses. Each was
// checked by hand against its response; check any new one too.
func TestHintsOnAllRecordedReplies(t *testing.T) {
	records, hints := 0, []string{}
	for source, parse := range parsers {
		paths, err := filepath.Glob(filepath.Join(onlinetest.Folder(), source, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := inUTF8(raw, "")
			if err != nil {
				continue // compressed, or deliberately in another format
			}
			all, _ := parse(body)
			records += len(all)
			for _, r := range all {
				for _, h := range r.Hints() {
					hints = append(hints, fmt.Sprintf("%s %s %s %s", source, strings.ToLower(r.ID), h.Kind, h.DOI))
				}
			}
		}
	}
	slices.Sort(hints)
	t.Logf("%d hints on %d records", len(hints), records)
	want := []string{
		"arxiv arxiv:1205.1866 published 10.5121/vlsic.2012.3205",
		"arxiv arxiv:2005.14124 published 10.1145/3395363.3397376",
		"arxiv arxiv:2202.12139 published 10.1109/icstw55395.2022.00035",
		"arxiv arxiv:2204.08348 published 10.1145/3533767.3534401",
		"arxiv arxiv:2302.03287 published 10.1109/icstw58534.2023.00078",
		"arxiv arxiv:2405.13786 published 10.1109/icstw58534.2023.00023",
		"crossref doi:10.1101/2024.04.01.587366 published 10.1016/j.xgen.2025.100814",
		"crossref doi:10.1371/journal.pone.0033693 corrected 10.1371/annotation/c76da2c1-ccb8-4797-94c1-359d3ceceeda",
	}
	if diff := gocmp.Diff(want, slices.Compact(hints)); diff != "" {
		t.Error(diff)
	}
}
