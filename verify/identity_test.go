package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

func compared(t *testing.T, entry string, records ...*paper.Paper) Result {
	t.Helper()
	file := bib.Parse(entry)
	if len(file.Entries) != 1 {
		t.Fatalf("%d entries in %s", len(file.Entries), entry)
	}
	for i, p := range records {
		p.ID = string(rune('a' + i))
	}
	r := Compare(FromEntry(&file.Entries[0]), records, 2026)
	r.Settle(nil)
	return r
}

func authorsOfNames(names string) (all []paper.Author) {
	parsed, _ := bib.ParseNames(names)
	for _, n := range parsed {
		all = append(all, paper.Author{Given: n.Given, Family: n.Family})
	}
	return all
}

// An identifier is confirmed by a record of the work, contradicted, or reported as unconfirmed.
func TestIdentifiersAreConfirmed(t *testing.T) {
	work := func(p paper.Paper) *paper.Paper {
		p.Title, p.Authors, p.Year = "A careful study of parsers", authorsOfNames("Doe, Jane and Roe, Richard"), 2020
		return &p
	}
	const head = "@article{a, title={A careful study of parsers}, author={Doe, Jane and Roe, Richard}, year=2020, "
	for _, c := range []struct {
		fields  string
		record  paper.Paper
		verdict Verdict
		code    Code
	}{
		{"doi={10.1234/a}", paper.Paper{DOI: "10.1234/a"}, Verified, ""},
		{"doi={10.1234/invented}", paper.Paper{}, Check, DOIUnknown},
		{"doi={10.1234/invented}", paper.Paper{DOI: "10.1234/a"}, Mismatch, DOIDiffers},
		{"doi={10.48550/arXiv.2001.00001}", paper.Paper{ArXiv: "2001.00001"}, Verified, ""},
		{"eprint={2001.00001}, archiveprefix={arXiv}", paper.Paper{ArXiv: "2001.00001"}, Verified, ""},
		{"eprint={2001.00001}, archiveprefix={arXiv}", paper.Paper{}, Check, ArXivUnknown},
		{"eprint={2001.00001}, archiveprefix={arXiv}", paper.Paper{ArXiv: "2001.00002"}, Mismatch, ArXivDiffers},
		{"pmid={123456}", paper.Paper{URL: "https://pubmed.ncbi.nlm.nih.gov/123456/"}, Verified, ""},
		{"pmid={123456}", paper.Paper{URL: "https://pubmed.ncbi.nlm.nih.gov/123457/"}, Mismatch, PMIDDiffers},
		{"pmid={123456}", paper.Paper{}, Check, PMIDUnknown},
		{"isbn={978-0-13-468599-1}", paper.Paper{}, Check, ISBNUnknown},
		{"url={https://aclanthology.org/P18-1198}", paper.Paper{DOI: "10.18653/v1/P18-1198"}, Verified, ""},
		{"url={https://aclanthology.org/P18-1199.pdf}", paper.Paper{DOI: "10.18653/v1/P18-1198"}, Mismatch, URLDiffers},
		{"url={https://aclanthology.org/P18-1199}", paper.Paper{}, Check, URLUnknown},
		{"url={https://openreview.net/forum?id=abc}", paper.Paper{URL: "https://openreview.net/pdf?id=abc"}, Verified, ""},
		{"url={https://openreview.net/forum?id=xyz}", paper.Paper{URL: "https://openreview.net/pdf?id=abc"}, Mismatch,
			URLDiffers},
		{"url={https://www.nature.com/articles/s41586-020-1}", paper.Paper{}, Check, URLUnknown},
		{"url={https://example.org/~doe/paper.pdf}", paper.Paper{}, Verified, ""},
	} {
		r := compared(t, head+c.fields+"}", work(c.record))
		if r.Verdict != c.verdict || r.Code != c.code {
			t.Errorf("%s against %+v: %s %s, want %s %s", c.fields, c.record, r.Verdict, r.Code, c.verdict, c.code)
		}
	}
}

