package paper

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSameWork(t *testing.T) {
	devlin := []Author{{"Jacob", "Devlin"}}
	bert := &Paper{ID: "1", Title: "BERT: Pre-training of Deep Bidirectional Transformers", Authors: devlin, DOI: "10.18653/v1/n19-1423"}
	tests := []struct {
		name  string
		other Paper
		same  bool
	}{
		{"another spelling of the title", Paper{Title: "BERT: Pretraining of Deep Bidirectional <i>Transformers</i>.", Authors: devlin}, true},
		{"another author of the title", Paper{Title: bert.Title, Authors: []Author{{"Ann", "Lee"}}}, false},
		{"a title without authors", Paper{Title: bert.Title}, false},
		{"the address of the DOI", Paper{Title: "BERT", DOI: "https://doi.org/10.18653/v1/N19-1423"}, true},
		{"the page in the Anthology", Paper{Title: "BERT", URL: "https://aclanthology.org/N19-1423"}, true},
		{"the identifier of the Anthology", Paper{Title: "BERT", ID: "N19-1423"}, true},
		{"another paper", Paper{Title: "ELMo", Authors: devlin, DOI: "10.18653/v1/n18-1202"}, false},
	}
	for _, tt := range tests {
		if SameWork(bert, &tt.other) != tt.same || SameWork(&tt.other, bert) != tt.same {
			t.Errorf("%s: same work is %v, want %v", tt.name, !tt.same, tt.same)
		}
	}
	preprint := &Paper{Title: "Attention", ArXiv: "1706.03762v5"}
	for _, other := range []Paper{{ID: "arxiv:1706.03762"}, {DOI: "10.48550/arXiv.1706.03762"}, {URL: "https://arxiv.org/pdf/1706.03762v1.pdf"}} {
		if !SameWork(preprint, &other) {
			t.Errorf("%+v is that preprint", other)
		}
	}
	if !SameWork(&Paper{ID: "pmid:31452104"}, &Paper{URL: "https://pubmed.ncbi.nlm.nih.gov/31452104/"}) {
		t.Error("an ID and an address of one PMID")
	}
	if SameWork(&Paper{ID: "31452104"}, &Paper{ID: "pmid:31452104"}) {
		t.Error("a bare number may be one of anything")
	}
}

func TestSameFamily(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"van der Berg", "Berg", true}, {"García Márquez", "marquez", true}, {"Mac Donald", "MacDonald", true}, {"Müller", "Mu\u0308ller", true},
		{"", "Berg", true}, {"Li", "Ali", false}, {"Berg", "Bergmann", false}, {"Lee", "Li", false},
	}
	for _, tt := range tests {
		if SameFamily(tt.a, tt.b) != tt.same || SameFamily(tt.b, tt.a) != tt.same {
			t.Errorf("%q and %q: same family is %v, want %v", tt.a, tt.b, !tt.same, tt.same)
		}
	}
}

func TestMergedRecords(t *testing.T) {
	authors := []Author{{"Ashish", "Vaswani"}}
	preprint := &Paper{ID: "arxiv:1706.03762", Corpus: "arxiv", Title: "Attention Is All You Need", Authors: authors, Abstract: "We propose the Transformer.",
		Venue: "arXiv", DOI: "10.48550/arxiv.1706.03762", ArXiv: "1706.03762", URL: "https://arxiv.org/abs/1706.03762", Year: 2016, Month: 6}
	published := &Paper{ID: "v", Corpus: "nips", Title: "Attention is all you need", Venue: "NeurIPS", DOI: "10.5555/3295222", Year: 2017, Month: 12, Pages: "6000-6010", Publisher: "Curran"}
	own := &Paper{ID: "f:vaswani", Own: true, Corpus: "library", Title: "Attention Is All You Need", Key: "vaswani", Entry: "@misc{vaswani}"}

	wantPreprint := *preprint
	wantPreprint.Also = []string{"nips"}
	wantPreprint.Venue, wantPreprint.DOI, wantPreprint.Year, wantPreprint.Month = published.Venue, published.DOI, published.Year, published.Month
	wantPreprint.Pages, wantPreprint.Publisher = published.Pages, published.Publisher
	wantPublished := *published
	wantPublished.Also = []string{"arxiv"}
	wantPublished.Abstract, wantPublished.Authors, wantPublished.ArXiv, wantPublished.URL = preprint.Abstract, authors, preprint.ArXiv, preprint.URL
	wantOwn := *published
	wantOwn.Also, wantOwn.Own, wantOwn.Key, wantOwn.Entry = []string{"library"}, true, "vaswani", "@misc{vaswani}"

	reprint := &Paper{ID: "r", Corpus: "nips", Title: published.Title, Venue: "Reprints", DOI: "10.1000/reprint", Year: 2020, Volume: "3", License: "CC-BY-4.0"}
	wantReprint := *published
	wantReprint.License = reprint.License
	short := &Paper{ID: "s", Corpus: "nips", Title: published.Title, Venue: "neurips", Year: 2017}
	wantShort := *short
	wantShort.DOI, wantShort.Month, wantShort.Pages, wantShort.Publisher = published.DOI, published.Month, published.Pages, published.Publisher
	tests := []struct {
		name           string
		p, other, want *Paper
	}{
		{"the version of record takes the place of the preprint, whose identifier stays", preprint, published, &wantPreprint},
		{"a preprint adds to a version of record only its identifier, text and page", published, preprint, &wantPublished},
		{"the user's key and entry stay with the work", published, own, &wantOwn},
		{"nothing of another publication describes this one", published, reprint, &wantReprint},
		{"two records of one publication complete each other", short, published, &wantShort},
	}
	for _, tt := range tests {
		before := *tt.p
		if diff := cmp.Diff(tt.want, tt.p.Merged(tt.other)); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(&before, tt.p); diff != "" {
			t.Errorf("%s: the record itself changed\n%s", tt.name, diff)
		}
	}
}
