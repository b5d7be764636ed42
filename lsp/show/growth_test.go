package show

import (
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

func TestMissingReferencesAreCounted(t *testing.T) {
	for want, missing := range map[string][]string{
		"because it ended": nil,
		"; 1 reference in your bibliography could not be found (“a”); " +
			"growth stopped because it ended": {"a"},
		"; 3 references in your bibliography could not be found (“a” and 2 more); " +
			"growth stopped because it ended": {"a", "b", "c"},
	} {
		if got := Growth(wire.GrowthResult{Reason: "it ended", Missing: missing}); !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAWorkThatNoIndexCouldHaveIsNotCalledMissing(t *testing.T) {
	for want, none := range map[string]error{"No index contains this work": nil, "No highlights: the index is damaged.": errors.New("the index is damaged")} {
		got := Hover{}.Citation(CitedKey{Key: "10.1/a", NamesWork: true, NoEngine: none})
		if !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