// True entries do not fail if records from other sources describe the works differently.
func TestTrueEntriesAreNotAccused(t *testing.T) {
	for name, c := range map[string]struct {
		entry  string
		record paper.Paper
	}{
		"another event": {"@article{a, title={GW151226: Observation of Gravitational Waves from a Binary Black Hole}, " +
			"author={Abbott, B. P. and others}, year=2016, journal={Physical Review Letters}}", paper.Paper{
			Title:   "GW150914: Observation of Gravitational Waves from a Binary Black Hole",
			Authors: authorsOfNames("Abbott, B. P. and Abbott, R. and Abbott, T. D."), Year: 2016,
			Venue: "Physical Review Letters"}},
		"an edition": {"@book{a, title={Numerical recipes in practice and theory}, author={Press, William}, year=2007, " +
			"publisher={CUP}}", paper.Paper{Title: "Numerical recipes in practice and theory",
			Authors: authorsOfNames("Press, William"), Year: 1992, EntryType: "book"}},
		"a working paper": {"@article{a, title={Trade and wages in an open economy}, author={Doe, Jane}, year=2011, " +
			"journal={Center Discussion Paper Series}}", paper.Paper{Title: "Trade and wages in an open economy",
			Authors: authorsOfNames("Doe, Jane"), Year: 2017, Venue: "Journal of Political Economy"}},
		"a technical report": {"@techreport{a, title={Trade and wages in an open economy}, author={Doe, Jane}, year=2011, " +
			"institution={NBER}}", paper.Paper{Title: "Trade and wages in an open economy",
			Authors: authorsOfNames("Doe, Jane"), Year: 2017, Venue: "Journal of Political Economy"}},
		"a group in the entry": {"@article{a, title={SciPy 1.0: fundamental algorithms}, author={{SciPy 1.0 Contributors}}, " +
			"year=2020}", paper.Paper{Title: "SciPy 1.0: fundamental algorithms",
			Authors: authorsOfNames("Virtanen, Pauli and Gommers, Ralf"), Year: 2020}},
		"a group among the authors": {"@article{a, title={SciPy 1.0: fundamental algorithms}, author={Virtanen, Pauli and " +
			"Gommers, Ralf and {SciPy 1.0 Contributors}}, year=2020}", paper.Paper{
			Title: "SciPy 1.0: fundamental algorithms", Authors: authorsOfNames("Virtanen, Pauli and Gommers, Ralf"), Year: 2020}},
		"a group in the record": {"@article{a, title={Observation of a new particle in the search}, author={Aad, G. and " +
			"Abajyan, T.}, year=2012}", paper.Paper{Title: "Observation of a new particle in the search",
			Authors: []paper.Author{{Family: "ATLAS Collaboration"}}, Year: 2012}},
		"a record of the first author": {"@article{a, title={Observation of a new particle in the search}, author={Aad, G. and " +
			"Abajyan, T. and Abbott, B.}, year=2012}", paper.Paper{Title: "Observation of a new particle in the search",
			Authors: authorsOfNames("Aad, G."), Year: 2012}},
		"online before print": {"@article{a, title={Trade and wages in an open economy}, author={Doe, Jane}, year=2013, " +
			"doi={10.1093/a}, journal={Oxford Economic Papers}}", paper.Paper{Title: "Trade and wages in an open economy",
			Authors: authorsOfNames("Doe, Jane"), Year: 2011, DOI: "10.1093/a", Venue: "Oxford Economic Papers"}},
		"another work of the title": {"@book{a, title={The structure of magnetic materials}, author={Doe, Jane}, year=1998, " +
			"booktitle={Handbook of Physics}}", paper.Paper{Title: "The structure of magnetic materials",
			Authors: authorsOfNames("Roe, Richard and Poe, Ann"), Year: 2015, Venue: "Journal of Chemistry"}},
		"a record that ends early": {"@article{a, title={A study of the growth of plants on slopes in spring}, " +
			"author={Doe, Jane}, year=2013, doi={10.1093/a}}", paper.Paper{Title: "A study of the growth of",
			Authors: authorsOfNames("Doe, Jane"), Year: 2013, DOI: "10.1093/a"}},
	} {
		if r := compared(t, c.entry, &c.record); r.Verdict == Mismatch {
			t.Errorf("%s: %v", name, r.Findings)
		}
	}
}

