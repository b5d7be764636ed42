package text

import "testing"

// WordAt finds a word at the start of every token, and at no other byte.
func FuzzWordAt(f *testing.F) {
	for _, s := range []string{"Kneser's smoothing, don’t", "naïve BERT-based 中文字 x2", "a'b 'c' d’e", "\xffab", "İstanbul e\u0301a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		begins := make(map[int]string)
		for _, token := range Tokens(s) {
			begins[token.Start] = token.Text
		}
		for at := range len(s) {
			if got := WordAt(s, at); got != begins[at] {
				t.Errorf("at byte %d of %q: %q, want %q", at, s, got, begins[at])
			}
		}
	})
}
