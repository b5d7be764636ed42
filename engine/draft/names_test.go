package draft

import "testing"

func TestAProductNamedOnlyByItsUseIsATopic(t *testing.T) {
	for text, want := range map[string]float64{
		Mark + " present Tidekit 2.0 for mapping rivers.":       0,
		Mark + " presents SaltFlow for brine in rivers.":        0,
		Mark + " present SaltFlow, a library for brine.":        1,
		Mark + " present a corpus for the tagging of old text.": 1,
	} {
		d := scoredDraft{Draft: Draft{Text: text}, topic: "brine"}
		if got := (appraiser{}).traitsOf(d)[isProduct]; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
