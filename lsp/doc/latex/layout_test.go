package latex

import (
	"strings"
	"testing"
)

// A line that the author edited without rewrapping its paragraph does not change the width of other
// lines.
func TestOneLongLineLeavesTheWidth(t *testing.T) {
	paragraph := strings.Repeat("Mills of the north\nburn bran in winter. ", 15) + "\n\n"
	long := strings.Repeat("Old mills burn bran and ", 20) + "\nchaff.\n"
	for text, want := range map[string]int{
		paragraph:        60,
		paragraph + long: 60,
		long:             479,
	} {
		if got := Scan(text).Layout(text).Width; got != want {
			t.Errorf("width %d, want %d", got, want)
		}
	}
}

// The documents also contain lines with two sentences, and some wrapped sentences.
func TestMostSentencesOnLinesOfTheirOwn(t *testing.T) {
	text := strings.Repeat("Mills of the north burn bran in winter.\n", 30) + "They rust. They\nburn.\n"
	if got := Scan(text).Layout(text); !got.SentencePerLine {
		t.Errorf("%+v, want a sentence per line", got)
	}
}
