package bib

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Numbers of insertions, which `make test-bib` sets to ten thousand.
var (
	insertions     = flag.Int("insertions", 500, "number of entries inserted into real files")
	toolInsertions = flag.Int("tool-insertions", 0, "number of these that bibtex and biber also read (seconds per 50)")
)

// perFile is the number of entries inserted into each file, one after another.
const perFile = 50

// realFiles returns the files in testdata/real: unchanged, with CRLF line ends, with a byte-order
// mark, and in Latin-1.
func realFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	paths, _ := filepath.Glob("testdata/real/*.bib")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".bib")
		files[name] = string(raw)
		files[name+", CRLF"] = strings.ReplaceAll(string(raw), "\n", "\r\n")
		files[name+", BOM"] = bom + string(raw)
		files[name+", Latin-1"] = "@misc{latin, author = {M\xfcller, J\xf6rg}, title = {B\xe4ume}}\n\n" + string(raw)
	}
	if len(files) == 0 {
		t.Fatal("no real files")
	}
	return files
}

// realRecords returns records of the papers in the demo corpus.
func realRecords(t *testing.T) (records []Record) {
	t.Helper()
	for _, name := range []string{"acl", "biomed"} {
		file, err := os.Open("../testdata/papers/" + name + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		plain, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(plain)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			records = append(records, recordOf(t, lines.Bytes()))
		}
	}
	return records
}

func recordOf(t *testing.T, line []byte) Record {
	var p struct {
		Title, Venue, DOI, Year string
		Author                  []struct{ GivenName, FamilyName string }
	}
	var loose map[string]any
	if err := json.Unmarshal(line, &loose); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal(line, &p) // some records contain the year as a string, others as a number
	rec := Record{Title: p.Title, Venue: p.Venue, DOI: p.DOI, Year: 2000}
	for _, a := range p.Author {
		rec.Authors = append(rec.Authors, Name{Given: a.GivenName, Family: a.FamilyName})
	}
	return rec
}

// An insertedFile is a real file after some insertions.
type insertedFile struct {
	name          string
	before, after string
	added         map[string]Record // inserted records, by key
}

// insertInto inserts records into a file, one after another. After each insertion, it checks that
// the rest of the file is unchanged.
func insertInto(t *testing.T, name, src string, records []Record, random *rand.Rand) insertedFile {
	result := insertedFile{name: name, before: src, after: src, added: map[string]Record{}}
	f := Parse(src)
	for range perFile {
		rec := records[random.IntN(len(records))]
		key := f.NewKey(rec, "")
		insertion := f.Insert(rec, key)
		next := string(insertion.Apply([]byte(f.src)))
		if f.src != next[:insertion.Offset]+next[insertion.Offset+len(insertion.Text):] {
			t.Fatalf("%s: what stood there has changed", name)
		}
		after := f.Next(next)
		if want := append(keysOf(f), key); !slices.Equal(keysOf(after), want) {
			t.Fatalf("%s: keys are %q after %q", name, keysOf(after), key)
		}
		if e := after.ByKey(key); !e.Complete || paper.NormalTitle(e.Field("title")) != paper.NormalTitle(paper.PlainTitle(rec.Title)) {
			t.Fatalf("%s: %s reads %q", name, key, e.Field("title"))
		}
		f, result.added[key] = after, rec
	}
	if parsed := Parse(f.src); !slices.Equal(dump(parsed), dump(f)) {
		t.Fatalf("%s: the version that was made step by step says something else", name)
	}
	result.after = f.src
	return result
}

func keysOf(f *File) (keys []string) {
	for i := range f.Entries {
		keys = append(keys, f.Entries[i].Key)
	}
	return keys
}

// insertedFiles calls each with files after random insertions, which are the same in every run.
func insertedFiles(t *testing.T, insertions int, each func(insertedFile)) {
	files, records := realFiles(t), realRecords(t)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	random := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < insertions; n += perFile {
		name := names[random.IntN(len(names))]
		each(insertInto(t, name, files[name], records, random))
	}
}

func TestInsertionsIntoRealFilesChangeNothingElse(t *testing.T) {
	insertedFiles(t, *insertions, func(insertedFile) {})
}

// In a file with new entries, both programs read the old entries as before, and also the new ones.
func TestToolsReadRealFilesAsBefore(t *testing.T) {
	program(t, "bibtex")
	program(t, "biber")
	before := map[string]map[string]string{}
	insertedFiles(t, *toolInsertions, func(f insertedFile) {
		for tool, read := range map[string]func(*testing.T, insertedFile, string) map[string]string{"bibtex": bibtexReads, "biber": biberReads} {
			known, ok := before[tool+f.name]
			if !ok {
				known = read(t, f, f.before)
				before[tool+f.name] = known
			}
			compareReadings(t, tool, f, known, read(t, f, f.after))
		}
	})
}

func compareReadings(t *testing.T, tool string, f insertedFile, before, after map[string]string) {
	if len(before) == 0 {
		t.Fatalf("%s reads nothing of %s", tool, f.name)
	}
	for key, text := range before {
		if after[key] != text {
			t.Errorf("%s, %s: %s was\n%s\nand is\n%s", tool, f.name, key, text, after[key])
		}
	}
	for key := range f.added {
		if after[key] == "" {
			t.Errorf("%s, %s: %s is not read", tool, f.name, key)
		}
	}
	if len(after) != len(before)+len(f.added) {
		t.Errorf("%s, %s: %d entries were %d and should have become %d", tool, f.name, len(after), len(before), len(before)+len(f.added))
	}
}

// bibtexReads returns the reference that bibtex prints for each entry, by key.
func bibtexReads(t *testing.T, _ insertedFile, src string) map[string]string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lib.bib"), []byte(src))
	write(t, filepath.Join(dir, "doc.aux"), []byte("\\citation{*}\n\\bibdata{lib}\n\\bibstyle{plain}\n"))
	_, bbl := produce(t, dir, "doc.bbl", "bibtex", "-min-crossrefs=99", "doc")
	items := map[string]string{}
	for _, item := range strings.Split(bbl, "\\bibitem{")[1:] {
		key, text, _ := strings.Cut(item, "}")
		items[key] = strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(text), "\\end{thebibliography}")), " ")
	}
	return items
}

// biberReads returns the text of each entry as biber writes it, by key.
func biberReads(t *testing.T, f insertedFile, src string) map[string]string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lib.bib"), []byte(src))
	encoding := "UTF-8"
	if strings.HasSuffix(f.name, "Latin-1") {
		encoding = "latin1"
	}
	_, out := produce(t, dir, "out.bib", "biber", "--tool", "--input-encoding="+encoding, "--output-encoding=UTF-8", "--output-file=out.bib", "lib.bib")
	entries := map[string]string{}
	read := Parse(bytes.TrimSpace([]byte(out)))
	for i := range read.Entries {
		entries[read.Entries[i].Key] = strings.Join(strings.Fields(read.Text(read.Entries[i].Span)), " ")
	}
	return entries
}
