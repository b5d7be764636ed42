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

// An Engine finds papers by what is known of them.
type Engine interface {
	Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error)
	Discover(ctx context.Context, q engine.Query) (engine.Discovery, error)
}

// maxMeant is how many papers are offered for one key.
const maxMeant = 3

// PapersMeant are the papers that an undefined key may mean. isIdentifier reports that
// the key is the identifier of the paper.
func PapersMeant(ctx context.Context, e Engine, key string) (papers []*engine.Paper, isIdentifier bool, err error) {
	papers, err = papersIdentified(ctx, e, key)
	isIdentifier = err == nil && len(papers) > 0
	if err == nil && len(papers) == 0 {
		papers, err = papersOfKey(ctx, e, key)
	}
	return papers[:min(len(papers), maxMeant)], isIdentifier, err
}

// papersIdentified are the papers whose DOI or arXiv identifier is typed where a key
// should: one or none.
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

// papersOfKey are the papers that a key may mean: the one that the user's library
// has under it, else those that have the words of it.
func papersOfKey(ctx context.Context, e Engine, key string) (all []*engine.Paper, err error) {
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

// UndefinedAt is the undefined key at an offset.
func UndefinedAt(ctx context.Context, files *workspace.Workspace, d *workspace.Document, offset int) (doc.CiteKey, bool) {
	citation, ok := d.Manuscript().CitationAt(offset)
	if !ok {
		return doc.CiteKey{}, false
	}
	key, ok := citation.KeyAt(offset)
	if !ok || !slices.Contains(files.Undefined(ctx, d), key) {
		return doc.CiteKey{}, false
	}
	return key, true
}

// keyWords are what a citation key says of its work.
type keyWords struct {
	author string
	year   int
	others []string // words of the title, second authors
}

// wordsOfKey takes a key apart at what is no letter or digit, between letters
// and digits, and before capitals: martins2009concise, MartinsSmith:2009.
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
		case len(run) > 1: // one letter keeps two works of a year apart
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

// fits reports whether all that a key says is true of a paper.
func (k keyWords) fits(p *engine.Paper) bool {
	if p.Year != k.year || len(p.Authors) == 0 || paper.NormalTitle(p.Authors[0].Family) != paper.NormalTitle(k.author) {
		return false
	}
	words := []string{"etal", "et", "al", "and", "others"}
	for _, w := range strings.FieldsFunc(p.Title, func(r rune) bool { return strings.ContainsRune(" -:/,()", r) }) {
		words = append(words, paper.NormalTitle(w))
	}
	for _, a := range p.Authors {
		words = append(words, paper.NormalTitle(a.Family))
	}
	for _, other := range k.others {
		if !slices.Contains(words, paper.NormalTitle(other)) {
			return false
		}
	}
	return true
}
