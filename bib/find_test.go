package bib

import "testing"

func TestNormalDOI(t *testing.T) {
	tests := []struct{ text, want string }{
		{"10.1000/ABC.1", "10.1000/abc.1"},
		{"https://doi.org/10.1000/abc", "10.1000/abc"},
		{"http://dx.doi.org/10.1000/abc", "10.1000/abc"},
		{"https://proxy.uni.edu/doi/10.1000/abc/abstract?x=1", "10.1000/abc"},
		{"https://doi.org/10.1000%2Fabc%28x%29", "10.1000/abc(x)"},
		{"doi:10.1000/abc.", "10.1000/abc"},
		{"DOI: 10.1000/abc, accessed 2020", "10.1000/abc"},
		{"(see 10.1000/abc)", "10.1000/abc"},
		{"10.1002/(SICI)1097-4571(199009)41:6<391::AID-ASI1>3.0.CO;2-9", "10.1002/(sici)1097-4571(199009)41:6<391::aid-asi1>3.0.co;2-9"},
		{"10.1000.10/abc", "10.1000.10/abc"},
		{"version 2010.1000/x", ""}, {"10.5", ""}, {"", ""}, {"https://example.org/%zz10.1000/abc", ""},
	}
	for _, tt := range tests {
		if got := NormalDOI(tt.text); got != tt.want {
			t.Errorf("NormalDOI(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestNormalArXiv(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1706.03762", "1706.03762"}, {"1706.03762v5", "1706.03762"}, {"arXiv:1706.03762 [cs.CL]", "1706.03762"},
		{"https://arxiv.org/abs/1706.03762v2", "1706.03762"}, {"http://arxiv.org/pdf/1706.03762.pdf", "1706.03762"},
		{"arXiv preprint arXiv:1706.03762", "1706.03762"}, {"10.48550/arXiv.1706.03762", "1706.03762"},
		{"hep-th/9711200", "hep-th/9711200"}, {"math.GT/0309136v1", "math.gt/0309136"}, {"https://arxiv.org/abs/cs/0101001", "cs/0101001"},
		{"", ""}, {"17.3", ""}, {"arXiv", ""},
	}
	for _, tt := range tests {
		if got := NormalArXiv(tt.text); got != tt.want {
			t.Errorf("NormalArXiv(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	f := Parse([]byte(`
@article{doi, doi = {10.1000/ABC\_1}, title = {One}}
@article{url, url = {https://doi.org/10.1000/def}}
@article{note, note = {Available as doi:10.1000/ghi.}}
@misc{eprint, eprint = {1706.03762v2}, archiveprefix = {arXiv}}
@misc{otherarchive, eprint = {1801.00001}, eprinttype = {hal}}
@misc{arxivurl, url = {https://arxiv.org/abs/1802.00002}}
@misc{journal, journal = {arXiv preprint arXiv:1803.00003}}
@misc{arxivdoi, doi = {10.48550/arXiv.1804.00004}}
@misc{arxivfield, arxivid = {1805.00005v1}}
@book{intro1, author = {Ann Lee}, title = {Introduction}}
@book{intro2, author = {van der Berg, Bob}, title = {Introduction}}
@book{anonymous, title = {Das {\"U}ber-Buch}}
@incollection{chapter, crossref = {volume}, title = {Chapter}}
@book{volume, doi = {10.1000/volume}, title = {Volume}}
`))
	tests := []struct {
		name string
		work Work
		want string
	}{
		{"key", Work{Key: "url", DOI: "10.1000/abc_1"}, "url"},
		{"key in another case is another key", Work{Key: "URL"}, ""},
		{"DOI in any case, escaped", Work{DOI: "https://doi.org/10.1000/abc_1"}, "doi"},
		{"DOI in an address", Work{DOI: "10.1000/DEF"}, "url"},
		{"DOI in a note", Work{DOI: "10.1000/ghi"}, "note"},
		{"arXiv without version", Work{ArXiv: "1706.03762"}, "eprint"},
		{"arXiv by its DOI", Work{DOI: "10.48550/arXiv.1706.03762"}, "eprint"},
		{"eprint of another archive", Work{ArXiv: "1801.00001"}, ""},
		{"arXiv in an address", Work{ArXiv: "1802.00002v3"}, "arxivurl"},
		{"arXiv in a journal", Work{ArXiv: "1803.00003"}, "journal"},
		{"arXiv DOI in the file", Work{ArXiv: "1804.00004"}, "arxivdoi"},
		{"arXiv field of Mendeley", Work{ArXiv: "1805.00005"}, "arxivfield"},
		{"DOI unknown, title known", Work{DOI: "10.1000/none", Title: "one"}, "doi"},
		{"title of two, by author", Work{Title: "Introduction", Author: "Berg"}, "intro2"},
		{"title of two, another author", Work{Title: "Introduction", Author: "Miller"}, ""},
		{"title of two, no author", Work{Title: "Introduction."}, "intro1"},
		{"entry without author", Work{Title: "Das Überbuch", Author: "Miller"}, "anonymous"},
		{"a chapter has not the DOI of its book", Work{DOI: "10.1000/volume"}, "volume"},
		{"nothing known", Work{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			key := ""
			if e := f.Find(tt.work); e != nil {
				key = e.Key
			}
			if key != tt.want {
				t.Errorf("found %q, want %q", key, tt.want)
			}
		})
	}
}
