package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/profile"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Limits on Companions, per segment.
const (
	maxCiting      = 4096 // number of citing papers whose citations are counted, those that share the most works first
	maxRelated     = 128  // number of citing papers returned as companions themselves
	maxShared      = 64   // number of shared works that count per citing paper
	bestCompanions = 4096 // number of works returned
)

// Companions returns the works that papers cite together with the given works, and the papers that
// cite the most of the given works. Works most often cited together with the given ones come first.
// Companions excludes the same papers as Profiles.
func (v *View) Companions(ctx context.Context, req engine.Request, cited profile.Table) ([]profile.Hit, error) {
	aliases, err := v.aliases(ctx, cited.Works())
	if err != nil {
		return nil, err
	}
	if len(aliases) > 0 {
		cited = cited.With(aliases.works())
	}
	found, err := inSegments(v.Segments, func(_ int, r *SegmentView) ([]profile.Hit, error) {
		return r.companions(ctx, req, cited)
	})
	if err != nil {
		return nil, err
	}
	for _, hits := range found {
		aliases.resolve(hits)
	}
	return profile.MergeCompanions(found, bestCompanions), nil
}

// A citingPaper is a paper that cites works of the manuscript.
type citingPaper struct {
	doc    uint32
	shared int // number of the manuscript's works that it cites
}

func (r *SegmentView) companions(ctx context.Context, req engine.Request, cited profile.Table) ([]profile.Hit, error) {
	table, err := r.Mentions()
	if err != nil || table.Len() == 0 {
		return nil, err
	}
	hidden, err := r.titled(req.Title)
	if err != nil {
		return nil, err
	}
	own, citing, err := r.citing(ctx, table, cited)
	if err != nil {
		return nil, err
	}
	citing = slices.DeleteFunc(citing, func(c citingPaper) bool {
		return !r.Live.Has(c.doc) || hidden[c.doc] || !r.Docs.Before(c.doc, req.Years.To)
	})
	slices.SortStableFunc(citing, func(a, b citingPaper) int { return cmp.Compare(b.shared, a.shared) })
	citing = citing[:min(maxCiting, len(citing))]
	hits, err := r.related(citing)
	return append(hits, together(table, citing, own)...), err
}

// together scores the works that the citing papers cite. Each citing paper adds the number of works
// that it shares with the manuscript, not counting the scored work itself. own holds the rows of
// the manuscript's works.
func together(table format.MentionTable, citing []citingPaper, own map[uint32]bool) (hits []profile.Hit) {
	shared := make(map[uint32]int, len(citing))
	for _, c := range citing {
		shared[c.doc] = min(c.shared, maxShared)
	}
	counts := make(map[profile.Work]float64)
	for row := range uint32(table.Len()) {
		n := shared[table.Doc(row)]
		if own[row] {
			n--
		}
		if n > 0 {
			counts[table.Row(row).Work] += float64(n)
		}
	}
	for work, n := range counts {
		hits = append(hits, profile.Hit{Work: work, Together: n})
	}
	return hits
}

// citing returns the papers that cite the given works, and the rows of these citations.
func (r *SegmentView) citing(
	ctx context.Context, table format.MentionTable, cited profile.Table,
) (own map[uint32]bool, all []citingPaper, err error) {
	own = make(map[uint32]bool)
	for row := range uint32(table.Len()) {
		if row%(1<<16) == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !cited.MayHave(table.Title(row), table.ID(row)) || !cited.Has(table.Row(row).Work) {
			continue
		}
		own[row] = true
		doc := table.Doc(row)
		if int64(doc) >= int64(r.Manifest.Papers) {
			return nil, nil, r.DamagedMentions()
		}
		if n := len(all); n > 0 && all[n-1].doc == doc {
			all[n-1].shared++
			continue
		}
		all = append(all, citingPaper{doc, 1})
	}
	return own, all, nil
}

// related returns the citing papers that share the most works with the manuscript, as hits.
func (r *SegmentView) related(citing []citingPaper) (hits []profile.Hit, err error) {
	for _, c := range citing[:min(maxRelated, len(citing))] {
		p, err := r.candidate(c.doc)
		if err != nil {
			return nil, err
		}
		work := profile.WorkOf(paper.RefOf(p))
		hits = append(hits, profile.Hit{Work: work, Together: float64(min(c.shared, maxShared))})
	}
	return hits, nil
}

// titled returns the papers with the manuscript's title, which are records of the manuscript
// itself.
func (r *SegmentView) titled(title string) (map[uint32]bool, error) {
	all := make(map[uint32]bool)
	normal := paper.NormalTitle(title)
	if normal == "" {
		return all, nil
	}
	docs, err := r.documents("title:" + normal)
	for _, doc := range docs {
		all[doc] = true
	}
	return all, err
}

// aliases maps hashes of OpenAlex identifiers to a manuscript's works, since the manuscript names
// them differently. Citation graphs identify works only by these identifiers.
type aliases map[uint64]profile.Work

// maxAliased is the maximum number of works whose records are read for their identifiers.
const maxAliased = 512

// aliases reads the OpenAlex identifiers of works from their records. It returns nil if no segment
// has a citation graph.
func (v *View) aliases(ctx context.Context, works []profile.Work) (aliases, error) {
	if !slices.ContainsFunc(v.Segments, func(r *SegmentView) bool { return r.Manifest.BareMentions > 0 }) {
		return nil, nil
	}
	found := make(aliases)
	for _, work := range works[:min(len(works), maxAliased)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, r := range v.Segments {
			docs, err := r.documentsOf(work)
			if err != nil {
				return nil, err
			}
			for _, doc := range docs[:min(len(docs), maxTwins)] {
				p, err := r.candidate(doc)
				if err != nil {
					return nil, err
				}
				if p.OpenAlex != "" {
					found[profile.OpenAlexID(p.OpenAlex)] = work
				}
			}
		}
	}
	return found, nil
}

// works returns one work for each OpenAlex identifier.
func (a aliases) works() (all []profile.Work) {
	for id := range a {
		all = append(all, profile.Work{ID: id})
	}
	return all
}

// resolve replaces the aliases in hits with the manuscript's works.
func (a aliases) resolve(hits []profile.Hit) {
	for i, h := range hits {
		if work, ok := a[h.ID]; ok {
			hits[i].Work = work
		}
	}
}
