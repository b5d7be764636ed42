package text

import (
	"strings"
	"testing"
)

func FuzzLowerIsThatOfStrings(f *testing.F) {
	for _, s := range []string{
		"", "A", "@AZ[`az{", "The Ångström – ÉCOLE", "in 3\u212A and \u0130", "\xffABCDEFGHIJ", "long lower-case text’s end",
		strings.Repeat("NEURAL networks – Z@[", 9), "\x80\xC1\xDA", "ends in a part \xe2\x80",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Lower(s), strings.ToLower(s); got != want {
			t.Errorf("Lower(%q) = %q, want %q", s, got, want)
		}
	})
}

func BenchmarkLower(b *testing.B) {
	s := strings.Repeat("We show that Neural networks of the BERT family – and others – outperform it. ", 16)
	for b.Loop() {
		Lower(s)
	}
}
