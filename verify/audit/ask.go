package audit

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"golang.org/x/sync/errgroup"
)

// An answer contains the records that the sources returned for one entry.
type answer struct {
	papers []*paper.Paper
	failed []string // error messages of sources that could not be queried
}

// Batch sizes: the number of entries per query of the corpora, or per worker if repositories are used.
// Repositories are queried one entry at a time.
const askedAtOnce, onlineAtOnce = 50, 2

func (o Options) atOnce() int {
	if o.Online != nil {
		return onlineAtOnce
	}
	return askedAtOnce
}

// ask grades jobs in batches. It calls done with each batch and its number, in any order but never
// concurrently. It returns each distinct failure once. It skips jobs whose results are cached, and
// caches new results after each batch, so that an interrupted check can be resumed.
func ask(ctx context.Context, e *engine.Engine, jobs iter.Seq[*job], opts Options,
	done func(number int, batch []*job)) ([]string, error) {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var tally tally
	memory := opts.memory(ctx, e)
	next := 0
	for batch := range batches(jobs, opts.atOnce()) {
		if within.Err() != nil {
			break
		}
		number := next
		next++
		group.Go(func() error {
			unknown := slices.DeleteFunc(slices.Clone(batch),
				func(j *job) bool { return memory.recall(j, opts.Retractions) })
			if err := gradeBatch(within, e, unknown, opts); err != nil {
				return err
			}
			for _, j := range unknown {
				memory.keep(j)
				j.retract(opts.Retractions)
			}
			tally.add(batch, opts.Progress, func() { done(number, batch) })
			return nil
		})
	}
	err := group.Wait()
	return tally.failed, cmp.Or(err, ctx.Err())
}

func batches(jobs iter.Seq[*job], n int) iter.Seq[[]*job] {
	return func(yield func([]*job) bool) {
		var batch []*job
		for j := range jobs {
			if batch = append(batch, j); len(batch) == n {
				if !yield(batch) {
					return
				}
				batch = nil
			}
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}

func gradeBatch(ctx context.Context, e *engine.Engine, batch []*job, opts Options) error {
	err := askBatch(ctx, e, batch)
	if err != nil && (opts.Online == nil && opts.Retractions == nil || !errors.Is(err, engine.ErrNoIndex)) {
		return err
	}
	for _, j := range batch {
		if opts.Online != nil {
			if err := j.online(ctx, opts.Online); err != nil {
				return err
			}
		}
		j.grade()
	}
	return nil
}

type tally struct {
	mu     sync.Mutex
	done   int
	failed []string
}

// add counts the jobs of a batch and calls done while holding the lock.
func (t *tally) add(batch []*job, progress func(int), done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range batch {
		for _, failure := range j.answer.failed {
			if !slices.Contains(t.failed, failure) {
				t.failed = append(t.failed, failure)
			}
		}
	}
	slices.Sort(t.failed)
	done()
	if t.done += len(batch); progress != nil {
		progress(t.done)
	}
}

// askBatch looks up entries by identifier and title, and searches for those not confirmed.
func askBatch(ctx context.Context, e *engine.Engine, batch []*job) error {
	var refs []engine.WorkRef
	var owners []*job
	for _, j := range batch {
		for _, ref := range j.names() {
			refs, owners = append(refs, ref), append(owners, j)
		}
	}
	if len(refs) == 0 {
		return ctx.Err()
	}
	found, failed, err := e.Records(ctx, refs)
	if err != nil {
		return err
	}
	for i, papers := range found {
		owners[i].take(papers, nil)
	}
	for _, j := range batch {
		if j.skip {
			continue
		}
		j.take(nil, engine.Texts(failed))
		if err := j.search(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// names returns the references for looking up an entry's work. The title is looked up with the
// first author, to distinguish works with the same title, and without, since the author may be
// wrong.
func (j *job) names() (refs []engine.WorkRef) {
	if j.skip {
		return nil
	}
	if j.ref.DOI != "" {
		refs = append(refs, engine.WorkRef{DOI: j.ref.DOI})
	}
	if j.ref.ArXiv != "" {
		refs = append(refs, engine.WorkRef{ArXiv: j.ref.ArXiv})
	}
	if j.ref.Title != "" {
		refs = append(refs, engine.WorkRef{Title: j.ref.Title})
		if family := paper.FirstFamily(j.ref.Authors); family != "" {
			refs = append(refs, engine.WorkRef{Title: j.ref.Title, Author: family})
		}
	}
	return refs
}

// take adds the records that count as evidence, and the failures of sources.
func (j *job) take(papers []*paper.Paper, failed []string) {
	for _, p := range papers {
		if !j.isOwn(p) {
			j.answer.papers = append(j.answer.papers, p)
		}
	}
	for _, failure := range failed {
		if !slices.Contains(j.answer.failed, failure) {
			j.answer.failed = append(slices.Clip(j.answer.failed), failure)
		}
	}
}

// isOwn reports whether a record comes from the user's own library. Such a record does not count as
// evidence, since the library contains the entries of local .bib files, including the checked entry and
// its copies.
func (j *job) isOwn(p *paper.Paper) bool {
	return p.Own && (p.Entry != "" || p.Key != "" && p.Key == j.ref.Key)
}

// searchLimit is the maximum number of papers per corpus returned by a search for title words.
const searchLimit = 8

// search searches for an entry by the words of its title. If another work has the same title, it
// searches again with the first author.
func (j *job) search(ctx context.Context, e *engine.Engine) error {
	if j.ref.Title == "" || j.settled() {
		return nil
	}
	papers, failed, err := e.Titled(ctx, paper.PlainTitle(j.ref.Title), nil, searchLimit)
	if err != nil {
		return err
	}
	j.take(papers, engine.Texts(failed))
	filter := engine.ByAuthor(paper.FirstFamily(j.ref.Authors))
	if filter == nil || !j.collides() {
		return nil
	}
	papers, failed, err = e.Titled(ctx, paper.PlainTitle(j.ref.Title), filter, searchLimit)
	j.take(papers, engine.Texts(failed))
	return err
}

// collides reports whether another work has the same title.
func (j *job) collides() bool {
	if j.settled() {
		return false
	}
	title := paper.NormalTitle(j.ref.Title)
	return slices.ContainsFunc(j.answer.papers, func(p *paper.Paper) bool { return paper.NormalTitle(p.Title) == title })
}

// settled reports whether a record that agrees with the entry was found.
func (j *job) settled() bool {
	r := j.compare()
	r.Settle(nil)
	return !r.Verdict.Fails() && len(r.Records) > 0 && r.Code != verify.Unconfirmed
}
