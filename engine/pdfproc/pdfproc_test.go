package pdfproc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
)

// small contains limits far above the needs of a sample. The race detector multiplies the memory. The
// time limit only stops hung workers.
var small = pdfproc.Limits{Memory: 256 << 20 * raceFactor, Time: 5 * time.Minute}

// hasty contains limits for files that take seconds or forever to read.
var hasty = pdfproc.Limits{Memory: small.Memory, Time: 300 * time.Millisecond}

// TestMain also runs the worker.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[2] == "probe":
		probe()
		return
	case len(os.Args) > 1 && os.Args[1] == "read-pdf":
		os.Exit(work())
	}
	os.Exit(m.Run())
}

// work runs the worker process. Its environment may contain only the setting for crashes.
func work() int {
	if environment := os.Environ(); len(environment) > 1 {
		fmt.Fprintln(os.Stderr, "scilit-lsp: the environment of a worker:", environment)
		return 1
	}
	debug.SetMaxStack(pdfproc.MaxStack)
	limits := small
	if slices.Contains(os.Args, "hasty") {
		limits = hasty
	}
	if err := pdfproc.Serve(context.Background(), os.Stdin, os.Stdout, limits); err != nil {
		fmt.Fprintln(os.Stderr, "scilit-lsp:", err)
		return 1
	}
	return 0
}

func reader(t testing.TB) *pdfproc.Reader {
	r := pdfproc.New(small, "read-pdf")
	t.Cleanup(r.Close)
	return r
}

func sample(t testing.TB) []byte {
	t.Helper()
	raw, err := os.ReadFile("../corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestAPaperIsReadAsInThisProcess(t *testing.T) {
	r, want := reader(t), corpus.EmbeddedPDF(t.Context(), sample(t))
	for range 3 {
		found, err := r.ReadPDF(t.Context(), bytes.NewReader(sample(t)))
		if err != nil || fmt.Sprintf("%+v", *found.Paper) != fmt.Sprintf("%+v", *want.Paper) || found.Note != want.Note {
			t.Fatalf("%+v (%v)", found, err)
		}
	}
}

// readable checks that a reader can still read files.
func readable(t *testing.T, r *pdfproc.Reader) {
	t.Helper()
	if found, err := r.ReadPDF(t.Context(), bytes.NewReader(plainPaper())); err != nil || found.Paper == nil {
		t.Fatalf("the paper after it: %+v (%v)", found, err)
	}
}

// Each of these small files used to crash the server or keep a core busy forever.
func TestNoBombEndsMoreThanItsOwnReading(t *testing.T) {
	if testing.Short() {
		t.Skip("its files are read by other processes")
	}
	r, impatient := reader(t), pdfproc.New(hasty, "read-pdf", "hasty")
	count := tally{}
	all := bombs()
	debug.FreeOSMemory()
	before := heldMemory()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if slices.Contains(longBombs, name) {
			count.note(t, impatient, name, all[name])
			continue
		}
		count.note(t, r, name, all[name])
		readable(t, r)
	}
	if grown := heldMemory() - before; grown > 100<<20 {
		t.Errorf("this process has grown by %d MB", grown>>20)
	}
	t.Log(count.String())
	for _, reason := range []string{"of memory", hasty.Time.String()} {
		if count.killed[reason] == 0 {
			t.Errorf("no bomb exceeded the limit %s: are the limits enforced?", reason)
		}
	}
}

func TestMutantsAreReadOrLeftOut(t *testing.T) {
	n := 600
	if testing.Short() || raceFactor > 1 {
		n = 60
	}
	r, count, before := reader(t), tally{}, heldMemory()
	for i, raw := range mutants(t, n) {
		count.note(t, r, fmt.Sprint("mutant ", i), raw)
	}
	readable(t, r)
	if grown := heldMemory() - before; grown > 100<<20 {
		t.Errorf("this process has grown by %d MB", grown>>20)
	}
	t.Log(count.String())
}

// TestCollection reads all PDFs below the folder SCILIT_PDFS.
func TestCollection(t *testing.T) {
	folder := os.Getenv("SCILIT_PDFS")
	if folder == "" {
		t.Skip("SCILIT_PDFS is not set to a folder of PDFs")
	}
	r, count, before := reader(t), tally{}, heldMemory()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".pdf" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err == nil {
			count.note(t, r, path, raw)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	readable(t, r)
	t.Logf("%s; this process has grown by %d MB", count.String(), (heldMemory()-before)>>20)
}

// heldMemory returns the memory in use after a garbage collection, regardless of GOGC.
func heldMemory() int64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// A tally counts the results of reading files.
type tally struct {
	read, refused int
	killed        map[string]int
}

func (c *tally) note(t *testing.T, r *pdfproc.Reader, name string, raw []byte) {
	t.Helper()
	found, err := r.ReadPDF(t.Context(), bytes.NewReader(raw))
	switch {
	case err == nil && found.Paper != nil:
		c.read++
	case err == nil && found.Reason != "":
		c.refused++
	case errors.Is(err, corpus.ErrKilled):
		if c.killed == nil {
			c.killed = make(map[string]int)
		}
		reason, _, _ := strings.Cut(err.Error()[len(corpus.ErrKilled.Error()+": "):], ";")
		for _, known := range []string{"of memory", hasty.Time.String()} {
			if strings.HasSuffix(reason, known) {
				reason = known
			}
		}
		c.killed[reason]++
		t.Logf("%s: %v", name, err)
	default:
		t.Errorf("%s: %+v, %v", name, found, err)
	}
}

func (c *tally) String() string {
	return fmt.Sprintf("%d read, %d left out with a reason, ended: %v", c.read, c.refused, c.killed)
}

func TestFilesAreReadSideBySide(t *testing.T) {
	r := reader(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 3 {
				if found, err := r.ReadPDF(t.Context(), bytes.NewReader(plainPaper())); err != nil || found.Paper == nil {
					t.Errorf("%+v (%v)", found, err)
				}
			}
		})
	}
	all.Wait()
}

// endless is a source that never ends and never fails, like a disk that does not respond.
type endless struct{ begun chan struct{} }

func (e endless) Read(p []byte) (int, error) {
	select {
	case e.begun <- struct{}{}:
	default:
	}
	return len(p), nil
}

func TestACancelledReadingEndsItsProcess(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	source := endless{make(chan struct{})}
	go func() { <-source.begun; cancel() }()
	if _, err := reader(t).ReadPDF(ctx, source); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A worker cannot open files or sockets, or start programs.
func TestAWorkerIsConfined(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot prevent a process from opening files")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "read-pdf", "probe").CombinedOutput()
	if err != nil || string(out) != "confined" {
		t.Errorf("%s (%v)", out, err)
	}
}

// probe attempts forbidden operations in a worker process.
func probe() {
	if err := pdfproc.Serve(context.Background(), strings.NewReader(""), io.Discard, small); err != nil {
		fmt.Print(err)
	}
	if _, err := os.ReadDir("/"); err == nil {
		fmt.Print("it can read folders; ")
	}
	if _, err := os.ReadFile("/etc/hostname"); err == nil {
		fmt.Print("it can read files; ")
	}
	if _, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		fmt.Print("it can open sockets; ")
	}
	if exec.Command("/bin/true").Run() == nil {
		fmt.Print("it can start programs; ")
	}
	fmt.Print("confined")
}
