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
	corpus  string // path of an index of real papers, built once

	// full selects all random attacks instead of a quarter of them.
	full = os.Getenv("SCILIT_ATTACK_FULL") != ""
)

// attempts returns the number of random attacks to run out of all.
func attempts(all int) int {
	if full {
		return all
	}
	return all / 4
}

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

// cleanEnv returns an environment whose user directories are all below home.
func cleanEnv(home string) []string {
	return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SCILIT_CACHE=" + filepath.Join(home, "cache"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state"), "XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "LANG=C.UTF-8"}
}

// A tally counts the outcomes of attacks of one kind.
type tally struct{ tried, crashes, hangs, wrong int }

// scores holds a tally per kind of attack.
type scores struct {
	mu     sync.Mutex
	byKind map[string]*tally
}

var score = scores{byKind: map[string]*tally{}}

// An outcome is the result of one attack.
type outcome int

const (
	held    outcome = iota // the program resisted the attack
	crashed                // a panic or a fatal signal
	hung                   // no response by the deadline
	wrong                  // a wrong result, a changed file or a leak
)

// add counts an attack, and fails the test unless the program held.
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

// isCrash reports whether output contains the traces of a Go panic or fatal signal.
func isCrash(output string) bool {
	for _, sign := range []string{"panic: ", "fatal error: ", "runtime: out of memory", "goroutine stack exceeds", "SIGSEGV", "SIGBUS", "goroutine 1 ["} {
		if strings.Contains(output, sign) {
			return true
		}
	}
	return false
}
