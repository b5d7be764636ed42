package grow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Result describes a finished run.
type Result struct {
	Papers   int // number of papers in the corpus
	Added    int // number of papers added by this run
	Requests int
	Missing  []string // seeds that were not found
	Unread   int      // number of full texts that could not be read
	// Titles contains the titles of the first papers that were added or changed, and Retracted
	// those of retracted papers.
	Titles, Retracted []string
	// News contains the works found by an update that cite seeds or are published versions of
	// preprints.
	News []News
	// Reason states why the run stopped, for example because it reached the goal or the plan's limit.
	Reason string
}

// The reasons why a run stops.
const (
	reasonGoal    = "the corpus has reached the requested number of papers"
	reasonMost    = "the corpus has reached the maximum number of papers"
	reasonFading  = "no other works are closely related to your references"
	reasonLimit   = "all planned requests were used; run the same command again for more papers"
	reasonWhole   = "all matching records were downloaded"
	reasonNews    = "all works in the corpus were looked up"
	reasonNoSeeds = "the source has none of your references"
)

// Grow adds seeds and runs until a goal or the plan's request limit is reached. If it returns an
// error, the next call resumes the run.
func (g *Grower) Grow(ctx context.Context, source string, seeds Seeds, goals Goals, plan Plan) (Result, error) {
	s := start{Source: source, Goals: goals}
	citations, err := g.Client.CitationIndex(source)
	if err != nil {
		return Result{}, err
	}
	for _, id := range seeds.IDs {
		if citations.Accepts(id) {
			s.Seeds = append(s.Seeds, id)
		}
	}
	if len(titleRegistries(g.Client)) > 0 {
		s.Titles = seeds.Titles
	}
	if err := g.write(entry{Start: &s}); err != nil {
		return Result{}, err
	}
	return g.finish(ctx, plan, func() (string, error) { return g.run(ctx, citations) })
}

// finish calls run, publishes the chosen papers even if run failed, and describes the result.
func (g *Grower) finish(ctx context.Context, plan Plan, run func() (string, error)) (r Result, err error) {
	if err := g.noteRemoved(ctx); err != nil {
		return r, err
	}
	before, papers := len(g.chosen), len(g.distinct)
	g.limit = plan.Requests
	r.Reason, err = run()
	if ctx.Err() == nil {
		err = errors.Join(err, g.indexCitations(), g.publish(ctx))
	}
	if err == nil && g.frontier != nil {
		err = g.writeCiting(ctx)
	}
	if err == nil && r.Reason != reasonLimit {
		err = g.write(entry{Done: true})
	}
	r.Unread = g.unread
	r.Papers, r.Added, r.Requests, r.Missing = len(g.distinct)-len(g.removed), len(g.distinct)-papers, g.sent, g.missing
	changed, failed := g.bare(g.chosen[before:min(len(g.chosen), before+mostPending)])
	for _, p := range changed {
		if r.Titles = append(r.Titles, p.Title); p.Retracted {
			r.Retracted = append(r.Retracted, p.Title)
		}
	}
	if len(g.newly)+len(g.versions) > 0 {
		var unread error
		r.News, unread = g.news()
		failed = errors.Join(failed, unread)
	}
	return r, errors.Join(err, failed)
}

// send sends a question and records its answer in the journal.
func (g *Grower) send(ctx context.Context, citations online.CitationIndex, q question) (a answer, err error) {
	a, err = patiently(ctx, g, func() (answer, error) { return g.put(ctx, citations, q) })
	if err != nil {
		return a, err
	}
	if err := g.write(entry{Question: &q, Answer: &a}); err != nil {
		return a, err
	}
	g.report()
	return a, nil
}

