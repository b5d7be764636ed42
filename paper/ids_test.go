package paper

import "testing"

// TestIdentifiersInAllTheirShapes compares the normal form of each identifier, which is listed
// first, with the results for its other forms.
func TestIdentifiersInAllTheirShapes(t *testing.T) {
	tests := []struct {
		kind   string
		normal func(string) string
		want   string
		shapes []string
	}{
		{"DOI", DOI, "10.1145/3376314", []string{
			"10.1145/3376314", "doi:10.1145/3376314", "DOI: 10.1145/3376314.", "https://doi.org/10.1145/3376314", "http://dx.doi.org/10.1145/3376314/",
			"https://dl.acm.org/doi/10.1145/3376314", "https://dl.acm.org/doi/pdf/10.1145/3376314?download=true", "10.1145/3376314?download=true",
			"https://dl.acm.org/doi/fullHtml/10.1145/3376314", "https://proxy.uni.edu/doi/10.1145/3376314/abstract?x=1", "(see 10.1145/3376314)",
			"https://doi.org/10.1145%2F3376314", "10.1145%2f3376314", "10.1145/3376314, accessed 2020", "<https://doi.org/10.1145/3376314>",
			`<a href="https://doi.org/10.1145/3376314">`, "<doi>10.1145/3376314</doi>", "https://doi.org/10.1145/3376314#sec-2", " 10.1145/3376314\n",
		}},
		{"DOI", DOI, "10.1000/abc", []string{"10.1000/ABC", "https://example.org/doi/epdf/10.1000/abc", "https://doi.org/10.1000/abc;", "doi:10.1000/Abc)", "10.1000/abc."}},
		{"OpenAlex", OpenAlex, "W2741809807", []string{
			"W2741809807", "w2741809807", " https://openalex.org/W2741809807", "https://api.openalex.org/works/W2741809807",
		}},
		{"OpenAlex", OpenAlex, "", []string{
			"", "W", "W27x", "2741809807", "A2741809807", "https://example.org/W2741809807", "W4285719527", "W27418098071234567890",
		}},
		{"DOI", DOI, "10.1000/abc(x)", []string{"https://doi.org/10.1000%2Fabc%28x%29", "10.1000/ABC(X)", "(10.1000/abc(x))"}},
		{"DOI", DOI, "10.1007/978-3-319-10602-1_48", []string{
			"https://link.springer.com/chapter/10.1007/978-3-319-10602-1_48", "https://link.springer.com/content/pdf/10.1007/978-3-319-10602-1_48.pdf",
			"https://link.springer.com/content/pdf/10.1007%2F978-3-319-10602-1_48.pdf",
		}},
		{"DOI", DOI, "10.1002/(sici)1097-4571(199009)41:6<391::aid-asi1>3.0.co;2-9", []string{
			"10.1002/(SICI)1097-4571(199009)41:6<391::AID-ASI1>3.0.CO;2-9", "10.1002/(SICI)1097-4571(199009)41:6&lt;391::AID-ASI1&gt;3.0.CO;2-9",
			"https://doi.org/10.1002/(SICI)1097-4571(199009)41:6%3C391::AID-ASI1%3E3.0.CO;2-9",
		}},
		{"DOI", DOI, "10.1101/2020.03.03.972133", []string{
			"10.1101/2020.03.03.972133", "10.1101/2020.03.03.972133v2", "https://www.biorxiv.org/content/10.1101/2020.03.03.972133v1.full.pdf",
			"https://www.medrxiv.org/content/10.1101/2020.03.03.972133v1.full",
		}},
		{"DOI", DOI, "10.64898/2026.07.13.738145", []string{"10.64898/2026.07.13.738145", "https://www.biorxiv.org/content/10.64898/2026.07.13.738145v2.full"}},
		{"DOI", DOI, "10.48550/arxiv.1706.03762", []string{"10.48550/arXiv.1706.03762", "https://doi.org/10.48550/arXiv.1706.03762v5"}},
		{"DOI", DOI, "10.18653/v1/p18-1198", []string{"10.18653/v1/P18-1198", "https://doi.org/10.18653/v1/P18-1198", "https://www.doi.org/10.18653/v1/P18-1198"}},
		{"DOI", DOI, "10.1000.10/abc", []string{"10.1000.10/abc"}},
		{"DOI", DOI, "", []string{"version 2010.1000/x", "10.5", "", "https://example.org/%zz10.1000/abc", "https://arxiv.org/abs/1706.03762", "10.1000/", "https://doi.org/10.1000/"}},

		{"arXiv", ArXiv, "1706.03762", []string{
			"1706.03762", "1706.03762v5", "arXiv:1706.03762 [cs.CL]", "ARXIV:1706.03762v1", "https://arxiv.org/abs/1706.03762v2", "http://arxiv.org/pdf/1706.03762.pdf",
			"https://www.arxiv.org/pdf/1706.03762v7#page=3", "https://export.arxiv.org/abs/1706.03762", "https://ar5iv.labs.arxiv.org/html/1706.03762", "oai:arXiv.org:1706.03762",
			"arXiv preprint arXiv:1706.03762", "10.48550/arXiv.1706.03762", "https://doi.org/10.48550/arXiv.1706.03762v3", "CoRR, arXiv:1706.03762", " 1706.03762 [cs.CL] ",
		}},
		{"arXiv", ArXiv, "hep-th/9711200", []string{"hep-th/9711200", "hep-th/9711200v3", "arXiv:hep-th/9711200", "https://arxiv.org/abs/hep-th/9711200", "https://arxiv.org/abs/hep-th%2F9711200", "10.48550/arXiv.hep-th/9711200"}},
		{"arXiv", ArXiv, "math/0309136", []string{"math/0309136", "math.GT/0309136v1", "https://arxiv.org/abs/math.GT/0309136"}},
		{"arXiv", ArXiv, "cs/0101001", []string{"https://arxiv.org/abs/cs/0101001"}},
		{"arXiv", ArXiv, "0704.0001", []string{"0704.0001", "arxiv.org/abs/0704.0001v2"}},
		{"arXiv", ArXiv, "", []string{"", "17.3", "arXiv", "10.1145/3376314", "pages 1706.03762 of it"}},
		{"mentioned arXiv", MentionedArXiv, "", []string{"1706.03762", "hep-th/9711200"}},

		{"PMID", PMID, "31452104", []string{"31452104", "pmid:31452104", "PMID: 31452104", "https://pubmed.ncbi.nlm.nih.gov/31452104/", "https://www.ncbi.nlm.nih.gov/pubmed/31452104?dopt=Abstract", "https://europepmc.org/article/MED/31452104"}},
		{"PMID", PMID, "", []string{"", "0", "PMC6710000", "10.1000/31452104", "123456789"}},
		{"PMC", PMCID, "PMC6710000", []string{"PMC6710000", "pmc6710000", "PMCID: PMC6710000", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6710000/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6710000/pdf/main.pdf", "PMC6710000.1"}},
		{"PMC", PMCID, "", []string{"", "6710000", "PMC", "pmc-list"}},

		{"ACL", ACL, "P18-1198", []string{"P18-1198", "p18-1198", "https://aclanthology.org/P18-1198", "https://aclanthology.org/P18-1198.pdf", "https://www.aclweb.org/anthology/P18-1198/", "https://www.aclweb.org/anthology/papers/P/P18/P18-1198/", "10.18653/v1/P18-1198", "https://doi.org/10.18653/v1/p18-1198"}},
		{"ACL", ACL, "P14-1062", []string{"10.3115/v1/P14-1062"}},
		{"ACL", ACL, "2020.acl-main.463", []string{"2020.acl-main.463", "https://aclanthology.org/2020.acl-main.463/", "10.18653/v1/2020.ACL-main.463", "https://www.aclweb.org/anthology/2020.acl-main.463.pdf"}},
		{"ACL", ACL, "", []string{"", "10.1000/P18-1198", "1706.03762", "https://example.org/x"}},

		{"ISBN", ISBN, "9780262046305", []string{"9780262046305", "978-0-262-04630-5", "ISBN 978-0-262-04630-5", "ISBN-13: 978 0 262 04630 5", "urn:isbn:9780262046305", "026204630X", "0-262-04630-x", "978-0-262-04630-5 (hardcover)"}},
		{"ISBN", ISBN, "9780804429573", []string{"0-8044-2957-X", "080442957x"}},
		{"ISBN", ISBN, "", []string{"", "9780262046306", "0262046305", "1234567890123", "isbn"}},
	}
	for _, tt := range tests {
		for _, shape := range tt.shapes {
			if got := tt.normal(shape); got != tt.want {
				t.Errorf("%s of %q is %q, want %q", tt.kind, shape, got, tt.want)
			}
		}
	}
}

func TestABareDOIKeepsItsCase(t *testing.T) {
	for s, want := range map[string]string{"https://doi.org/10.1000/ABC.": "10.1000/ABC", "10.1000/ABC": "10.1000/ABC", "https://doi.org/10.1000%2FABC": "10.1000/abc", "none": ""} {
		if got := BareDOI(s); got != want {
			t.Errorf("BareDOI(%q) = %q, want %q", s, got, want)
		}
	}
}

// FuzzIdentifiers checks that normalizing a normal form does not change it.
func FuzzIdentifiers(f *testing.F) {
	for _, seed := range []string{
		"https://doi.org/10.1000%2Fabc%2528x%29?a=b#c", "10.48550/arXiv.1706.03762v5.pdf", "10.1101/2020.1v1v2", "10.1000/a&amp;amp;lt;b", "doi:10.1000/a//pdf/full.html",
		"arXiv:math.GT/0309136v1 [math]", "https://aclanthology.org/P18-1198.pdf", "ISBN 0-8044-2957-X", "pmid: 0012", "PMC001.2", "10.1000/x://%41?y",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for kind, normal := range map[string]func(string) string{
			"DOI": DOI, "arXiv": ArXiv, "PMID": PMID, "PMC": PMCID, "ACL": ACL, "ISBN": ISBN, "title": NormalTitle,
		} {
			if once := normal(s); normal(once) != once {
				t.Errorf("%s of %q is %q, and of that %q", kind, s, once, normal(once))
			}
		}
		if id := MentionedArXiv(s); ArXiv(id) != id {
			t.Errorf("the arXiv identifier mentioned in %q is %q, and of that %q", s, id, ArXiv(id))
		}
	})
}
