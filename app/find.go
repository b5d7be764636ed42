package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Discover searches the given corpora, or all corpora if none are given. It returns an
// UnavailableError if nothing can be searched.
func (s *Service) Discover(ctx context.Context, q engine.Query, corpora ...string) (engine.Discovery, error) {
	used, err := s.among(ctx, corpora)
	if err != nil {
		return engine.Discovery{}, err
	}
	found, err := used.Discover(ctx, q)
	if err == nil && len(found.Papers) == 0 {
		err = s.CheckAvailable(ctx, used)
	}
	return found, err
}

// among returns the engine, limited to the given corpora, if any.
func (s *Service) among(ctx context.Context, corpora []string) (*engine.Engine, error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	if len(corpora) > 0 {
		used, err = used.Among(ctx, corpora)
	}
	return used, err
}

// Find returns the result of [Find] as a discovery. It returns an error if no paper is found.
func (s *Service) Find(
	ctx context.Context, named string, limit int, corpora ...string,
) (found engine.Discovery, err error) {
	used, err := s.among(ctx, corpora)
	if err != nil {
		return found, err
	}
	used, outcomes := used.Recorded()
	papers, _, err := Find(ctx, used, named, limit)
	if err == nil && len(papers) == 0 {
		err = cmp.Or(s.CheckAvailable(ctx, used), NotFound(named))
	}
	for _, p := range papers {
		found.Papers = append(found.Papers, engine.Hit{Paper: p})
	}
	found.Matching = len(papers)
	found.Coverage, found.Notices = outcomes.Coverage(ctx)
	return found, err
}

// Exactly returns the paper that a name identifies. It returns nil if the name is unknown or
// ambiguous.
func (s *Service) Exactly(ctx context.Context, named string) (*engine.Paper, error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, ctx.Err() // without an index, the name is unknown
	}
	papers, exact, err := Find(ctx, used, named, 1)
	if err != nil || !exact {
		return nil, err
	}
	return papers[0], nil
}

// Find returns the papers that match a name. The name may be a DOI, an arXiv or PubMed identifier,
// a URL, a citation key, a title, or words from the authors and title. exact reports whether the
// name identifies a single paper.
func Find(
	ctx context.Context, e *engine.Engine, named string, limit int,
) (papers []*engine.Paper, exact bool, err error) {
	refs := refsOf(named)
	found, failed := e.Papers(ctx, refs) // an error in one corpus must not hide the papers of the others
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	for _, p := range found {
		if p != nil {
			return []*engine.Paper{p}, true, nil
		}
	}
	queries := TypedQueries(named)
	if len(queries) == 0 {
		return nil, false, failed
	}
	q := queries[len(queries)-1] // the last query matches all words in any field
	q.Context, q.Limit = []string{named}, limit
	papers, err = PapersFor(ctx, e, q)
	if len(papers) == 0 {
		err = cmp.Or(err, failed)
	}
	return papers, len(papers) == 1 && isTitled(papers[0], named), err
}

// ErrNoCorpus is wrapped by errors about a requested corpus that is not among the searched ones.
var ErrNoCorpus = engine.ErrNoCorpus

// ErrNotFound is wrapped by errors about a named work that is in no index.
var ErrNotFound = errors.New("not found in your indexes or your library")

// NotFound returns an error for a name that wraps ErrNotFound.
func NotFound(named string) error {
	const advice = "search for its authors or title, or add its file with `scilit-lsp index add DIR FILE`"
	return fmt.Errorf("%s: %w: %s", named, ErrNotFound, advice)
}

// isTitled reports whether a name is the title of a paper or the beginning of the title, such as
// the title without its subtitle.
func isTitled(p *engine.Paper, named string) bool {
	title, given := text.FoldedWords(p.Title), text.FoldedWords(named)
	return given != "" && strings.HasPrefix(title+" ", given+" ")
}

