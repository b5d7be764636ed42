// Package support grades how well cited works support the sentences that cite them. It uses only texts in
// an engine's corpora.
package support

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"golang.org/x/sync/errgroup"
)

// A Citation is one key in a manuscript's citation.
type Citation struct {
	Path  string // path as shown to the user
	Line  int    // line number, counted from 1
	Key   string
	Claim evidence.Claim
	Work  engine.WorkRef // work of the entry with the key; zero if no entry has the key
}

// A Grade states how well a work supports a sentence that cites it.
type Grade string

// The grades. A work that is only about the topic of the sentence "mentions" it. NotFound may mean that
// the work's text is not available.
const (
	Supports    Grade = "supports"
	Mentions    Grade = "mentions"
	NotFound    Grade = "not_found"
	Contradicts Grade = "contradicts"
)

var gradeOf = map[evidence.Relation]Grade{
	evidence.Supports: Supports, evidence.Refutes: Contradicts, evidence.Related: Mentions, evidence.NotFound: NotFound,
}

// A Result is a graded citation.
type Result struct {
	Citation
	Grade  Grade
	Reason string
	Found  evidence.Evidence // evidence found in the work; empty if no corpus has the work
	Title  string            // title of the work in the corpus; "" if no corpus has it
	// Fit states how much better the work scores for the sentence than other cited works, in
	// standard deviations. It is 0 if too few works are known.
	Fit  float64
	Rank int // rank of the citation, 1 for the weakest; 0 if it is not ranked
}

// Known reports whether more than the work's title is known.
func (c Result) Known() bool { return c.Found.Known != "" && c.Found.Known != evidence.TitleOnly }

// Options configure a check.
type Options struct {
	Finder   evidence.Finder
	Weakest  int // maximum number of citations to rank as the weakest
	Progress func(done int)
}

// Check grades citations. It returns the results in the same order.
func Check(ctx context.Context, e *engine.Engine, all []Citation, o Options) ([]Result, error) {
	papers, err := papersOf(ctx, e, all)
	if err != nil {
		return nil, err
	}
	checked := make([]Result, len(all))
	group, inside := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	done := 0
	for i, c := range all {
		group.Go(func() (err error) {
			if checked[i], err = check(inside, o.Finder, c, papers[c.Work]); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; o.Progress != nil {
				o.Progress(done)
			}
			return nil
		})
	}
	if err = group.Wait(); err == nil {
		err = compareWorks(ctx, o.Finder, checked, papers)
	}
	rank(checked, o.Weakest)
	return checked, err
}

// papersOf returns the paper of each cited work. It looks up each work once.
func papersOf(ctx context.Context, e *engine.Engine, all []Citation) (map[engine.WorkRef]*paper.Paper, error) {
	var refs []engine.WorkRef
	papers := make(map[engine.WorkRef]*paper.Paper)
	for _, c := range all {
		if _, asked := papers[c.Work]; !asked && c.Work != (engine.WorkRef{}) {
			papers[c.Work] = nil
			refs = append(refs, c.Work)
		}
	}
	if len(refs) == 0 {
		return papers, ctx.Err()
	}
	found, err := e.Papers(ctx, refs)
	for i, p := range found {
		papers[refs[i]] = p
	}
	return papers, err
}

func check(ctx context.Context, f evidence.Finder, c Citation, p *paper.Paper) (Result, error) {
	switch {
	case c.Work == (engine.WorkRef{}):
		return Result{Citation: c, Grade: NotFound, Reason: "none of the manuscript's .bib files contains the key"}, nil
	case p == nil:
		return Result{Citation: c, Grade: NotFound, Reason: "your indexes do not contain the cited work"}, nil
	case strings.TrimSpace(c.Claim.Text) == "":
		return Result{Citation: c, Grade: NotFound, Reason: "the citation is not part of a sentence", Title: p.Title}, nil
	case isFragment(c.Claim.Plain()):
		return Result{Citation: c, Grade: NotFound, Title: p.Title,
			Reason: "the text around the citation is too short to be a claim, as in a table cell"}, nil
	}
	found, err := f.Find(ctx, c.Claim, p)
	return Result{Citation: c, Grade: gradeOf[found.Relation], Reason: found.Reason, Found: found, Title: p.Title}, err
}

// The minimum size of a claim: fewestWords words other than function words, or longFragment bytes,
// since not all scripts have spaces between words.
const fewestWords, longFragment = 3, 60

// isFragment reports whether a text has too few words to be a claim.
func isFragment(claim string) bool {
	n := 0
	for word := range strings.FieldsSeq(claim) {
		word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
		if len(word) > 1 && !text.IsStop(word) {
			n++
		}
	}
	return n < fewestWords && len(claim) < longFragment
}

// severity orders grades. The worst grade is 0.
var severity = map[Grade]int{Contradicts: 0, NotFound: 1, Mentions: 2, Supports: 3}

// Weaker compares two results by grade, fit and score. It returns a negative number if a is weaker.
func Weaker(a, b *Result) int {
	return cmp.Or(cmp.Compare(severity[a.Grade], severity[b.Grade]), cmp.Compare(a.Fit, b.Fit),
		cmp.Compare(a.Found.Score, b.Found.Score))
}

// rank ranks the weakest citations of works whose text is known.
func rank(all []Result, weakest int) {
	var order []int
	for i, c := range all {
		if c.Known() && c.Grade != Supports {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return Weaker(&all[a], &all[b]) })
	for i, at := range order[:min(len(order), weakest)] {
		all[at].Rank = i + 1
	}
}

// Weakest returns the ranked citations, weakest first.
func Weakest(all []Result) []Result {
	ranked := slices.DeleteFunc(slices.Clone(all), func(c Result) bool { return c.Rank == 0 })
	slices.SortFunc(ranked, func(a, b Result) int { return cmp.Compare(a.Rank, b.Rank) })
	return ranked
}

// Unknown returns the number of citations of works whose text is not known.
func Unknown(all []Result) (n int) {
	for _, c := range all {
		if !c.Known() {
			n++
		}
	}
	return n
}