func (g *Grower) run(ctx context.Context, citations online.CitationIndex) (reason string, err error) {
	if reason, err := g.lookUpTitles(ctx); reason != "" || err != nil {
		return reason, err
	}
	for {
		q, newly, ok := g.frontier.next()
		if err := g.keep(ctx, newly); err != nil {
			return "", err
		}
		switch {
		case !ok && len(g.frontier.kept) == 0:
			return reasonNoSeeds, nil
		case !ok:
			return g.ended(ctx, citations)
		case g.sent >= g.limit:
			return reasonLimit, nil
		}
		if _, err := g.send(ctx, citations, q); err != nil {
			return reasonOf(err)
		}
	}
}

// ended reads full texts after the last work was chosen. It returns the reason why the run ends.
func (g *Grower) ended(ctx context.Context, citations online.CitationIndex) (string, error) {
	if err := g.readTexts(ctx, citations); err != nil {
		return reasonOf(err)
	}
	if len(g.frontier.kept) >= g.goals.Papers {
		return reasonGoal, nil
	}
	return reasonFading, nil
}

func (g *Grower) report() {
	if g.Progress != nil {
		g.Progress(Progress{g.sent, g.limit, len(g.distinct), g.goals.Papers, g.published})
	}
}

// keep records kept works in the journal. It publishes them if many papers are pending.
func (g *Grower) keep(ctx context.Context, newly []int32) error {
	if len(newly) == 0 {
		return nil
	}
	keys := make([]string, len(newly))
	for i, at := range newly {
		keys[i] = g.frontier.keys[at]
	}
	if err := g.write(entry{Kept: keys}); err != nil {
		return err
	}
	if len(g.chosen)-g.published < min(max(firstPublished, g.published), mostPending) {
		return nil
	}
	return g.publish(ctx)
}

// The limits on the number of unpublished papers. They are published in batches that double in size,
// so that the first papers soon become searchable.
const (
	firstPublished = 200
	mostPending    = 4000
)

var errLimit = errors.New("all planned requests were used")

// put sends a question. If the service refuses a batch, put sends each half separately. It skips
// single identifiers that are refused.
func (g *Grower) put(ctx context.Context, citations online.CitationIndex, q question) (a answer, err error) {
	if g.sent >= g.limit {
		return a, errLimit
	}
	g.sent++
	switch {
	case q.Retracted != nil:
		a.Nodes, err = citations.Retracted(ctx, q.Retracted)
	case q.Changed != nil:
		a.Nodes, err = citations.Changed(ctx, q.Changed, q.From)
	case q.Text != "":
		return g.putText(ctx, citations, q)
	case q.Citers != nil:
		var page online.CitingPage
		page, err = citations.Citing(ctx, *q.Citers)
		if a = (answer{Nodes: page.Nodes, Citations: page.Citations, More: page.More,
			Cursor: page.Cursor}); refusesContent(err) && !q.isUpdate() {
			return a, nil
		}
	default:
		a.Nodes, err = citations.Described(ctx, q.Describe)
	}
	if !refusesContent(err) {
		return a, err
	}
	return g.putHalves(ctx, citations, q)
}

// putHalves sends the two halves of a refused question. If the question has only one identifier,
// the answer is empty.
func (g *Grower) putHalves(ctx context.Context, citations online.CitationIndex, q question) (a answer, err error) {
	for _, half := range q.halves() {
		part, err := g.put(ctx, citations, half)
		if err != nil {
			return a, err
		}
		a.Nodes, a.Citations = append(a.Nodes, part.Nodes...), append(a.Citations, part.Citations...)
	}
	return a, nil
}

// halves returns a question for each half of the identifiers, or nil if there is only one
// identifier.
func (q question) halves() (both []question) {
	first, second := q, q
	switch {
	case len(q.Retracted) > 1:
		first.Retracted, second.Retracted = cut(q.Retracted)
	case len(q.Changed) > 1:
		first.Changed, second.Changed = cut(q.Changed)
	case len(q.Describe) > 1:
		first.Describe, second.Describe = cut(q.Describe)
	case q.Citers != nil && len(q.Citers.Keys) > 1:
		one, other := *q.Citers, *q.Citers
		one.Keys, other.Keys = cut(q.Citers.Keys)
		first.Citers, second.Citers = &one, &other
	default:
		return nil
	}
	return []question{first, second}
}

