//go:build attack && linux

package attack

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNothingIsSent runs the server and each subcommand under strace, in a network namespace
// without routes, and checks that all socket calls are to loopback.
func TestNothingIsSent(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"strace", "unshare"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is needed to record what the program connects to: install it", tool)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.tex"), manuscript)
	write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={A}, doi={10.1000/1}, url={https://example.org/}}\n")
	pdf, err := os.ReadFile(firstPDF(t))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "papers", "a.pdf"), string(pdf))
	for what, settings := range map[string]string{
		"sources off": `"online":{}`, "sources on, but nothing asked of them": `"online":{"sources":["crossref","arxiv","europepmc"],"ask":"never"}`,
		"a model on another host, which was not allowed": `"writer":"llm","llm":{"url":"https://models.example/v1","model":"large"}`,
	} {
		playSession(t, dir, what, settings)
	}
	for i, args := range [][]string{
		{"doctor"}, {"doctor", "--index", corpus, "main.tex"}, {"query", "--index", corpus}, {"cite", "--index", corpus, "--paper", "x"}, {"highlights", "--index", corpus, "--paper", "x"},
		{"ask", "--index", corpus, "Which iron is there in millet?"}, {"explain", "--index", corpus, "--paper", "x"},
		{"reference", "--bib", "refs.bib", "--key", "a"}, {"index", "build", "--embedder", "static", "--out", "out", "papers"}, {"index", "add", "out", "refs.bib"}, {"index", "list", "out"},
		{"index", "verify", "out"}, {"index", "compact", "out"}, {"index", "remove", "out", "x"}, {"library", "status"}, {"library", "refresh"}, {"library", "forget"}, {"online"}, {"online", "forget"}, {"search", "--online", "--yes", "--keywords", "x"}, {"search", "x"},
		{"add", "--yes", "--bib", "refs.bib", "10.1371/journal.pone.0033693"}, {"demo"}, {"--version"}, {"--help"},
	} {
		log := filepath.Join(dir, fmt.Sprintf("%d.calls", i))
		output, result := commandOf(t, dir, question, append(append(recorder(log), program), args...)...)
		score.add(t, "network calls", result.outcome(output), strings.Join(args, " "))
		checkCalls(t, strings.Join(args, " "), log)
	}
}

// playSession plays an editor session with the given settings and checks its socket calls.
func playSession(t *testing.T, dir, what, settings string) {
	t.Helper()
	log := filepath.Join(dir, "lsp.calls")
	s := start(t, dir, fmt.Sprintf(`{"indexes":[%q],"library":{"folders":[%q]},%s}`, corpus, filepath.Join(dir, "papers"), settings), recorder(log)...)
	path := filepath.Join(dir, "main.tex")
	s.open(path, "latex", manuscript)
	for method, params := range requests(path) {
		m, err := s.call(method, params)
		score.add(t, "network calls", s.outcome(err), method)
		if method == "textDocument/codeAction" {
			targets(t, s, m)
		}
	}
	s.call("shutdown", "null")
	s.notify("exit", "null")
	<-s.ended
	checkCalls(t, "lsp, "+what, log)
}

// recorder returns a command prefix that removes the network and logs socket calls.
func recorder(log string) []string {
	return []string{"unshare", "--user", "--map-root-user", "--net", "strace", "-f", "-qq", "-e", "trace=socket,connect,sendto,sendmsg,sendmmsg,bind", "-o", log}
}

var internetAddress = regexp.MustCompile(`sa_family=AF_INET6?\b[^}]*`)

// checkCalls reads the log of socket calls and fails the test for each address but loopback.
func checkCalls(t *testing.T, what, log string) {
	t.Helper()
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	result, detail := held, what
	for _, address := range internetAddress.FindAllString(string(calls), -1) {
		if !strings.Contains(address, `"127.`) && !strings.Contains(address, `"::ffff:127.`) && !strings.Contains(address, `"::1"`) {
			result, detail = wrong, what+": "+address
		}
	}
	score.add(t, "network calls", result, detail)
}
