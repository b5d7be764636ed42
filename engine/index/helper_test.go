package index_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// jobVariable is an environment variable with a job for another process of the test binary: the
// name of one of helpers, the folder of an index, and a number.
const jobVariable = "SCILIT_TEST_JOB"

var helpers = map[string]func(dir string, number int) error{
	"build":  buildHelper,
	"add":    addHelper,
	"read":   readHelper,
	"fold":   foldHelper,
	"import": importHelper,
	"churn":  churnHelper,

	"slow-build": slowly(index.Build),
	"slow-add":   slowly(index.Add),
}

// slowly runs a writer whose embedder stops after the number of texts in haltVariable.
func slowly[T any](
	write func(context.Context, index.BuildOptions, iter.Seq2[*engine.Paper, error]) (T, error),
) func(string, int) error {
	return func(dir string, number int) error {
		halt, err := strconv.Atoi(os.Getenv(haltVariable))
		if err != nil {
			return err
		}
		papers, err := rounds(number)
		if err != nil {
			return err
		}
		_, err = write(
			context.Background(),
			index.BuildOptions{Dir: dir, Embedder: haltingEmbedder{wordEmbedder{new(atomic.Int32)}, int32(halt)}},
			sequence(papers),
		)
		return err
	}
}

type haltingEmbedder struct {
	wordEmbedder
	halt int32
}

// Embed blocks forever after the maximum number of texts.
func (e haltingEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if e.calls.Load() >= e.halt {
		select {}
	}
	return e.wordEmbedder.Embed(ctx, texts)
}

func TestMain(m *testing.M) {
	job := os.Getenv(jobVariable)
	if job == "" {
		os.Exit(runTests(m))
	}
	var kind, dir string
	var number int
	if _, err := fmt.Sscanf(job, "%q %q %d", &kind, &dir, &number); err != nil {
		panic(err)
	}
	go func() { // ends together with the test that started it
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	if err := helpers[kind](dir, number); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// rapidChecks is the number of random cases that test a property. Each case writes a dozen indexes.
const rapidChecks = "40"

func runTests(m *testing.M) int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		_ = flag.Set("rapid.checks", rapidChecks)
	}
	defer func() { _ = os.RemoveAll(sharedFolder) }()
	return m.Run()
}

// startHelper starts another process, whose output appears in that of the test.
func startHelper(t testing.TB, kind, dir string, number int) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%q %q %d", jobVariable, kind, dir, number))
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if _, err := c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// statePapers is the number of papers in an index that other processes write and read.
const statePapers = 40

// stateOf returns the papers of an index in the state with the given number.
func stateOf(number int) ([]*engine.Paper, error) {
	papers, err := rounds(number)
	return papers[:min(statePapers, len(papers))], err
}

func rounds(number int) ([]*engine.Paper, error) {
	papers, err := readPapers()
	for i, p := range papers {
		papers[i] = round(p, number)
	}
	return papers, err
}

// round returns a paper as it is in the state with the given number.
func round(p *engine.Paper, number int) *engine.Paper {
	changed := *p
	changed.Title = fmt.Sprintf("%s in round %d", p.Title, number)
	return &changed
}

func buildHelper(dir string, number int) error {
	papers, err := stateOf(number)
	if err != nil {
		return err
	}
	_, err = index.Build(context.Background(), index.BuildOptions{Dir: dir, Embedder: wordEmbedder{}}, sequence(papers))
	return err
}

func addHelper(dir string, number int) error {
	papers, err := stateOf(number)
	if err != nil {
		return err
	}
	_, err = index.Add(context.Background(), index.BuildOptions{Dir: dir, Embedder: wordEmbedder{}}, sequence(papers))
	return err
}

func foldHelper(dir string, _ int) error { return index.Compact(context.Background(), dir, false) }

// importHelper builds another index and imports it.
func importHelper(dir string, number int) error {
	beside := dir + "-exported"
	if err := errors.Join(os.RemoveAll(beside), os.Mkdir(beside, 0o755), buildHelper(beside, number)); err != nil {
		return err
	}
	x, err := index.Open(beside)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if _, err := x.Export(context.Background(), &archive, index.ExportOptions{}); err != nil {
		return err
	}
	_, err = index.Import(
		context.Background(), index.ImportOptions{Dir: dir, Replace: true}, index.NewArchive(&archive),
	)
	return err
}

// skipShort skips a test with one goroutine and many rounds in short mode. The race detector makes
// such a test six times slower and cannot find anything in it. `make test` runs it without the
// detector.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("many rounds on one goroutine")
	}
}
