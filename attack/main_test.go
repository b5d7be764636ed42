//go:build attack

// Package attack attacks the built program from outside.
package attack

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	program string // the built scilit-lsp
	corpus  string // an index of real papers, made once
)

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "scilit-attack")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	program = os.Getenv("SCILIT_BIN")
	if program == "" {
		program = filepath.Join(folder, "scilit-lsp")
		build := exec.Command("go", "build", "-o", program, "../cmd/scilit-lsp")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
	}
	corpus = filepath.Join(folder, "index")
	build := exec.Command(program, "index", "build", "--embedder", "static", "--out", corpus, "--name", "demo", filepath.Join("..", "testdata", "papers", "biomed.jsonl.gz"))
	build.Env = cleanEnv(folder)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	code := m.Run()
	score.print()
	return code
}

// cleanEnv is an environment in which the program finds no file of its user.
func cleanEnv(home string) []string {
	return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SCILIT_CACHE=" + filepath.Join(home, "cache"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state"), "XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "LANG=C.UTF-8"}
}

// A tally counts what became of attacks of one kind.
type tally struct{ tried, crashes, hangs, wrong int }

// scores are the tallies by kind.
type scores struct {
	mu     sync.Mutex
	byKind map[string]*tally
}

var score = scores{byKind: map[string]*tally{}}

// An outcome is what one attack came to.
type outcome int

const (
	held outcome = iota
	crashed
	hung
	wrong
)

// add counts an attack, and fails the test where it worked.
func (s *scores) add(t *testing.T, kind string, what outcome, detail string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKind[kind] == nil {
		s.byKind[kind] = &tally{}
	}
	count := s.byKind[kind]
	count.tried++
	switch what {
	case crashed:
		count.crashes++
		t.Errorf("%s: crashed: %s", kind, detail)
	case hung:
		count.hangs++
		t.Errorf("%s: no answer by the deadline: %s", kind, detail)
	case wrong:
		count.wrong++
		t.Errorf("%s: %s", kind, detail)
	}
}

func (s *scores) print() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kinds []string
	for kind := range s.byKind {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	fmt.Println("\n| attack | tried | crashes | hangs | wrong |\n|---|---|---|---|---|")
	for _, kind := range kinds {
		c := s.byKind[kind]
		fmt.Printf("| %s | %d | %d | %d | %d |\n", kind, c.tried, c.crashes, c.hangs, c.wrong)
	}
}

// isCrash is what a Go program prints before it dies of a fault.
func isCrash(output string) bool {
	for _, sign := range []string{"panic: ", "fatal error: ", "runtime: out of memory", "goroutine stack exceeds", "SIGSEGV", "SIGBUS", "goroutine 1 ["} {
		if strings.Contains(output, sign) {
			return true
		}
	}
	return false
}
