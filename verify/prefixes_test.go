package verify

import (
	"regexp"
	"testing"
)

var prefix = regexp.MustCompile(`^10\.\d{4,9}(\.\d+)*$`)

func TestRegisteredPrefixes(t *testing.T) {
	all := registeredPrefixes()
	if len(all) < 30_000 {
		t.Errorf("%d prefixes", len(all))
	}
	for p := range all {
		if !prefix.MatchString(p) {
			t.Errorf("%q is no prefix", p)
		}
	}
	for doi, want := range map[string]bool{
		"10.1016/j.x": true, "10.1370/afm.1": true, "10.18653/v1/p18-1": true, "10.5281/zenodo.1": true, "10.9999/x": false,
		"10.1/x": false, "": false,
	} {
		if isKnownPrefix(doi) != want {
			t.Errorf("%q: known %v", doi, !want)
		}
	}
}
