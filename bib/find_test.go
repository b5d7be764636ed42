package bib

import "testing"

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
