package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOnlineSettingsAreTheUsers(t *testing.T) {
	workspace(t, "")
	write(t, UserFile(), `
[online]
sources = ["ArXiv", "crossref", "arxiv"]
email = "author@example.org"
ask = "each"
[online.keyEnv]
openalex = "OPENALEX_KEY"
[online.keyCommand]
pubmed = ["pass", "show", "ncbi"]
`)
	l := Load(Sources{})
	want := Online{[]string{"arxiv", "crossref"}, "author@example.org", AskEach, map[string]string{"openalex": "OPENALEX_KEY"}, map[string][]string{"pubmed": {"pass", "show", "ncbi"}}}
	if diff := cmp.Diff(want, l.Settings.Online); diff != "" || len(l.Problems) > 0 {
		t.Error(diff, l.Problems)
	}
	if Load(Sources{Editor: []Layer{{JSON: []byte(`{"online":{"sources":[]}}`)}}}).Settings.Online.Sources != nil && len(Load(Sources{Editor: []Layer{{JSON: []byte(`{"online":{"sources":[]}}`)}}}).Settings.Online.Sources) > 0 {
		t.Error("an editor cannot turn the sources off")
	}
}

func TestWrongOnlineSettingsAreNamed(t *testing.T) {
	workspace(t, "")
	for file, want := range map[string]string{
		`sources = ["scopus"]`:                        `"scopus" is not an online source: use one of arxiv, crossref, datacite, doi, europepmc, biorxiv, medrxiv, pubmed, openalex, semanticscholar, dblp, unpaywall`,
		`sources = "arxiv"`:                           "found string, expected a list of strings",
		`email = "me"`:                                "not a valid e-mail address: use one such as name@example.org",
		`email = "a@b.c\r\nBcc: x@y.z"`:               "not a valid e-mail address: use one such as name@example.org",
		`ask = "sometimes"`:                           `"sometimes" is not one of each, first, never`,
		`keyEnv = { openalex = "sk-12345 secret" }`:   "openalex: give the name of an environment variable, not the key itself",
		`keyEnv = { scopus = "KEY" }`:                 `"scopus" is not an online source`,
		`keyEnv = { crossref = "KEY" }`:               "online.keyEnv: crossref does not accept keys: remove it; these sources do: pubmed, openalex, semanticscholar",
		`keyCommand = { arxiv = ["pass"] }`:           "online.keyCommand: arxiv does not accept keys",
		`keyCommand = { openalex = [] }`:              "openalex: give a program and its arguments",
		`keyCommand = { openalex = "pass openalex" }`: "expected a list",
	} {
		write(t, UserFile(), "[online]\n"+file+"\n")
		l := Load(Sources{})
		if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), want) || strings.Contains(l.Problems[0].Error(), "secret") {
			t.Errorf("%s: %v", file, l.Problems)
		}
		if diff := cmp.Diff(Default().Online, l.Settings.Online); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}