// refsOf returns references for the possible meanings of a name, most certain first.
func refsOf(named string) (refs []engine.WorkRef) {
	named = strings.TrimSpace(named)
	pmid := paper.PMID(named)
	if pmid != "" {
		pmid = "pmid:" + pmid
	}
	refs = []engine.WorkRef{{DOI: paper.DOI(named)}, {ArXiv: paper.ArXiv(named)}, {ID: pmid}, {ID: paper.PMCID(named)},
		{ID: paper.ACL(named)}}
	refs = slices.DeleteFunc(refs, func(r engine.WorkRef) bool { return r == engine.WorkRef{} })
	if address, err := url.Parse(named); err == nil && strings.HasPrefix(address.Scheme, "http") {
		return append(refs, engine.WorkRef{ID: strings.TrimSuffix(path.Base(address.Path), ".pdf")})
	}
	return append(refs, engine.WorkRef{ID: named, Key: named, Title: named})
}

// PapersFor returns the papers found by a query.
func PapersFor(ctx context.Context, e *engine.Engine, q engine.Query) (papers []*engine.Paper, err error) {
	found, err := e.Discover(ctx, q)
	for _, f := range found.Papers {
		papers = append(papers, f.Paper)
	}
	return papers, err
}

// TypedQueries returns queries that find works for a partly typed citation key. The text may be the
// beginning of an identifier or of a key in the library, or consist of names or title words. Names
// have a separate query, since title words may match many more papers.
func TypedQueries(typed string) (all []engine.Query) {
	add := func(limit int, keywords ...string) {
		if len(keywords) > 0 {
			all = append(all, engine.Query{Keywords: strings.Join(keywords, "; "), Limit: limit, Strict: true})
		}
	}
	switch id := paper.ReadTyped(typed); {
	case id.DOI != "":
		add(papersByWords, beginning("doi", id.DOI))
		return all
	case id.ArXiv != "":
		add(papersByWords, beginning("arxiv", id.ArXiv))
		return all
	}
	if key := strings.TrimSpace(typed); len(strings.Fields(key)) == 1 && len(key) >= shortestTyped {
		add(papersByWords, beginning("key", key))
	}
	words := wordsTyped(typed)
	var anywhere []string
	for _, word := range words {
		anywhere = append(anywhere, anyField(word))
	}
	names := slices.Clone(anywhere)
	if len(words) > 0 && !isDigits(words[0]) {
		names[0] = beginning("author", words[0])
	}
	add(papersByName, names...)
	add(papersByWords, anywhere...)
	return all
}

// Limits on the number of papers per query. The limit for names is high, since any paper by a
// matching author may be the intended one.
const (
	papersByName  = 150
	papersByWords = 40
)

const shortestTyped = 2 // minimum length of a searchable word, in bytes

// wordsTyped returns the searchable words of a typed text, normalized.
func wordsTyped(typed string) (words []string) {
	for _, token := range text.Tokens(typed) {
		if len(token.Text) >= shortestTyped && !text.IsStop(token.Text) {
			words = append(words, token.Text)
		}
	}
	return words
}

func anyField(word string) string {
	if isDigits(word) && len(word) <= 4 && word[0] != '0' {
		return beginning("title", word) + " | " + yearsBeginning(word)
	}
	return beginning("author", word) + " | " + beginning("title", word)
}

// beginning returns a prefix query for a field. It removes quotation marks from the typed letters.
func beginning(field, letters string) string {
	return fmt.Sprintf(`%s: "%s"*`, field, strings.ReplaceAll(letters, `"`, ""))
}

// yearsBeginning returns the range of years that begin with the given digits.
func yearsBeginning(digits string) string {
	missing := 4 - len(digits)
	return digits + "0000"[:missing] + ".." + digits + "9999"[:missing]
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// RefOf returns the reference for looking up the work of a .bib entry.
func RefOf(e *bib.Entry) engine.WorkRef {
	ref := engine.WorkRef{DOI: paper.DOI(e.Field("doi")), Title: e.Field("title")}
	if strings.EqualFold(e.Field("archiveprefix"), "arxiv") || strings.EqualFold(e.Field("eprinttype"), "arxiv") {
		ref.ArXiv = paper.ArXiv(e.Field("eprint"))
	}
	if authors := e.Authors(); len(authors) > 0 {
		ref.Author = authors[0].Family
	}
	return ref
}
