package judge

import (
	"strings"
	"testing"
)

func TestFindingsOfOthersAreTold(t *testing.T) {
	for sentence, want := range map[string]string{
		"Previous studies have shown that sleep improves memory.":     "Previous studies have shown",
		"It is well known that nitrogen raises the yield of wheat.":   "It is well known",
		"Smith et al. (2014) found that pooling helps.":               "Smith et al. (2014) found",
		"CD4 T cells have been previously reported to suppress them.": "CD4 T cells have been previously reported",
		"Recent work suggests that attention is enough.":              "Recent work suggests",
		"We show that sleep improves memory.":                         "",
		"Unlike previous studies have shown, sleep harms memory.":     "",
		"In contrast to what earlier work found, we see no effect.":   "",
		"Sleep improves memory.":                                      "",
		"The previous layer shows the largest error.":                 "",
		"": "",
	} {
		if got := Attributed(sentence); got != want {
			t.Errorf("%q: %q, want %q", sentence, got, want)
		}
	}
	for _, hostile := range []string{strings.Repeat("previous studies ", 1<<14), strings.Repeat("\xff", 1<<14)} {
		if got := Attributed(hostile); got != "" {
			t.Errorf("%.20q: %q", hostile, got)
		}
	}
}
