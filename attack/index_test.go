//go:build attack

package attack

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const question = "Gene expression in rice roots changes under salt stress."

func copyFolder(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "index")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

func filesOf(t *testing.T, dir string) (paths []string) {
	t.Helper()
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			relative, _ := filepath.Rel(dir, path)
			paths = append(paths, relative)
		}
		return nil
	})
	return paths
}

// damage returns a copy of data with one random corruption, and its description.
func damage(random *rand.Rand, data []byte) (broken []byte, how string) {
	at := 0
	if len(data) > 0 {
		at = random.IntN(len(data))
	}
	if random.IntN(2) == 0 {
		at = min(at, 200) // headers and root nodes come first
	}
	broken = append([]byte(nil), data...)
	switch kind := random.IntN(5); {
	case len(data) < 9 || kind == 0:
		return broken[:at], fmt.Sprintf("cut at %d", at)
	case kind == 1:
		broken[at] ^= byte(1 << random.IntN(8))
		return broken, fmt.Sprintf("bit at %d", at)
	case kind == 2:
		at = min(at, len(data)-8)
		binary.LittleEndian.PutUint64(broken[at:], 1<<62)
		return broken, fmt.Sprintf("a huge number at %d", at)
	case kind == 3:
		return append(broken[:at], append(make([]byte, 4096), broken[at:]...)...), fmt.Sprintf("zeros at %d", at)
	}
	for i := at; i < min(at+64, len(broken)); i++ {
		broken[i] = byte(random.UintN(256))
	}
	return broken, fmt.Sprintf("noise at %d", at)
}

// TestBrokenIndexes checks that a corrupt index yields the right results or an error.
func TestBrokenIndexes(t *testing.T) {
	t.Parallel()
	right, result := command(t, t.TempDir(), question, "query", "--json", "--index", corpus)
	if result.code != 0 {
		t.Fatalf("a sound index: %s", right)
	}
	right = result.stdout
	dir := copyFolder(t, corpus)
	random := rand.New(rand.NewPCG(20261121, 0))
	files := filesOf(t, dir)
	for round := range attempts(240) {
		path := filepath.Join(dir, files[round%len(files)])
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		broken, how := damage(random, sound)
		os.WriteFile(path, broken, 0o644)
		output, result := command(t, dir, question, "query", "--json", "--index", dir)
		what := result.outcome(output)
		if what == held && result.code == 0 && withoutPaths(result.stdout, dir) != withoutPaths(right, corpus) && !strings.Contains(output, "cannot") && !strings.Contains(output, "damaged") {
			what = wrong
		}
		if result.peak > 2<<30 {
			what = wrong
			output = fmt.Sprintf("%d MB", result.peak>>20)
		}
		score.add(t, "broken index", what, fmt.Sprintf("%s, %s: exit %d\n%.1500s", files[round%len(files)], how, result.code, output))
		os.WriteFile(path, sound, 0o644)
	}
}

// tookMillis matches the only field of a reply that differs between runs.
var tookMillis = regexp.MustCompile(`"took_ms":[0-9.]+`)

func withoutPaths(s, dir string) string {
	return tookMillis.ReplaceAllString(strings.ReplaceAll(s, dir, ""), "")
}

// TestCraftedNames checks that file names in a manifest cannot leave the index, and that only
// regular files are read.
func TestCraftedNames(t *testing.T) {
	t.Parallel()
	for _, current := range []string{"../../../../etc/passwd\n", "/etc/passwd\n", strings.Repeat("a", 1<<20), "", "\x00", "snapshot-99999999999999999999\n"} {
		dir := copyFolder(t, corpus)
		os.WriteFile(filepath.Join(dir, "CURRENT"), []byte(current), 0o644)
		output, result := command(t, dir, question, "query", "--index", dir)
		what := result.outcome(output)
		if what == held && result.code == 0 || strings.Contains(output, "root:") {
			what = wrong
		}
		score.add(t, "crafted index", what, fmt.Sprintf("CURRENT %.40q: %.500s", current, output))
	}
	for name, replace := range map[string]func(*testing.T, string){
		"a FIFO": fifo, "/dev/zero": func(t *testing.T, path string) { link(t, "/dev/zero", path) }, "a loop": func(t *testing.T, path string) { link(t, filepath.Base(path), path) },
		"a folder": func(t *testing.T, path string) { os.Mkdir(path, 0o755) },
	} {
		for _, file := range filesOf(t, corpus) {
			dir := copyFolder(t, corpus)
			os.Remove(filepath.Join(dir, file))
			replace(t, filepath.Join(dir, file))
			output, result := command(t, dir, question, "query", "--index", dir)
			score.add(t, "crafted index", result.outcome(output), fmt.Sprintf("%s as %s: %.500s", name, file, output))
		}
	}
}

// TestAnIndexCutWhileItIsOpen truncates each file that the server has open and then restores it.
// It checks that requests are answered throughout.
func TestAnIndexCutWhileItIsOpen(t *testing.T) {
	dir, workspace := copyFolder(t, corpus), t.TempDir()
	path := filepath.Join(workspace, "main.tex")
	s := start(t, workspace, fmt.Sprintf(`{"indexes":[%q]}`, dir))
	s.open(path, "latex", manuscript)
	ask := func(when string) {
		for method, params := range requests(path) {
			_, err := s.call(method, params)
			score.add(t, "index cut while open", s.outcome(err), when+", "+method+": "+fmt.Sprint(err)+"\n"+s.stderr.String())
		}
	}
	ask("whole")
	for _, file := range filesOf(t, dir) {
		sound, _ := os.ReadFile(filepath.Join(dir, file))
		os.Truncate(filepath.Join(dir, file), int64(len(sound)/3))
		s.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":%q}]}`, uri(path), time.Now().Unix(), manuscript+"% "+file))
		ask(file + " cut")
		os.WriteFile(filepath.Join(dir, file), sound, 0o644)
		ask(file + " whole again")
	}
}
