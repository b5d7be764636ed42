package server

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfTokens(t *testing.T) {
	hash := strings.Repeat("0f", 32)
	growth.Linear(t, growth.Repeat("a "+hash+" rate=1\n", "# a\n", "\n", "a ", "0", "a b=1 "), func(s string) { _, _ = ParseTokens("tokens", []byte(s)) })
}

func TestGrowthOfQuestions(t *testing.T) {
	seeds := growth.Within(`{"text":"`, growth.Repeat("a", `\n`, `\u00e4`, "\n"), `"}`)
	growth.Linear(t, append(seeds, growth.Repeat("{", "[", `{"a":`, `{"text":"a",`, `"`, " ")...), func(s string) {
		var q wire.SuggestRequest
		_ = decode([]byte(s), &q)
	})
}

func TestGrowthOfPaths(t *testing.T) {
	growth.Linear(t, growth.Repeat("/", "/%2f", "/?a=", "//"), func(s string) { ownPath(s) })
}

// Any body is either decoded or refused with a problem that can be encoded.
func FuzzQuestion(f *testing.F) {
	f.Add(`{"text":"Cells divide.","keywords":"cell","limit":3}`)
	f.Add(`{"question":"Why?","papers":[{"paper":"a","corpus":""}],"history":[{"question":"a","answer":"b"}],"minScore":0.5}`)
	f.Add("{\n \"text\": nothing}")
	f.Fuzz(func(t *testing.T, body string) {
		for _, into := range []any{new(wire.SuggestRequest), new(wire.AskRequest), new(wire.RelatedRequest), new(wire.ReferencesRequest)} {
			err := decode([]byte(body), into)
			if err == nil {
				continue
			}
			refused := refusalOf(err)
			if refused.status != 400 || !isPrintable(refused.Message) {
				t.Errorf("%+v", refused)
			}
			if _, err := json.Marshal(refused.Problem); err != nil {
				t.Error(err)
			}
		}
	})
}

func isPrintable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e })
}

// The path in a link never leads to another host.
func FuzzOwnPath(f *testing.F) {
	for _, seed := range []string{"/ask?q=1", "//evil.example", `/\evil`, "https://evil.example", "/a\r\nb: c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, next string) {
		path := ownPath(next)
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
			t.Errorf("%q leads to %q", next, path)
		}
	})
}
