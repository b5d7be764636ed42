//go:build attack

package attack

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var somePapers = filepath.Join("..", "testdata", "papers", "biomed.jsonl.gz")

// TestKilledWriters kills indexing at random moments and checks that the index stays intact.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	random := rand.New(rand.NewPCG(20261121, 1))
	source, _ := filepath.Abs(somePapers)
	for round := range attempts(20) {
		args := []string{"index", "build", "--embedder", "static", "--out", dir, source}
		if exists(filepath.Join(dir, "CURRENT")) && round%2 == 1 {
			args = []string{"index", "add", dir, source}
		}
		cmd := exec.Command(program, args...)
		cmd.Env = cleanEnv(t.TempDir())
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(2500)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		if !exists(filepath.Join(dir, "CURRENT")) {
			score.add(t, "kill -9 while writing", held, "")
			continue
		}
		output, result := command(t, dir, "", "index", "verify", dir)
		what := result.outcome(output)
		if what == held && result.code != 0 {
			what = wrong
		}
		score.add(t, "kill -9 while writing", what, fmt.Sprintf("round %d: %s", round, output))
	}
}

// TestFullDisks limits the size of files and checks that the published snapshot stays intact.
func TestFullDisks(t *testing.T) {
	t.Parallel()
	source, _ := filepath.Abs(somePapers)
	for _, blocks := range []int{0, 1, 16, 64, 256, 1024} {
		dir := copyFolder(t, corpus)
		output, result := commandOf(t, dir, "", "sh", "-c", fmt.Sprintf(`ulimit -f %d; exec %q index add %q %q`, blocks, program, dir, source))
		// The limit may kill the writer with SIGXFSZ, so only a hang counts.
		if result.late {
			score.add(t, "full disk", hung, output)
		}
		output, result = command(t, dir, "", "index", "verify", dir)
		what := result.outcome(output)
		if what == held && result.code != 0 {
			what = wrong
		}
		score.add(t, "full disk", what, fmt.Sprintf("%d blocks: %s", blocks, output))
	}
}

// TestEmptySources checks that a build from an empty or unreadable source fails and leaves the
// existing index searchable.
func TestEmptySources(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.jsonl")
	write(t, empty, "")
	folder, junk := t.TempDir(), filepath.Join(t.TempDir(), "junk.pdf")
	write(t, junk, "%PDF-1.4 nothing")
	for _, source := range []string{empty, folder, junk, filepath.Join(folder, "absent.bib")} {
		dir := copyFolder(t, corpus)
		output, result := command(t, dir, "", "index", "build", "--embedder", "static", "--out", dir, source)
		what := result.outcome(output)
		list, _ := command(t, dir, question, "query", "--index", dir, "--top", "1")
		if what == held && (result.code == 0 || strings.TrimSpace(list) == "") {
			what = wrong
		}
		score.add(t, "empty source over an index", what, fmt.Sprintf("%s: exit %d: %s", source, result.code, output))
	}
}

// TestBrokenPDFs indexes corrupt PDFs together with sound ones, and checks that all sound ones are
// indexed.
func TestBrokenPDFs(t *testing.T) {
	t.Parallel()
	sound, err := os.ReadFile(firstPDF(t))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20261121, 2))
	const batch = 25
	for first := 0; first < attempts(100); first += batch {
		dir := t.TempDir()
		for i := range batch {
			broken, _ := damage(random, sound)
			write(t, filepath.Join(dir, fmt.Sprintf("m%03d.pdf", first+i)), string(broken))
		}
		for name, text := range crafted {
			write(t, filepath.Join(dir, name+".pdf"), text)
		}
		write(t, filepath.Join(dir, "refs.bib"), "@article{good, title={A sound record}, author={Doe, Jane}, year={2020}}")
		out := filepath.Join(t.TempDir(), "index")
		output, result := command(t, dir, "", "index", "build", "--embedder", "static", "--out", out, dir)
		what := result.outcome(output)
		if list, _ := command(t, dir, "", "index", "list", out); what == held && !strings.Contains(list, "paper") {
			what = wrong
		}
		if result.peak > 2<<30 {
			what = wrong
		}
		for range batch + len(crafted) {
			score.add(t, "broken PDF", what, fmt.Sprintf("exit %d, %d MB: %.1500s", result.code, result.peak>>20, output))
		}
	}
}

// crafted maps names to PDFs that would exhaust memory or time in a naive reader.
var crafted = map[string]string{
	"predictor": pdf("<< /Length 20 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1099511627776 >> >>\nstream\nxxxxxxxxxxxxxxxxxxxx\nendstream"),
	"widths":    "%PDF-1.5\n1 0 obj\n<< /Type /XRef /Size 5 /W [1 2000000000 1] /Index [0 5] /Length 10 /Root 2 0 R >>\nstream\n0123456789\nendstream\nendobj\nstartxref\n9\n%%EOF",
	"prev":      "%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF",
	"nesting":   pdf(strings.Repeat("[", 1<<20)),
	"size":      "%PDF-1.4\nxref\n0 2000000000\n0000000000 65535 f \ntrailer\n<< /Size 2000000000 /Root 1 0 R >>\nstartxref\n9\n%%EOF",
}

func pdf(object string) string {
	body := "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n4 0 obj\n" + object + "\nendobj\n"
	xref := len(body)
	return body + fmt.Sprintf("xref\n0 5\n0000000000 65535 f \n%010d 00000 n \n%010d 00000 n \n%010d 00000 n \n%010d 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF",
		strings.Index(body, "1 0 obj"), strings.Index(body, "2 0 obj"), strings.Index(body, "3 0 obj"), strings.Index(body, "4 0 obj"), xref)
}
