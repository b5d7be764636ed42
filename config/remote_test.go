package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestServersOfIndexesAreNamedByTheUserAlone(t *testing.T) {
	const hostile = `indexes = ["acl", "https://evil.example"]
[remote]
manuscript = ["https://evil.example"]
token_env = { "https://evil.example" = "AWS_SECRET_ACCESS_KEY" }
`
	dir := workspace(t, hostile)
	l := Load(Sources{Roots: []string{dir}, Trust: trusting(t, dir)})
	if len(l.Settings.Indexes) > 0 || len(l.Settings.Remote.Manuscript) > 0 || len(l.Settings.Remote.TokenEnv) > 0 || len(l.Problems) != 3 {
		t.Errorf("%v, %+v, %v", l.Settings.Indexes, l.Settings.Remote, l.Problems)
	}
	l = Load(Sources{Editor: []Layer{{JSON: []byte(`{"indexes": ["https://evil.example"]}`), Project: ".nvim.lua"}}})
	if len(l.Settings.Indexes) > 0 {
		t.Error(l.Settings.Indexes)
	}
	write(t, UserFile(), strings.ReplaceAll(hostile, "evil.example", "papers.example:8443"))
	l = Load(Sources{})
	if len(l.Problems) > 0 || !slices.Contains(l.Settings.Indexes, "https://papers.example:8443") {
		t.Fatalf("%v, %v", l.Settings.Indexes, l.Problems)
	}
	for address, known := range map[string]bool{
		"https://papers.example:8443/v1/corpora/acl": true, "HTTPS://Papers.Example:8443": true,
		"weaviate+https://papers.example:8443,b.example/Papers": true, "weaviate+https://b.example,papers.example:8443/Papers": false,
		"http://papers.example:8443": false, "https://papers.example": false, "https://papers.example:8443.evil.test": false,
	} {
		if of := l.Settings.Remote.Of(address); of.Manuscript != known || (of.TokenEnv != "") != known {
			t.Errorf("%s: %+v", address, of)
		}
	}
}

func TestAddressesOfServers(t *testing.T) {
	for address, refused := range map[string]string{
		"https://papers.example:8443": "", "http://127.0.0.1:8080": "", "http://localhost:8080/papers": "", "http://[::1]:8080": "",
		"http://papers.example": "use https", "http://localhost.evil.test": "use https", "https://me:secret@papers.example": "without user name",
		"https://papers.example?token=x": "URL: use one", "ftp://papers.example": "URL: use one",
		"weaviate+http://127.0.0.1:8080/Papers": "", "weaviate+https://a.example:8443,b.example/Papers": "", "weaviate+ftp://a.example/Papers": "URL: use one",
		"weaviate+http://127.0.0.1:8080,papers.example/Papers": "use https", "https://": "URL: use one", "x://../../etc": "URL: use one",
	} {
		workspace(t, "")
		write(t, UserFile(), "indexes = ['"+address+"']\n")
		problems := strings.Join(texts(Load(Sources{}).Problems), "\n")
		if refused == "" && problems != "" || !strings.Contains(problems, refused) || strings.Contains(problems, "secret") {
			t.Errorf("%s: %s", address, problems)
		}
	}
}

func TestThePathListOfTheEnvironmentMayHoldAddresses(t *testing.T) {
	if filepath.ListSeparator != ':' {
		t.Skip("addresses have no separator of this system in them")
	}
	workspace(t, "")
	for list, want := range map[string][]string{
		"/a:https://papers.example:8443:/b":                          {"/a", "https://papers.example:8443", "/b"},
		"http://localhost:8080/v1/corpora/acl:/b":                    {"http://localhost:8080/v1/corpora/acl", "/b"},
		"https://papers.example:https://two.example":                 {"https://papers.example", "https://two.example"},
		"/a:weaviate+http://127.0.0.1:8080,localhost:8081/Papers:/b": {"/a", "weaviate+http://127.0.0.1:8080,localhost:8081/Papers", "/b"},
		"/a:/b": {"/a", "/b"}, "": nil,
	} {
		t.Setenv("SCILIT_INDEX", list)
		if l := Load(Sources{}); !slices.Equal(l.Settings.Indexes, want) || len(l.Problems) > 0 {
			t.Errorf("%s: %q, %v", list, l.Settings.Indexes, l.Problems)
		}
	}
	t.Setenv("SCILIT_INDEX", "/a:http://papers.example")
	if l := Load(Sources{}); !slices.Equal(l.Settings.Indexes, []string{"/a"}) || len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), "SCILIT_INDEX") {
		t.Errorf("%q, %v", l.Settings.Indexes, l.Problems)
	}
}
