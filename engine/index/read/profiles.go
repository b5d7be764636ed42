package read

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"golang.org/x/sync/errgroup"
)

const (
	bestMentions = 2048 // number of mentions per corpus whose works are considered
	bestWorks    = 512  // number of works that Profiles returns
)

// A profileSearch is the state of a search for profiles in one segment.
type profileSearch struct {
	*SegmentView
	table  format.MentionTable
	lists  [][]byte // posting list of each term; nil if the segment lacks the term
	counts []int    // number of postings of each term
	hidden map[uint32]bool
}

// Profiles returns the works whose mentions share terms with the request, best first. It excludes
// mentions in deleted papers and in the manuscript itself. If the request limits the years, it also
// excludes mentions in newer papers and in papers of unknown year.
func (v *View) Profiles(ctx context.Context, req engine.Request) ([]profile.Hit, error) {
	terms := unigrams(req.ProfileTerms())
	searches := make([]*profileSearch, len(v.Segments))
	err := v.each(func(i int, r *SegmentView) (err error) {
		searches[i], err = r.beginProfiles(ctx, req, terms)
		return err
	})
	if err != nil {
		return nil, err
	}
	weights, model := profileWeights(searches, terms)
	found := make([][]scoredMention, len(searches))
	err = v.each(func(i int, _ *SegmentView) (err error) {
		found[i], err = searches[i].run(ctx, req, weights, model)
		return err
	})
	if err != nil {
		return nil, err
	}
	return profile.Merge([][]profile.Hit{bestOfMentions(searches, found)}, bestWorks), nil
}

// beginProfiles looks up the posting lists of the terms.
func (r *SegmentView) beginProfiles(
	ctx context.Context, req engine.Request, terms []engine.QueryTerm,
) (s *profileSearch, err error) {
	s = &profileSearch{
		SegmentView: r, lists: make([][]byte, len(terms)), counts: make([]int, len(terms)),
	}
	if r.Profiles == nil {
		return s, nil
	}
	if s.table, err = r.Mentions(); err != nil {
		return nil, err
	}
	for i, term := range terms {
		err := format.LookUp(r.Profiles, term.Text, func(count int, list []byte) error {
			s.lists[i], s.counts[i] = list, min(count, s.table.Len())
			return ctx.Err()
		})
		if err != nil {
			return nil, r.InProfiles(err)
		}
	}
	s.hidden, err = r.titled(req.Title)
	return s, err
}

// profileWeights returns the weights of the terms, scaled so that a perfect mention scores 1, and
// the BM25 model of all mentions.
func profileWeights(searches []*profileSearch, terms []engine.QueryTerm) ([]float64, rank.BM25) {
	mentions, length := 0, 0
	for _, s := range searches {
		mentions += s.Manifest.Mentions - s.Manifest.BareMentions
		length += s.Manifest.MentionLength
	}
	model := rank.BM25{Texts: mentions, AverageLength: max(1, float64(length)/float64(max(1, mentions)))}
	weights, perfect := make([]float64, len(terms)), 0.
	for i, term := range terms {
		with := 0
		for _, s := range searches {
			with += s.counts[i]
		}
		weights[i] = term.Weight * model.IDF(min(with, mentions))
		perfect += weights[i] * rank.MaxFrequency
	}
	for i := range weights {
		weights[i] /= max(perfect, 1e-9)
	}
	return weights, model
}

// A scoredMention is a row of mentions.bin with its score.
type scoredMention struct {
	row   uint32
	score float64
}

// A mentionList is a decoded posting list: the rows of mentions in ascending order, and how often each has the
// term.
type mentionList struct {
	rows        []uint32
	frequencies []uint8
}

// run scores the mentions and returns the best. The lists are decoded, and then ranges of mentions scored, on all
// processors. Each score is summed in the order of the terms, whatever the ranges are.
func (s *profileSearch) run(
	ctx context.Context, req engine.Request, weights []float64, model rank.BM25,
) ([]scoredMention, error) {
	if s.table.Len() == 0 {
		return nil, nil
	}
	lists := make([]mentionList, len(s.lists))
	err := inParallel(ctx, len(lists), func(i int) (err error) { lists[i], err = s.decode(i); return err })
	if err != nil {
		return nil, err
	}
	ranges := max(1, min(runtime.GOMAXPROCS(0), s.table.Len()/fewestMentions))
	best, err := s.inRanges(ctx, req, lists, scoring{weights, model.Saturation()}, ranges)
	var found []scoredMention
	for _, t := range best {
		found = append(found, scoredMention{row: t.Number, score: t.Score})
	}
	return found, err
}

// A scoring has the weights of the terms and the model of all mentions.
type scoring struct {
	weights    []float64
	saturation *rank.Saturation
}