// If the DOI is confirmed, the work appeared in only one venue.
func TestAConfirmedDOIFixesTheVenue(t *testing.T) {
	record := paper.Paper{Title: "A careful study of parsers", Authors: authorsOfNames("Doe, Jane"), Year: 2020,
		DOI: "10.1162/a", Venue: "Computational Linguistics"}
	entry := "@inproceedings{a, title={A careful study of parsers}, author={Doe, Jane}, year=2020, booktitle={NeurIPS}"
	if r := compared(t, entry+", doi={10.1162/a}}", &record); r.Code != VenueDiffers {
		t.Errorf("%s %v", r.Verdict, r.Findings)
	}
}

func TestVenuesOfAConfirmedDOI(t *testing.T) {
	for _, c := range []struct {
		have, found string
		want        Code
	}{
		{"Toxins", "Rice", VenueUnlike}, {"Nutrients", "Frontiers in Physiology", VenueDiffers},
		{"International Journal of Advanced Bioscience Frontiers", "Journal of Experimental Botany", VenueDiffers},
		{"J. Exp. Bot.", "Journal of Experimental Botany", ""}, {"ApJ", "The Astrophysical Journal", ""},
		{"Br. Med. J.", "BMJ", ""}, {"Angew. Chem. Int. Ed.", "Angewandte Chemie (International ed. in English)", ""},
		{"Phys. Rev. Lett.", "J. Am. Chem. Soc.", VenueDiffers}, {"Cell", "J. Neurosci.", VenueDiffers},
		{"Phys. Rev.", "Physical Review D", ""},
		{"Journal of Plant Wonders", "Cancer Research", VenueDiffers}, {"Plant Wonders", "Plant Cell", VenueUnlike},
		{"Molecules", "Molecules : A Journal of Synthetic Chemistry and Natural Product Chemistry", ""},
		{"ScientificWorldJournal", "The Scientific World Journal", ""},
		{"Zh. Eksp. Teor. Fiz.", "Journal of Experimental and Theoretical Physics", VenueUnlike},
	} {
		record := paper.Paper{Title: "A careful study of plants", Authors: authorsOfNames("Doe, Jane"), Year: 2020, DOI: "10.9999/a",
			Venue: c.found}
		r := compared(t, "@article{a, title={A careful study of plants}, author={Doe, Jane}, year=2020, doi={10.9999/a}, "+
			"journal={"+c.have+"}}", &record)
		if r.Code != c.want {
			t.Errorf("%s against %s: %v, want %q", c.have, c.found, r.Findings, c.want)
		}
	}
}

// A short title with everything else wrong is a mismatch if the identifier is the record's.
func TestAnIdentifiedShortTitle(t *testing.T) {
	record := paper.Paper{Title: "Deep learning", Authors: authorsOfNames("LeCun, Yann and Bengio, Yoshua"), Year: 2015,
		DOI: "10.1038/nature14539", Venue: "Nature"}
	entry := "@article{a, title={Deep learning}, author={Doe, Jane}, year=1999, journal={Physical Review}"
	if r := compared(t, entry+", doi={10.1038/nature14539}}", &record); r.Verdict != Mismatch {
		t.Errorf("%s %v", r.Verdict, r.Findings)
	}
	r := compared(t, entry+"}", &record)
	if r.Verdict != Check || !strings.Contains(r.Message(), "possibly a different work") ||
		slices.ContainsFunc(r.Findings, func(f Finding) bool { return KindOf(f.Code).Verdict == Mismatch }) {
		t.Errorf("%s %v", r.Verdict, r.Findings)
	}
}
