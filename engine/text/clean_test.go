package text

import "testing"

func TestCleanDropsWhatAReaderCannotSee(t *testing.T) {
	for source, want := range map[string]string{
		"Plain text, with a line\nand a\ttab.": "Plain text, with a line\nand a\ttab.",
		"\x1b[31mRed\x1b[0m \x9b1m":            "[31mRed[0m \uFFFD1m",
		"a\u009b31mb":                          "a31mb",
		"safe\rrm -rf":                         "safe rm -rf",
		"\u202Etxt.exe\u202C \u2066x\u2069":    "txt.exe x",
		"ze\u200Bro \uFEFFwi\u2060dth":         "zero width",
		"tag\U000E0041ged":                     "tagged",
		"می\u200Cخواهم क्\u200Dष é":            "می\u200Cخواهم क्\u200Dष é",
		"\x00\x07\x08\x7f":                     "",
	} {
		if got := Clean(source); got != want || !IsClean(got) {
			t.Errorf("Clean(%q) = %q, want %q", source, got, want)
		}
	}
}
