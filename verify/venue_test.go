package verify

import "testing"

// TestVenues compares venue names in entries with those in records.
func TestVenues(t *testing.T) {
	for _, test := range []struct {
		code          Code
		entry, record string
	}{
		{"", "NIPS", "Advances in Neural Information Processing Systems 30"},
		{"", "Adv. Neural Inf. Process. Syst.", "NeurIPS"},
		{"", "CVPR 2021", "2021 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"},
		{"", "Proc. of the 57th Annual Meeting of the Association for Computational Linguistics", "ACL"},
		{"", "Proceedings of Machine Learning Research", "ICML"},
		{"", "J. Mach. Learn. Res.", "Journal of Machine Learning Research"},
		{"", "PNAS", "Proceedings of the National Academy of Sciences"},
		{"", "Am. J. Clin. Nutr.", "The American Journal of Clinical Nutrition"},
		{"", "NAACL-HLT", "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies"},
		{"", "Findings of EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2020"},
		{"", "Frontiers Psychol.", "Frontiers in Psychology"},
		{VenueDiffers, "ICML", "NeurIPS"},
		{VenueDiffers, "AAAI", "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing"},
		{VenueDiffers, "Symposium on Neural Scaling Laws", "ICML"},
		{VenueDiffers, "Transactions on Autonomous Learning Systems", "ICLR"},
		{VenueUnlike, "Machine Learning", "International Conference on Machine Learning"},
		{VenueUnlike, "Association for Computational Linguistics", "NAACL"},
		{VenueUnlike, "Journal of Porcelain", "Acta Ceramica"},
	} {
		if got := compareVenues(readVenue(test.entry), readVenue(test.record)); got != test.code {
			t.Errorf("%q, of %q: %q, want %q", test.entry, test.record, got, test.code)
		}
	}
}

// No line of the tables is skipped.
func TestTables(t *testing.T) {
	if len(venueAcronyms) < 100 || len(venueNames) < 15 || len(publishers) < 35 {
		t.Errorf("%d acronyms, %d first letters, %d publishers", len(venueAcronyms), len(venueNames), len(publishers))
	}
	for _, names := range venueNames {
		for _, n := range names {
			if n.of.kind != "conference" && n.of.kind != "journal" && n.of.kind != "series" || len(n.of.prefixes) == 0 {
				t.Errorf("%s: kind %q, prefixes %q", n.of.id, n.of.kind, n.of.prefixes)
			}
		}
	}
}
