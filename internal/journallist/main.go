// Command journallist writes verify/journals.txt.gz, which contains the names and abbreviations of
// journals, one journal per line. It reads JabRef's abbreviation lists (CC0).
//
//	go run ./internal/journallist -out verify/journals.txt.gz journals/journal_abbreviations_*.csv
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/verify"
)

func main() {
	out := flag.String("out", "verify/journals.txt.gz", "output file")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "journallist:", err)
		os.Exit(1)
	}
}

func run(out string, files []string) error {
	var rows [][2]string
	for _, name := range files {
		more, err := read(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rows = append(rows, more...)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	journals := grouped(rows)
	for _, names := range journals {
		fmt.Fprintln(w, strings.Join(names, "|"))
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Printf("%d names of %d journals\n", len(rows), len(journals))
	return os.WriteFile(out, b.Bytes(), 0o644)
}

var inParens = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)

// bare removes parenthesized text from the name of a journal. The lists use it to distinguish
// journals with the same name by their place of publication.
func bare(name string) string {
	name = strings.Trim(name, `" `)
	if plain := strings.Join(strings.Fields(inParens.ReplaceAllString(name, " ")), " "); verify.JournalKey(plain) != "" {
		return plain
	}
	return name
}

// read returns the pairs of name and abbreviation in a list. In the lists, an abbreviation that
// contains a comma is not always quoted.
func read(name string) (rows [][2]string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := csv.NewReader(file)
	in.FieldsPerRecord, in.LazyQuotes = -1, true
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row) < 2 || strings.ContainsAny(row[0], `$\|`) || verify.JournalKey(row[0]) == "" {
			continue
		}
		short := row[1]
		if len(row) > 2 && strings.HasPrefix(row[2], " ") {
			short += "," + row[2]
		}
		rows = append(rows, [2]string{bare(row[0]), bare(strings.ReplaceAll(short, "|", ""))})
	}
}

// maxShared is the maximum number of journals that may have the same abbreviation. An abbreviation
// shared by more journals is ambiguous and is ignored.
const maxShared = 4

// grouped groups the rows that belong to the same journal, because lists name a journal in several
// ways. Rows with the same name or the same abbreviation form a group. If it groups different
// journals by mistake, checks accept one for the other, which causes no false alarm.
func grouped(rows [][2]string) (journals [][]string) {
	sharing := make(map[string]map[string]bool)
	for _, r := range rows {
		short := verify.JournalKey(r[1])
		if sharing[short] == nil {
			sharing[short] = make(map[string]bool)
		}
		sharing[short][verify.JournalKey(r[0])] = true
	}
	parent := make(map[string]string)
	find := func(key string) string {
		for parent[key] != "" {
			key = parent[key]
		}
		return key
	}
	// names of each journal, by the journal's key and then by the name's key
	all := make(map[string]map[string]string)
	for _, pass := range []string{"join", "collect"} {
		for _, r := range rows {
			long, short := verify.JournalKey(r[0]), verify.JournalKey(r[1])
			telling := short != "" && len(sharing[short]) <= maxShared
			if pass == "join" {
				if a, b := find(long), find(short); telling && a != b {
					parent[a] = b
				}
				continue
			}
			of := find(long)
			if all[of] == nil {
				all[of] = make(map[string]string)
			}
			all[of][long] = r[0]
			if telling && all[of][short] == "" {
				all[of][short] = r[1]
			}
		}
	}
	for _, names := range all {
		journals = append(journals, slices.Sorted(maps.Values(names)))
	}
	slices.SortFunc(journals, slices.Compare)
	return journals
}
