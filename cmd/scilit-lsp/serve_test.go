package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// A member of a group is served from the creation of a token until the server stops.
func TestServingAGroup(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	papers, index, tokens := filepath.Join(dir, "papers.jsonl"), filepath.Join(dir, "index"), filepath.Join(dir, "tokens")
	if err := os.WriteFile(papers, []byte(`{"Id":"a","License":"CC0","Title":"Mean pooling","Author":[{"GivenName":"A","FamilyName":"B"}],"Abstract":"Mean pooling is better than max pooling."}`), 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, "index", "build", "--out", index, "--embedder", "none", papers)
	token := strings.TrimSpace(command(t, "token", "--file", tokens, "alice"))

	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	var log strings.Builder
	go func() {
		ended <- run(ctx, []string{"serve", "--index", index, "--engine", "plain", "--listen", "127.0.0.1:0", "--token-file",
			tokens, "--log-format", "json"}, cli.Streams{In: strings.NewReader(""), Out: in, Err: &log})
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	url := strings.TrimSpace(strings.TrimPrefix(line, "serving at "))
	if err != nil || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("%q, %v", line, err)
	}
	for given, status := range map[string]int{token: http.StatusOK, token + "x": http.StatusUnauthorized} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", url+"/v1/suggest",
			strings.NewReader(`{"text":"Secret max pooling."}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+given)
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != status || status == 200 != strings.Contains(string(body), `"title":"Mean pooling"`) {
			t.Errorf("%d %s", answer.StatusCode, body)
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d", code)
	}
	if !strings.Contains(log.String(), `"client":"alice"`) || strings.Contains(log.String(), "Secret") ||
		strings.Contains(log.String(), token) {
		t.Error(log.String())
	}
}

// command runs a command that must succeed and returns its output.
func command(t *testing.T, args ...string) string {
	t.Helper()
	var out, failed strings.Builder
	if code := run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &failed}); code != 0 {
		t.Fatalf("%v: %d %s", args, code, failed.String())
	}
	return out.String()
}

func TestThePageShowsSentencesInEachMarkup(t *testing.T) {
	want := map[string]string{
		"LaTeX":    `\citet{baker} shows 5\% of\_it. Pooling helps \citep{baker,lee}.`,
		"Markdown": `@baker shows 5% of\_it. Pooling helps [@baker; @lee].`,
		"Typst":    `#cite(<baker>, form: "prose") shows 5% of\_it. Pooling helps @baker @lee.`,
		"Org":      "[cite/t:@baker] shows 5% of\\under{}it. Pooling helps [cite:@baker;@lee].",
	}
	for _, m := range markups() {
		got := m.Write("", []string{"baker"}, " shows 5% of_it.", true) + " " +
			m.Write("Pooling helps ", []string{"baker", "lee"}, ".", false)
		if got != want[m.Name] {
			t.Errorf("%s: %s, want %s", m.Name, got, want[m.Name])
		}
	}
	if len(markups()) != len(want) {
		t.Errorf("%d markups", len(markups()))
	}
}
