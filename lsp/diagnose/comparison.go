package diagnose

import (
	"context"
	"fmt"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// maxCompared is how many entries of a .bib are compared with the index.
const maxCompared = 5000

// A Comparison remembers what the index says of DOIs, so that each is asked
// about once.
type Comparison struct {
	titles *lru.Cache[string, string] // by DOI; "" where no index has it
}

// maxTitles is as many as several .bib files have that are compared.
const maxTitles = 10 * maxCompared

// NewComparison remembers nothing yet.
func NewComparison() Comparison {
	titles, err := lru.New[string, string](maxTitles)
	if err != nil { // of sizes below one
		panic(err)
	}
	return Comparison{titles}
}

func (c Comparison) put(refs []engine.WorkRef, papers []*engine.Paper) {
	for i, ref := range refs {
		title := ""
		if papers[i] != nil && !papers[i].Own { // which may be this very entry
			title = papers[i].Title
		}
		c.titles.Add(ref.DOI, title)
	}
}

// withDOI are the entries that have a DOI and a title, the first ones.
func withDOI(file *bib.File, each func(e *bib.Entry, doi string)) {
	for i, n := 0, 0; i < len(file.Entries) && n < maxCompared; i++ {
		e := &file.Entries[i]
		if doi := paper.DOI(e.Field("doi")); doi != "" && e.Lookup("title") != nil {
			each(e, doi)
			n++
		}
	}
}

// Disagreements are the entries whose DOI is another paper's, as far as the index was
// asked; all reports whether it was asked about each. That an index does not have a
// DOI says nothing about it.
func (c Comparison) Disagreements(file *bib.File) (found []Finding, all bool) {
	all = true
	withDOI(file, func(e *bib.Entry, doi string) {
		title, known := c.titles.Get(doi)
		all = all && known
		if title != "" && !sameTitle(title, e.Field("title")) {
			message := fmt.Sprintf("this DOI is that of %q in the index: check title and DOI", title)
			found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: Information, Code: "disagreement", Message: message})
		}
	})
	return found, all
}

// sameTitle allows for what editions, translations of markup and left out
// subtitles change: half of the longer title's words, or one title inside the other.
func sameTitle(a, b string) bool {
	x, y := paper.NormalTitle(a), paper.NormalTitle(b)
	if x == "" || y == "" || strings.Contains(x, y) || strings.Contains(y, x) {
		return true
	}
	words := map[string]bool{}
	for _, w := range strings.Fields(a) {
		words[paper.NormalTitle(w)] = true
	}
	shared, others := 0, strings.Fields(tex.Decode(b))
	for _, w := range others {
		if words[paper.NormalTitle(w)] {
			shared++
		}
	}
	return 2*shared >= max(len(words), len(others))
}

// comparedAtOnce bounds how long an index works for one question.
const comparedAtOnce = 100

// Records are looked up by their works.
type Records interface {
	Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error)
}

// Compare asks about the DOIs that nothing is known of, until ctx ends.
func (c Comparison) Compare(ctx context.Context, index Records, file *bib.File) error {
	var unknown []engine.WorkRef
	withDOI(file, func(_ *bib.Entry, doi string) {
		if _, known := c.titles.Get(doi); !known {
			unknown = append(unknown, engine.WorkRef{DOI: doi})
		}
	})
	for len(unknown) > 0 && ctx.Err() == nil {
		refs := unknown[:min(len(unknown), comparedAtOnce)]
		papers, err := index.Papers(ctx, refs)
		if err != nil {
			return err
		}
		c.put(refs, papers)
		unknown = unknown[len(refs):]
	}
	return ctx.Err()
}
