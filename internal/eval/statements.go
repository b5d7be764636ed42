package eval

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// referenceColumns lists the columns of a sheet in which each row is a reference for a statement.
// Readers fill in the labels and, optionally, the kind of statement.
var referenceColumns = []string{"id", "source", "kind", "statement", "context", "rank", "paper", "year", "title",
	"abstract", "identifier", "relation", "cited", "label1", "label2", "note"}

// ReferenceLabels lists the labels that readers give to a reference. A usable reference can be
// cited for the statement. A reference labelled "subject" is about exactly the subject of the
// statement, but does not support it.
var ReferenceLabels = []string{"usable", "subject", "no"}

// A StatementsSheet configures a sheet of references for statements.
type StatementsSheet struct {
	Engine   *engine.Engine
	Finder   evidence.Finder
	N        int // number of statements, distributed evenly over the sources of the contexts
	Top      int // number of references per statement
	Seed     uint64
	Progress Progress // called after each statement
}

// Write selects a random sample of statements and searches for references for each of them, without
// keywords. It writes one row per reference.
func (s StatementsSheet) Write(ctx context.Context, contexts []Context, w io.Writer) error {
	if err := writeTable(w, [][]string{referenceColumns}); err != nil {
		return err
	}
	for _, c := range drawnEvenly(contexts, s.N, s.Seed) {
		rows, err := s.references(ctx, c)
		if err != nil {
			return fmt.Errorf("context %s: %w", c.ID, err)
		}
		if err := writeTable(w, rows); err != nil {
			return err
		}
		s.Progress.step()
	}
	return nil
}

// drawnEvenly returns a random sample of n contexts that contains about the same number from each
// source.
func drawnEvenly(contexts []Context, n int, seed uint64) (all []Context) {
	sources := make(map[string]int)
	for _, c := range contexts {
		sources[c.Source]++
	}
	each := (n + len(sources) - 1) / max(1, len(sources))
	taken := make(map[string]int)
	for _, c := range drawn(contexts, 0, seed) {
		if taken[c.Source]++; taken[c.Source] <= each && len(all) < n {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b Context) int { return cmp.Compare(a.Source, b.Source) })
	return all
}

// citationLeft matches a citation and the authors' names before it. A user who searches for a
// reference would not have written them yet.
var citationLeft = regexp.MustCompile(`(?:[\p{L}'’-]+ et al\.?,? *)?\[CITE\]`)

// claim returns the citing sentence as a claim, without its citation.
func (c Context) claim() evidence.Claim {
	x := evidence.Claim{Text: citationLeft.ReplaceAllString(c.Sentence, draft.Mark), Context: c.Context,
		Title: c.CitingTitle}
	if strings.Count(x.Text, ")") > strings.Count(x.Text, "(") { // the "(" was removed together with the citation
		x.Text = strings.Replace(x.Text, draft.Mark+")", draft.Mark, 1)
	}
	x.Text = x.Plain()
	return x
}

// statementContext is the maximum number of sentences before the statement that the query includes.
const statementContext = 5

func (s StatementsSheet) references(ctx context.Context, c Context) (rows [][]string, err error) {
	claim := c.claim()
	claim.Context = claim.Context[max(0, len(claim.Context)-statementContext):]
	found, err := s.Engine.Discover(ctx, engine.Query{
		Context: append(slices.Clone(claim.Context), claim.Text), Limit: s.Top,
		Manuscript: engine.Manuscript{Title: claim.Title},
	})
	if err != nil {
		return nil, err
	}
	refs := make([]engine.WorkRef, len(found.Papers))
	for i, f := range found.Papers {
		refs[i] = engine.WorkRef{ID: f.Paper.ID, Corpus: f.Paper.Corpus}
	}
	records, err := s.Engine.Papers(ctx, refs)
	if err != nil {
		return nil, err
	}
	for i, f := range found.Papers {
		row, err := s.row(ctx, c, claim, i+1, f.Paper, records[i])
		if err != nil {
			return nil, err
		}
		rows = append(rows, onOneLine(row))
	}
	return rows, nil
}

// row returns the row for a reference. record is the reference's record in an index; if it is nil,
// the identifier in the row is empty.
func (s StatementsSheet) row(ctx context.Context, c Context, claim evidence.Claim, rank int,
	p, record *engine.Paper) ([]string, error) {
	identifier, cited := "", ""
	if record != nil {
		p, identifier = record, resolvable(record)
	}
	if p.ID == c.Cited || slices.Contains(c.Also, p.ID) {
		cited = "cited"
	}
	explained, err := s.Finder.Find(ctx, claim, p)
	if err != nil {
		return nil, err
	}
	return []string{c.ID, c.Source, "", claim.Text, strings.Join(claim.Context, " "), strconv.Itoa(rank), p.ID,
		strconv.Itoa(p.Year), p.Title, p.Abstract, identifier, string(explained.Relation), cited, "", "", ""}, nil
}

// resolvable returns a public identifier of the paper, such as its DOI, or "" if it has none.
func resolvable(p *engine.Paper) string {
	if doi := paper.DOI(p.DOI); doi != "" {
		return "doi:" + doi
	}
	if p.ArXiv != "" {
		return "arXiv:" + p.ArXiv
	}
	for _, s := range []string{p.URL, p.ID} {
		if id := cmp.Or(paper.ACL(s), paper.PMCID(s)); id != "" {
			return id
		}
	}
	return ""
}
