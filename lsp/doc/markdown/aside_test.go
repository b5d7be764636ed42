package markdown

import (
	"strings"
	"testing"
)

func TestCitationsBesideTheRunningTextAreKnown(t *testing.T) {
	for source, want := range map[string]string{
		"| A | B |\n|---|---|\n| [@a] | `@no` \\@no me@no.org @b |\n":     "a b",
		"# As @a says\n\nText.^[As in [@b].] ![Of @c](x@no.png) [^1]\n":   "a b c",
		"---\ntitle: me@no.org\nnocite: |\n  @a, @b\nlang: de\n---\n[@c]": "a b c",
		"---\nnocite: '@*'\n---\n":                                        "",
		"```\n@no\n```\n\n    @no\n\n<!-- @no --> @a":                     "a",
	} {
		if got := strings.Join(Scan(source).CitedKeys(), " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
