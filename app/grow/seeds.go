package grow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A TitleSeed is a seed without an identifier.
type TitleSeed struct {
	Title  string `json:"title"`
	Author string `json:"author,omitempty"` // family name of the first author
	Year   int    `json:"year,omitempty"`
}

// Seeds are the works from which a corpus grows.
type Seeds struct {
	Read     int // number of records read
	IDs      []online.ID
	Titles   []TitleSeed
	Unusable []string // records that cannot be used as seeds, with the reasons
}

// MaxSeeds is the maximum number of seeds for a corpus.
const MaxSeeds = 100_000

// minTitleWords is the minimum number of words in a title. It prevents single words from being sent
// as titles.
const minTitleWords = 3

// ReadSeeds reads seeds from files, folders and identifiers, and adds the papers in more.
func ReadSeeds(ctx context.Context, library corpus.Library, named []string, more []*engine.Paper) (s Seeds,
	err error) {
	var paths []string
	var ids []*engine.Paper
	for _, name := range named {
		if _, err := os.Stat(name); err == nil {
			paths = append(paths, name)
			continue
		}
		id, ok := online.ParseID(name)
		if !ok {
			return s, fmt.Errorf("%s is neither a file nor a DOI, arXiv or PubMed identifier: give a .bib file, a manuscript, "+
				"an export from a reference manager, a folder of such files, or an identifier", name)
		}
		ids = append(ids, paperOfID(id))
	}
	for p, err := range library.Papers(ctx, paths...) {
		if bad, ok := errors.AsType[*corpus.RecordError](err); ok {
			s.Unusable = append(s.Unusable, bad.Error())
			continue
		}
		if err != nil {
			return s, err
		}
		if s.add(p); len(s.IDs)+len(s.Titles) > MaxSeeds {
			return s, fmt.Errorf("the references contain more than %d works: give fewer or smaller files", MaxSeeds)
		}
	}
	for _, p := range slices.Concat(ids, more) {
		s.add(p)
	}
	s.sort()
	return s, nil
}

func paperOfID(id online.ID) *engine.Paper {
	switch id.Scheme {
	case online.DOI:
		return &engine.Paper{DOI: id.Value}
	case online.ArXiv:
		return &engine.Paper{ArXiv: id.Value}
	}
	return &engine.Paper{ID: id.String()}
}

// add adds the identifier of a record or, if it has none, its title.
func (s *Seeds) add(p *engine.Paper) {
	s.Read++
	doi := paper.DOI(p.DOI)
	pmid, isPMID := online.ParseID(p.ID)
	switch {
	case doi != "":
		s.IDs = append(s.IDs, online.ID{Scheme: online.DOI, Value: doi})
	case paper.ArXiv(p.ArXiv) != "":
		s.IDs = append(s.IDs, online.ID{Scheme: online.ArXiv, Value: paper.ArXiv(p.ArXiv)})
	case isPMID && (pmid.Scheme == online.PMID || pmid.Scheme == online.PMCID):
		s.IDs = append(s.IDs, pmid)
	default:
		s.addTitle(p)
	}
}

func (s *Seeds) addTitle(p *engine.Paper) {
	t := TitleSeed{Title: sendable(paper.PlainTitle(p.Title)), Year: p.Year}
	if len(p.Authors) > 0 {
		t.Author = sendable(p.Authors[0].Family)
	}
	if why := t.unusable(p.ID); why != "" {
		s.Unusable = append(s.Unusable, why)
		return
	}
	s.Titles = append(s.Titles, t)
}

// unusable returns the reason why a work without an identifier cannot be looked up by its title, or
// "". id names the record if it has no title.
func (t TitleSeed) unusable(id string) string {
	name := cmp.Or(id, "a reference")
	var missing []string
	if t.Title == "" {
		missing = append(missing, "title")
	} else {
		name = strconv.Quote(t.Title)
	}
	if t.Author == "" {
		missing = append(missing, "author")
	}
	if t.Year == 0 {
		missing = append(missing, "year")
	}
	switch {
	case t.Title != "" && len(strings.Fields(t.Title)) < minTitleWords:
		return fmt.Sprintf("%s has no identifier, and its title has fewer than %d words: add an identifier", name,
			minTitleWords)
	case len(missing) > 0:
		return fmt.Sprintf("%s has no identifier: add one, or add the missing %s", name, text.And(missing))
	}
	return ""
}

// sort groups the seeds by scheme, so that each request has one scheme, and removes duplicates.
func (s *Seeds) sort() {
	s.IDs, s.Titles = distinct(s.IDs), distinct(s.Titles)
	slices.SortStableFunc(s.IDs, func(a, b online.ID) int { return cmp.Compare(a.Scheme, b.Scheme) })
}

// distinct removes duplicates and keeps the order.
func distinct[T comparable](all []T) []T {
	seen := make(map[T]bool, len(all))
	return slices.DeleteFunc(all, func(one T) bool {
		defer func() { seen[one] = true }()
		return seen[one]
	})
}
