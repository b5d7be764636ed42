package sources

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestListsAreDerivedFromTheDescriptors compares the derived lists with those formerly written by hand.
func TestListsAreDerivedFromTheDescriptors(t *testing.T) {
	for name, list := range map[string]struct{ got, want []string }{
		"authority":        {ByAuthority(), []string{"crossref", "pubmed", "arxiv", "biorxiv", "medrxiv", "datacite", "europepmc", "dblp", "openalex", "unpaywall", "semanticscholar"}},
		"registries":       {Registries(), []string{"doi", "crossref", "datacite", "arxiv", "pubmed", "europepmc"}},
		"title registries": {TitleRegistries(), []string{"crossref", "arxiv", "pubmed", "datacite"}},
		"titles":           {ByTitle(), []string{"crossref", "arxiv", "pubmed", "datacite", "openalex", "europepmc", "semanticscholar", "dblp"}},
		"arXiv":            {Resolvers(ArXiv), []string{"arxiv", "datacite"}},
		"PMID":             {Resolvers(PMID), []string{"pubmed", "europepmc"}},
		"PMCID":            {Resolvers(PMCID), []string{"europepmc"}},
		"ISBN":             {Resolvers(ISBN), []string{"crossref"}},
		"physics":          {Physics.Repositories(), []string{"arxiv", "openalex", "crossref"}},
		"biology":          {Biology.Repositories(), []string{"biorxiv", "europepmc", "openalex", "crossref"}},
		"clinical":         {Clinical.Repositories(), []string{"medrxiv", "pubmed", "europepmc", "openalex", "crossref"}},
		"humanities":       {Humanities.Repositories(), []string{"crossref", "openalex"}},
	} {
		if diff := cmp.Diff(list.want, list.got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestDescriptorsAreComplete(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range All() {
		api := s.Lookups()
		switch {
		case seen[s.Name] || s.Name == "" || s.About == "":
			t.Errorf("%q: the name is missing or used twice, or About is missing", s.Name)
		case api.Host == "" || api.Pace.Every == 0 || api.Pace.Burst == 0 || api.Pace.AtOnce == 0:
			t.Errorf("%s: Host or Pace is missing", s.Name)
		case s.Search && s.Authority == 0:
			t.Errorf("%s: its records are merged, so it needs an Authority", s.Name)
		case (s.TitleOrder > 0) != (s.TitleStep > 0) || s.TitleOrder > 0 && !s.Search:
			t.Errorf("%s: give TitleOrder and TitleStep to a source that is searched, or neither", s.Name)
		case s.Keyed.Every > 0 && !s.Key && s.Email != FasterEmail:
			t.Errorf("%s: Keyed is never used", s.Name)
		}
		seen[s.Name] = true
		for _, scheme := range slices.Concat(s.Registers, s.Resolves) {
			if !slices.Contains([]Scheme{DOI, ArXiv, PMID, PMCID, ISBN}, scheme) {
				t.Errorf("%s: unknown scheme %s", s.Name, scheme)
			}
		}
	}
}

// TestAKeyThatIsNotAcceptedChangesNothing checks that only an email address quickens Crossref.
func TestAKeyThatIsNotAcceptedChangesNothing(t *testing.T) {
	crossref, _ := Find("crossref")
	pubmed, _ := Find("pubmed")
	if crossref.PaceOf(true, false) != crossref.Pace || crossref.PaceOf(false, true) != crossref.Keyed {
		t.Error("crossref's pace depends on a key")
	}
	if pubmed.PaceOf(true, false) != pubmed.Keyed || pubmed.PaceOf(false, true) != pubmed.Pace {
		t.Error("pubmed's pace does not depend on its key")
	}
}

// TestPositionsAreUnique ensures that the order of sources does not depend on the order of the list.
func TestPositionsAreUnique(t *testing.T) {
	for _, d := range Disciplines() {
		at := make(map[int]string)
		for _, s := range All() {
			if r := s.Rank[d]; r > 0 && at[r] != "" {
				t.Errorf("%s: %s and %s have position %d", d, at[r], s.Name, r)
			} else if r > 0 {
				at[r] = s.Name
			}
		}
		if len(at) == 0 {
			t.Errorf("%s has no source", d)
		}
	}
}
