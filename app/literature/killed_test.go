package literature

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// writerVariable is an environment variable that makes the test binary add papers until it is
// killed. Its value is a prefix of their IDs.
const writerVariable = "TEST_FOUND_WRITER"

func TestMain(m *testing.M) {
	if name := os.Getenv(writerVariable); name != "" {
		addForever(name)
	}
	os.Exit(m.Run())
}

// addForever adds papers and prints the ID of each stored one.
func addForever(name string) {
	s := config.Default()
	s.Engine = "plain"
	found, err := new(backend.Builder).Found(s)
	for i := 0; err == nil; i++ {
		id := fmt.Sprint(name, i)
		if err = found.Add(context.Background(), []*engine.Paper{{ID: id, Title: "Paper " + id}}); err == nil {
			fmt.Println(id)
		}
	}
	fmt.Println("failed:", err)
	os.Exit(1)
}

// Two concurrent writers are killed while they write. All papers that they reported as stored are kept.
func TestKilledWritersLoseNothingThatWasKept(t *testing.T) {
	d := newDesk(t, "crossref")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var kept []wire.PaperRef
	for round := range 3 {
		lines := make(chan []string)
		for _, name := range []string{"a", "b"} {
			go func() { lines <- killedAfter(t, self, fmt.Sprint(name, round, "-"), 3) }()
		}
		for _, id := range append(<-lines, <-lines...) {
			kept = append(kept, wire.PaperRef{Paper: id})
		}
	}
	papers, err := d.literature().Papers(t.Context(), kept)
	if err != nil || len(kept) < 18 {
		t.Fatal(len(kept), err)
	}
	for i, p := range papers {
		if p == nil {
			t.Errorf("%s was kept, and is lost", kept[i].Paper)
		}
	}
}

// killedAfter starts a writer and kills it after a number of papers.
func killedAfter(t *testing.T, program, name string, papers int) (kept []string) {
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), writerVariable+"="+name)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "failed") {
			t.Error(lines.Text())
		}
		if kept = append(kept, lines.Text()); len(kept) == papers {
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait() // Wait fails because the process was killed
	return kept
}
