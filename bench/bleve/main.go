// Command bleve measures the search library bleve for `make bench-peers`, and exports papers and
// queries for all systems. It is a separate module, so that the product does not depend on bleve.
//
//	bleve export DIR CONTEXTS PAPERS...   write the papers and queries for all systems
//	bleve run DIR                         measure bleve with them
//	bleve lexical DIR                     measure unions over papers.txt of `make bench-lexical EXPORT=1`
//
// The export command writes these files to DIR:
//
//	papers.jsonl    Id, title and abstract of each paper, for `scilit-lsp index build`
//	terms.tsv       one paper per line: its distinct terms, as scilit-lsp tokenizes them
//	queries.jsonl   {"keywords": "a; b", "terms": ["a", "b"]}
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bleve:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) >= 4 && args[0] == "export":
		return export(args[1], args[2], args[3:])
	case len(args) == 2 && args[0] == "run":
		return measure(args[1])
	case len(args) == 2 && args[0] == "lexical":
		return lexical(args[1])
	}
	return fmt.Errorf("usage: bleve export DIR CONTEXTS PAPERS... | bleve run DIR | bleve lexical DIR")
}
