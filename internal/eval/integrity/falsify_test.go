package integrity

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestFalsify(t *testing.T) {
	records := func(yield func(*engine.Paper, error) bool) {
		for i := range 48 {
			p := &engine.Paper{Title: fmt.Sprintf("A careful study of plant %d", i), Year: 2000, Venue: fmt.Sprintf("Journal %d", i),
				DOI: fmt.Sprintf("10.1234/%d", i), Authors: []engine.Author{{Given: "Jane Ann", Family: fmt.Sprintf("Doe%c", 'a'+i)},
					{Family: "Roe"}, {Given: "Ann", Family: "Poe"}}}
			if !yield(p, nil) {
				return
			}
		}
	}
	entries, pool, err := Falsify(records, 1)
	if err != nil || len(entries) != 48 || len(pool) != 48 {
		t.Fatal(len(entries), len(pool), err)
	}
	kinds := make(map[string]int)
	for i, e := range entries {
		if e.valid() == (e.Kind != "") {
			t.Errorf("%+v", e)
		}
		kinds[e.Kind]++
		changed := e.Fields["title"] != pool[i].Fields["title"] || e.Fields["year"] != pool[i].Fields["year"] ||
			e.Fields["journal"] != pool[i].Fields["journal"] || e.Fields["doi"] != pool[i].Fields["doi"] ||
			e.Fields["author"] != fmt.Sprintf("Doe%c, J. A. and Roe and Poe, A.", 'a'+i)
		if changed == e.valid() {
			t.Errorf("%s %q: %v", e.Key, e.Kind, e.Fields)
		}
	}
	if len(kinds) != 13 || kinds[""] != 24 {
		t.Errorf("kinds %v", kinds)
	}
	again, _, _ := Falsify(records, 1)
	if diff := cmp.Diff(entries, again); diff != "" {
		t.Errorf("another time: %s", diff)
	}
	if _, _, err := Falsify(func(func(*engine.Paper, error) bool) {}, 1); err == nil {
		t.Error("no records, but no error")
	}
}
