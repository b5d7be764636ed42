package diagnose

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// An Engine looks up and searches for papers.
type Engine interface {
	Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error)
	Discover(ctx context.Context, q engine.Query) (engine.Discovery, error)
}

const maxMeant = 3 // maximum number of papers offered for one undefined key

// PapersOfKey returns the papers that an undefined key may refer to. isIdentifier reports whether
// the key is the DOI or arXiv identifier of the paper.
func PapersOfKey(ctx context.Context, e Engine, key string) (papers []*engine.Paper, isIdentifier bool, err error) {
	papers, err = papersIdentified(ctx, e, key)
	isIdentifier = err == nil && len(papers) > 0
	if err == nil && len(papers) == 0 {
		papers, err = papersByWords(ctx, e, key)
	}
	return papers[:min(len(papers), maxMeant)], isIdentifier, err
}

// papersIdentified returns the paper whose DOI or arXiv identifier is the key.
func papersIdentified(ctx context.Context, e Engine, key string) ([]*engine.Paper, error) {
	ref := engine.WorkRef{DOI: paper.DOI(key), ArXiv: paper.ArXiv(key)}
	if ref.DOI == "" && ref.ArXiv == "" {
		return nil, nil
	}
	found, err := e.Papers(ctx, []engine.WorkRef{ref})
	if err != nil || found[0] == nil {
		return nil, err
	}
	return found, nil
}

// papersByWords returns the paper with this key in the user's library, or else the papers that
// match the author, year and words in the key.
func papersByWords(ctx context.Context, e Engine, key string) (all []*engine.Paper, err error) {
	exact, err := e.Papers(ctx, []engine.WorkRef{{Key: key}})
	if err == nil && exact[0] != nil {
		return exact, nil
	}
	named := wordsOfKey(key)
	if named.author == "" || named.year == 0 {
		return nil, nil
	}
	keywords := fmt.Sprintf("author: %s; %d..%d", named.author, named.year, named.year)
	found, err := e.Discover(ctx, engine.Query{Keywords: keywords, Limit: 100, Quick: true, Strict: true})
	if err != nil {
		return nil, err
	}
	for _, f := range found.Papers {
		if named.fits(f.Paper) {
			all = append(all, f.Paper)
		}
	}
	return all, nil
}

// UndefinedAt returns the undefined key at an offset.
func UndefinedAt(ctx context.Context, files *workspace.Workspace, d *workspace.Document,
	offset int) (doc.CiteKey, bool) {
	key, ok := d.Manuscript().KeyAt(offset)
	return key, ok && slices.Contains(files.Undefined(ctx, d), key)
}

// keyWords are the parts of a citation key.
type keyWords struct {
	author string
	year   int
	others []string // title words or the names of the other authors
}

// wordsOfKey splits a key at punctuation, between letters and digits, and before capitals:
// martins2009concise, MartinsSmith:2009.
func wordsOfKey(key string) (named keyWords) {
	for _, run := range keyRuns(key) {
		year, err := strconv.Atoi(run)
		switch {
		case err == nil && len(run) == 4 && named.year == 0:
			named.year = year
		case err == nil:
			named.others = append(named.others, run)
		case named.author == "":
			named.author = strings.ToLower(run)
		case len(run) > 1: // a single letter only distinguishes works of the same year
			named.others = append(named.others, strings.ToLower(run))
		}
	}
	return named
}

func keyRuns(key string) (runs []string) {
	class := func(r byte) int {
		switch {
		case r >= '0' && r <= '9':
			return 1
		case r >= 'A' && r <= 'Z':
			return 2
		case r >= 'a' && r <= 'z' || r >= 0x80:
			return 3
		}
		return 0
	}
	start := 0
	for i := 1; i <= len(key); i++ {
		if i < len(key) && (class(key[i]) == class(key[i-1]) || class(key[i-1]) == 2 && class(key[i]) == 3) {
			continue
		}
		if class(key[start]) != 0 {
			runs = append(runs, key[start:i])
		}
		start = i
	}
	return runs
}

// names reports whether the key contains a family name, with or without its particles. For example,
// both "decao" and "cao" match De Cao.
func (k keyWords) names(family string) bool {
	author, last := paper.NormalTitle(k.author), family[strings.LastIndexByte(family, ' ')+1:]
	return paper.NormalTitle(family) == author || paper.NormalTitle(last) == author
}

// fits reports whether a paper matches all parts of a key.
func (k keyWords) fits(p *engine.Paper) bool {
	if p.Year != k.year || len(p.Authors) == 0 || !k.names(p.Authors[0].Family) {
		return false
	}
	words := []string{"etal", "et", "al", "and", "others"}
	for _, w := range strings.FieldsFunc(p.Title, func(r rune) bool { return strings.ContainsRune(" -:/,()", r) }) {
		words = append(words, paper.NormalTitle(w))
	}
	for _, a := range p.Authors {
		words = append(words, paper.NormalTitle(a.Family))
	}
	isMissing := func(other string) bool { return !slices.Contains(words, paper.NormalTitle(other)) }
	return !slices.ContainsFunc(k.others, isMissing)
}
