package check

import (
	"reflect"
	"strings"
	"testing"
)

// A paper that has been compared with other claims gives the same results as a new one.
func TestAPaperIsComparedWithManyClaims(t *testing.T) {
	passages := []string{
		"A parser of Dutch",
		"We propose soft constraints (SC), which weigh features by rules.",
		"SC outperform a biaffine parser by 1.2 points of accuracy on four treebanks.",
		"Our method needs no training data and was not tested on spoken Dutch (SD).",
		strings.Repeat("Spoken words are hard. ", 400),
		"",
	}
	claims := []string{
		"@ show that soft constraints outperform a biaffine parser.",
		"SC outperform a biaffine parser by 1.2 points @.",
		"@ show that soft constraints need training data.",
		"Spoken Dutch was not tested @.",
		"", "\x00", strings.Repeat("SC ", 2000),
	}
	p := NewPaper(passages)
	for range 2 {
		for _, claim := range claims {
			if got, want := p.Examine(claim), Examine(claim, passages); !reflect.DeepEqual(got, want) {
				t.Errorf("%.60q: %+v, want %+v", claim, got, want)
			}
		}
	}
	if none := NewPaper(nil).Examine(claims[0]); none.Evidence != -1 {
		t.Errorf("%+v", none)
	}
}
