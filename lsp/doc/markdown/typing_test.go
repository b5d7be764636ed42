package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// Each fixture is a text with the cursor ¦, followed by the replaced range, the
// typed text and the other keys.
func TestAKeyThatIsBeingTyped(t *testing.T) {
	for fixture, want := range map[string]string{
		"See [@¦":                     "[] [] []",
		"See [@¦]":                    "[] [] []",
		"See @smi¦ there":             "[smi] [smi] []",
		"See @smi¦th2020 there":       "[smith2020] [smi] []",
		"[see @a, p. 3; -@b¦]":        "[b] [b] [a]",
		"[@a; @¦]":                    "[] [] [a]",
		"[@{max pool¦}]":              "[{max pool}] [max pool] []",
		"[@{max¦":                     "[{max] [max] []",
		"| a | [@x¦] |\n|---|---|":    "[x] [x] []",
		"# As @x¦":                    "[x] [x] []",
		"日本 😀 [@é¦]":                  "[é] [é] []",
		"`[@x¦]`":                     "none",
		"`@x¦":                        "none",
		"```\n@x¦\n```":               "none",
		"    @x¦":                     "none",
		"<!-- @x¦ -->":                "none",
		"---\nauthor: \"@x¦\"\n---\n": "none",
		"me@example¦":                 "none",
		`\@x¦`:                        "none",
		"@fig-plot¦":                  "none",
		"@a text¦":                    "none",
		"¦":                           "none",
	} {
		before, after, _ := strings.Cut(fixture, "¦")
		source := before + after
		got := "none"
		if typing, ok := Typing(source, Scan(source), len(before)); ok {
			got = fmt.Sprintf("[%s] [%s] %v", source[typing.Start:typing.End], typing.Typed, typing.Others)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", fixture, got, want)
		}
	}
}

func FuzzTyping(f *testing.F) {
	f.Add("[see @a, p. 3; -@{b c}]", 21)
	f.Fuzz(func(t *testing.T, source string, offset int) {
		if offset < 0 || offset > len(source) {
			return
		}
		typing, ok := Typing(source, Scan(source), offset)
		if ok && (typing.Citation >= typing.Start || typing.Start > offset || offset > typing.End || typing.End > len(source)) {
			t.Errorf("%+v at %d of %q", typing, offset, source)
		}
	})
}
