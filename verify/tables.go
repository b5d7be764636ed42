package verify

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // for go:embed
	"strings"
	"sync"
)

// prefixTable lists the DOI prefixes of Crossref's members, one per line. Its first lines name the
// source and the license.
//
//go:embed prefixes.txt.gz
var prefixTable []byte

// registeredPrefixes returns the set of the prefixes in prefixTable.
var registeredPrefixes = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool, 35_000)
	in, err := gzip.NewReader(bytes.NewReader(prefixTable))
	if err != nil { // cannot happen, since the table is part of the program
		panic(err)
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			all[line] = true
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
	return all
})