// inRanges scores n ranges of mentions at once and returns the best of all.
func (s *profileSearch) inRanges(
	ctx context.Context, req engine.Request, lists []mentionList, by scoring, n int,
) ([]rank.ScoredItem, error) {
	ranges := make([][]rank.ScoredItem, n)
	var group errgroup.Group
	for i := range ranges {
		first, end := i*s.table.Len()/n, (i+1)*s.table.Len()/n
		GoGuarded(&group, func() error {
			scores, err := s.score(ctx, lists, by, uint32(first), uint32(end))
			if err == nil {
				ranges[i], err = s.best(req, scores, first)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	top := rank.NewTopK(bestMentions)
	for _, t := range slices.Concat(ranges...) {
		top.Offer(t.Number, t.Score)
	}
	return top.Best(), nil
}

// fewestMentions is the number of mentions that are worth a goroutine.
const fewestMentions = 8192

// decode decodes the posting list of a term.
func (s *profileSearch) decode(term int) (mentionList, error) {
	l := mentionList{make([]uint32, 0, s.counts[term]), make([]uint8, 0, s.counts[term])}
	postings := format.ListReader{Bytes: s.lists[term], Papers: uint32(s.table.Len())}
	var block format.PostingBlock
	for block.Read(&postings) {
		l.rows = append(l.rows, block.Docs[:block.N]...)
		l.frequencies = append(l.frequencies, block.Frequencies[:block.N]...)
	}
	if err := postings.Err(); err != nil {
		return l, s.InProfiles(err)
	}
	return l, nil
}

// score returns the scores of the mentions from first to end.
func (s *profileSearch) score(
	ctx context.Context, lists []mentionList, by scoring, first, end uint32,
) ([]float32, error) {
	scores, lengths := make([]float32, end-first), s.lengthsOf(s.table)
	for i, list := range lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from, _ := slices.BinarySearch(list.rows, first)
		to, _ := slices.BinarySearch(list.rows, end)
		for at := from; at < to; at++ {
			row := list.rows[at]
			length := int(lengths[row])
			if length == math.MaxUint16 {
				length = int(s.table.Length(row))
			}
			scores[row-first] += float32(by.weights[i] * by.saturation.Of(max(1, int(list.frequencies[at])), length))
		}
	}
	return scores, nil
}

// best returns the best mentions among those that the request allows, given the scores of those from first on.
func (s *profileSearch) best(req engine.Request, scores []float32, first int) ([]rank.ScoredItem, error) {
	top := rank.NewTopK(bestMentions)
	for i, score := range scores {
		if score == 0 || !top.MayTake(float64(score)) {
			continue
		}
		row := uint32(first + i)
		doc := s.table.Doc(row)
		if int64(doc) >= int64(s.Manifest.Papers) {
			return nil, s.DamagedMentions()
		}
		if s.Live.Has(doc) && !s.hidden[doc] && s.Docs.Before(doc, req.Years.To) {
			top.Offer(row, float64(score))
		}
	}
	return top.Best(), nil
}

// bestOfMentions returns the best mentions of all segments as hits. Equal scores are ordered by the
// mentioned works, so that the result does not depend on the segments.
func bestOfMentions(searches []*profileSearch, found [][]scoredMention) []profile.Hit {
	var hits []profile.Hit
	for part, mentions := range found {
		for _, m := range mentions {
			h := profile.Hit{Work: searches[part].table.Row(m.row).Work}
			h.Add(m.score)
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, profile.Compare)
	return hits[:min(bestMentions, len(hits))]
}

// profiled returns the allowed papers with the best profiles, up to the limit of the request.
func (v *View) profiled(searches []*search, req engine.Request, hits []profile.Hit) ([]hit, error) {
	var found []hit
	seen := make(map[Location]bool)
	for _, h := range hits {
		if len(found) >= req.Limit {
			break
		}
		for part, s := range searches {
			docs, err := s.documentsOf(h.Work)
			if err != nil {
				return nil, err
			}
			for _, doc := range docs {
				if at := (Location{part, doc}); s.allowed.Has(doc) && !seen[at] {
					seen[at] = true
					found = append(found, hit{part: part, doc: doc})
				}
			}
		}
	}
	return found, nil
}

// documentsOf returns the live papers that represent a work. They have the same identifier or, if no
// paper has it, the same title and first author.
func (r *SegmentView) documentsOf(w profile.Work) (docs []uint32, err error) {
	if r.Manifest.Identity {
		return nil, nil
	}
	if w.ID != 0 {
		if docs, err = r.hashed(w.ID); err != nil || len(docs) > 0 {
			return docs, err
		}
	}
	if w.Title == 0 {
		return nil, nil
	}
	named, err := r.hashed(w.Title)
	for _, doc := range named[:min(len(named), maxTwins)] {
		p, err := r.candidate(doc)
		if err != nil {
			return nil, err
		}
		if w.SameAuthor(profile.WorkOf(paper.RefOf(p))) {
			docs = append(docs, doc)
		}
	}
	return docs, err
}

// maxTwins is the maximum number of papers with the same title that are compared with a work.
const maxTwins = 16
