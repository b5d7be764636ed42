package paper

import "testing"

func TestNormalTitle(t *testing.T) {
	same := [][]string{
		{"BERT: Pre-training of Deep Bidirectional Transformers", "{BERT}: Pretraining of deep {B}idirectional transformers.", "Bert Pre Training of Deep Bidirectional Transformers"},
		{"Gödel’s Theorem", `G{\"o}del's theorem`, "Go\u0308del's Theorem", "GODEL'S THEOREM"},
		{"The <i>E. coli</i> genome &amp; more", `The \emph{E. coli} Genome \& More`, "The E. coli genome more"},
		{"Straße", "STRASSE"}, {"$\\alpha$-divergence", "α-Divergence"}, {"中文 信息", "中文信息"}, {"", "...", "–"},
	}
	for _, titles := range same {
		for _, title := range titles {
			if a, b := NormalTitle(titles[0]), NormalTitle(title); a != b {
				t.Errorf("%q and %q differ: %q, %q", titles[0], title, a, b)
			}
		}
	}
	if NormalTitle("p < 0.05 and x > 3") != "p005andx3" {
		t.Error("comparison signs are not HTML")
	}
}
