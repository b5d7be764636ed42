package read

import (
	"context"
	"math"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/engine/rank"
	"github.com/scilit-lsp/scilit-lsp/paper"
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
	searches, err := inSegments(v.Segments, func(_ int, r *SegmentView) (*profileSearch, error) {
		return r.beginProfiles(ctx, req, terms)
	})
	if err != nil {
		return nil, err
	}
	weights, model := profileWeights(searches, terms)
	found, err := inSegments(searches, func(_ int, s *profileSearch) ([]rank.ScoredItem, error) {
		return s.run(ctx, req, weights, model)
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
	s = &profileSearch{SegmentView: r, lists: make([][]byte, len(terms)), counts: make([]int, len(terms))}
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

// run scores the mentions and returns the best rows of mentions.bin.
func (s *profileSearch) run(
	ctx context.Context, req engine.Request, weights []float64, model rank.BM25,
) ([]rank.ScoredItem, error) {
	scores := make([]float32, s.table.Len())
	saturation := model.Saturation()
	var block format.PostingBlock
	var lengths []uint16
	if len(scores) > 0 {
		lengths = s.lengthsOf(s.table)
	}
	for i, list := range s.lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		postings := format.ListReader{Bytes: list, Papers: uint32(len(scores))}
		for block.Read(&postings) {
			for at, row := range block.Docs[:block.N] {
				length := int(lengths[row])
				if length == math.MaxUint16 {
					length = int(s.table.Length(row))
				}
				scores[row] += float32(weights[i] * saturation.Of(max(1, int(block.Frequencies[at])), length))
			}
		}
		if err := postings.Err(); err != nil {
			return nil, s.InProfiles(err)
		}
	}
	return s.best(req, scores)
}

// best returns the best mentions among those that the request allows.
func (s *profileSearch) best(req engine.Request, scores []float32) ([]rank.ScoredItem, error) {
	top := rank.NewTopK(bestMentions)
	for row, score := range scores {
		if score == 0 || !top.MayTake(float64(score)) {
			continue
		}
		doc := s.table.Doc(uint32(row))
		if int64(doc) >= int64(s.Manifest.Papers) {
			return nil, s.DamagedMentions()
		}
		if s.Live.Has(doc) && !s.hidden[doc] && s.Docs.Before(doc, req.Years.To) {
			top.Offer(uint32(row), float64(score))
		}
	}
	return top.Best(), nil
}

// bestOfMentions returns the best mentions of all segments as hits. Equal scores are ordered by the
// mentioned works, so that the result does not depend on the segments.
func bestOfMentions(searches []*profileSearch, found [][]rank.ScoredItem) []profile.Hit {
	var hits []profile.Hit
	for part, mentions := range found {
		for _, m := range mentions {
			h := profile.Hit{Work: searches[part].table.Row(m.Number).Work}
			h.Add(m.Score)
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
