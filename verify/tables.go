package verify

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // for go:embed
	"iter"
	"strings"
	"sync"
)

// prefixTable lists the DOI prefixes of Crossref's members, one per line. Its first lines name the
// source and the license.
//
//go:embed prefixes.txt.gz
var prefixTable []byte

// registeredPrefixes returns the set of prefixes in prefixTable.
var registeredPrefixes = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool, 35_000)
	for line := range linesOf(prefixTable) {
		if !strings.HasPrefix(line, "#") {
			all[line] = true
		}
	}
	return all
})

// linesOf yields the lines of an embedded, compressed table. It panics if the table is damaged.
func linesOf(table []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		in, err := gzip.NewReader(bytes.NewReader(table))
		if err != nil {
			panic(err)
		}
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if !yield(lines.Text()) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			panic(err)
		}
	}
}

// rowsOf yields the columns of each row of a table. It skips comments.
func rowsOf(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSpace(line), " | ")) {
				return
			}
		}
	}
}

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
