//go:build attack

package attack

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// soakTime returns the duration of random traffic.
func soakTime(t *testing.T) time.Duration {
	if s := os.Getenv("SCILIT_ATTACK_TIME"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if full {
		return 2 * time.Minute
	}
	return 15 * time.Second
}

// TestRandomTraffic sends valid and invalid random traffic. It checks that every request is
// answered and that memory and open files do not grow without bound.
func TestRandomTraffic(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings := fmt.Sprintf(`{"indexes":[%q],"engine":"plain"}`, corpus)
	s := start(t, dir, settings)
	path := filepath.Join(dir, "main.tex")
	write(t, filepath.Join(dir, "refs.bib"), "@misc{a, title={A}, year={2001}}\n")
	s.open(path, "latex", manuscript)
	random := rand.New(rand.NewPCG(20261121, 3))
	odd := malformed()
	all := requests(path)
	end := time.Now().Add(soakTime(t))
	var warmBytes, warmFiles int
	for n, version := 0, 2; time.Now().Before(end); n++ {
		var err error
		switch random.IntN(8) {
		case 0:
			s.raw(odd[random.IntN(len(odd))])
		case 1:
			version++
			s.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%q}]}`, uri(path), version, mutated(random)))
		case 2:
			s.notify("workspace/didChangeConfiguration", fmt.Sprintf(`{"settings":{"candidates":%d}}`, 1+random.IntN(9)))
		case 3:
			write(t, filepath.Join(dir, "refs.bib"), strings.Repeat("@misc{k, title={T}}\n", random.IntN(50)))
			s.notify("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes":[{"uri":%q,"type":2}]}`, uri(filepath.Join(dir, "refs.bib"))))
		default:
			for method, params := range all {
				_, err = s.call(method, params)
				break
			}
		}
		if what := s.outcome(err); what != held || n%50 == 0 {
			score.add(t, "random traffic (each 50 messages)", what, fmt.Sprintf("message %d: %v\n%.2000s", n, err, s.stderr))
			if what != held {
				return
			}
		}
		if n == 300 {
			warmBytes, warmFiles = s.resident()
		}
	}
	bytes, files := s.resident()
	t.Logf("memory %d MB (%d MB once warm), %d files open (%d)", bytes>>20, warmBytes>>20, files, warmFiles)
	if warmBytes > 0 && (bytes > 2*warmBytes+300<<20 || files > warmFiles+40) {
		score.add(t, "random traffic (each 50 messages)", wrong, fmt.Sprintf("from %d to %d MB, from %d to %d open files", warmBytes>>20, bytes>>20, warmFiles, files))
	}
}

// mutated returns the manuscript with random insertions that stress parsers.
func mutated(random *rand.Rand) string {
	pieces := []string{"\\cite{", "}", "{", "[@", "]", "$$", "% scilit: rice; -", "\\input{main}", "\\begin{", "\n\n", "<!-- scilit: ", "\U0001F600", "\u202e", "\\verb|", "@misc{", "\x00"}
	text := manuscript
	for range random.IntN(6) {
		at := random.IntN(len(text) + 1)
		text = text[:at] + pieces[random.IntN(len(pieces))] + text[at:]
	}
	return text
}