func cut[T any](all []T) (first, second []T) { return all[:len(all)/2], all[len(all)/2:] }

// refusesContent reports whether a service rejected the identifiers in a request rather than the
// client.
func refusesContent(err error) bool {
	e, ok := errors.AsType[*online.Error](err)
	return ok && e.Kind == online.Refused && (e.Status == 400 || e.Status == 404 || e.Status == 414)
}

const longestWait = 5 * time.Minute // maximum wait for a busy service

// patiently sends a request and retries it while the service is temporarily busy.
func patiently[T any](ctx context.Context, g *Grower, send func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		a, err := send()
		busy, ok := errors.AsType[*online.Error](err)
		if !ok || busy.Kind != online.Busy || try > 3 || g.sent >= g.limit {
			return a, g.explain(err)
		}
		wait := busy.Until.Sub(g.Now())
		if busy.Until.IsZero() || wait > longestWait {
			return a, g.explain(err)
		}
		if err := g.Sleep(ctx, max(wait, time.Second)); err != nil {
			return a, err
		}
	}
}

func (g *Grower) explain(err error) error {
	if err == nil || errors.Is(err, errLimit) {
		return err
	}
	return fmt.Errorf("%w (nothing is lost: run the same command again to continue)", err)
}

// lookUpTitles looks up seeds without an identifier in the registries by their titles.
func (g *Grower) lookUpTitles(ctx context.Context) (reason string, err error) {
	registries := len(titleRegistries(g.Client))
	for len(g.titles) > 0 {
		if g.sent+registries > g.limit {
			return reasonLimit, nil
		}
		t := g.titles[0]
		g.sent += registries
		result := g.Client.Confirm(ctx, &online.Record{Paper: paper.Paper{Title: t.Title, Year: t.Year,
			Authors: []paper.Author{{Family: t.Author}}}})
		if err := ctx.Err(); err != nil {
			return "", err
		}
		found := seedMatch{Title: t}
		switch {
		case result.Confirmed && len(result.Record.IDs()) > 0:
			found.ID = &result.Record.IDs()[0]
		case len(result.Errs) > 0:
			return "", g.explain(errors.Join(result.Errs...))
		}
		if err := g.write(entry{Found: &found}); err != nil {
			return "", err
		}
		g.report()
	}
	return "", nil
}

const maxTexts = 500 // maximum number of full texts that a run reads for citing sentences

// readTexts requests the full texts of chosen works, in the order in which they were chosen. The
// sentences in these texts make the works that they cite searchable.
func (g *Grower) readTexts(ctx context.Context, citations online.CitationIndex) error {
	texts := 0
	for _, at := range g.frontier.kept {
		n := &g.frontier.nodes[at]
		if !n.is(hasText) || n.is(isRead) || g.removed[g.recordIDs[at]] {
			continue
		}
		if texts++; texts > maxTexts {
			break
		}
		a, err := g.send(ctx, citations, question{Text: g.frontier.keys[at]})
		if err != nil {
			return err
		}
		if a.Unread {
			g.unread++
		}
	}
	return nil
}

// putText requests one full text. If the text is missing or damaged, the answer is marked as unread
// rather than an error, since other texts may be readable.
func (g *Grower) putText(ctx context.Context, citations online.CitationIndex, q question) (a answer, err error) {
	texts, ok := citations.(online.TextIndex)
	at := g.places[g.frontier.at[q.Text]]
	records, err := readPlaces(g.journal, []place{at}, entry.record)
	if err != nil {
		return a, err
	}
	if r := records[at]; ok && r != nil {
		a.Citations, err = texts.Sentences(ctx, q.Text, r)
	}
	if kind := online.KindOf(err); kind == online.NotFound || kind == online.Malformed || refusesContent(err) {
		return answer{Unread: true}, nil
	}
	return a, err
}
