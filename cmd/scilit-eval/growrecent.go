package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
)

// A recentReport measures how well new papers are matched with the sentences of a manuscript that
// should cite them. Published papers serve as manuscripts. A work counts as new if it is at most
// one year older than the manuscript that cites it. A true pair is a new paper and a sentence that
// cites it together with an older work; the citation of the new paper is hidden.
type recentReport struct {
	Manuscripts int         `json:"manuscripts"`
	Places      int         `json:"places"` // number of sentences that cite an older work, in all manuscripts
	Papers      int         `json:"papers"` // number of new papers compared, summed over all manuscripts
	True        int         `json:"true"`   // number of true pairs in all manuscripts
	Product     recentShare `json:"product"`
	// pairs that the program found because the new paper cites the same work as the sentence
	ByCitation recentShare `json:"by_citation"`
	ByMeaning  recentShare `json:"by_meaning"` // pairs that the program found because the texts are similar
	// Cosine measures the pairs with the highest cosine similarity; N is the same as in Product.
	Cosine recentShare `json:"cosine"`
	Random recentShare `json:"random"` // pairs chosen at random; N is the same as in Product
	// Listed measures the papers that the program found for any sentence. Precision is the share of
	// them that the manuscript cites. Recall is the share of the cited new papers that were found.
	Listed recentShare `json:"listed"`
	// Right is the share of papers that were matched with a sentence that cites them, among the
	// found papers that have a true pair.
	Right float64 `json:"right"`
}

// A recentShare contains the precision and recall of N pairs or papers.
type recentShare struct {
	N         int     `json:"n"`
	Hits      int     `json:"hits"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
}

func (s *recentShare) add(hit bool) {
	s.N++
	s.Hits += int(oneIf(hit))
}

func (s *recentShare) finish(relevant int) {
	s.Precision, s.Recall = share(s.Hits, s.N), share(s.Hits, relevant)
}

// maxNew is the maximum number of new papers compared with a manuscript.
const maxNew = 500

// A recentRun collects the records and the counts of one measurement.
type recentRun struct {
	records map[string]*engine.Paper
	sites   map[string][]citingSite
	cites   map[string][]string // IDs of the works that each paper cites, by the paper's ID
	byYear  map[int][]string    // IDs of the citing papers, by publication year
	report  recentReport
	right   recentShare // papers with a true pair, and how many of them were matched with a sentence that cites them
	cited   int         // number of new papers that the manuscripts cite, which limits recall
}

// A recentPair is a new paper and the index of a sentence that might cite it.
type recentPair struct {
	paper string
	place int
}

func growRecent(ctx context.Context, citations, files []string, papers int) (recentReport, error) {
	r := recentRun{sites: make(map[string][]citingSite), cites: make(map[string][]string), byYear: make(map[int][]string)}
	var err error
	if r.records, err = byID(ctx, files); err != nil {
		return r.report, err
	}
	for _, path := range citations {
		for c, err := range eval.Records[citance](path) {
			if err != nil {
				return r.report, err
			}
			r.add(c)
		}
	}
	texts := slices.Sorted(maps.Keys(r.cites))
	for _, id := range texts {
		if p := r.records[id]; p.Year > 0 {
			r.byYear[p.Year] = append(r.byYear[p.Year], id)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(texts), func(a, b int) { texts[a], texts[b] = texts[b], texts[a] })
	for _, id := range texts {
		if r.report.Manuscripts == papers {
			break
		}
		if err := r.manuscript(ctx, r.records[id], random); err != nil {
			return r.report, err
		}
	}
	return r.finish(), nil
}

// A citingSite is a citing sentence from which the citations were removed, with the IDs of the
// cited works.
type citingSite struct {
	text  string
	cited []string
}

// add adds a citing sentence. If the position of the citation in it is unknown, add records only
// that the paper cites the work.
func (r *recentRun) add(c citance) {
	if r.records[c.Citing] == nil {
		return
	}
	var site citingSite
	marked := []rune(c.Sentence)
	for _, s := range c.spans() {
		if w := r.records[s.Cited]; w == nil || s.Cited == c.Citing {
			continue
		}
		if !slices.Contains(r.cites[c.Citing], s.Cited) {
			r.cites[c.Citing] = append(r.cites[c.Citing], s.Cited)
		}
		if 0 <= s.Start && s.Start < s.End && s.End <= len(marked) {
			site.cited = append(site.cited, s.Cited)
			for i := s.Start; i < s.End; i++ {
				marked[i] = ' '
			}
		}
	}
	if site.text = string(marked); len(site.cited) > 0 {
		r.sites[c.Citing] = append(r.sites[c.Citing], site)
	}
}

// manuscript measures one manuscript. It skips manuscripts without a true pair.
func (r *recentRun) manuscript(ctx context.Context, p *engine.Paper, random *rand.Rand) error {
	places, truth := r.places(p)
	if len(truth) == 0 {
		return nil
	}
	papers := r.newPapers(p, random)
	cited := make(map[engine.WorkRef]*engine.Paper)
	for _, place := range places {
		for _, w := range place.Works {
			cited[w] = r.records[w.ID]
		}
	}
	found, err := recent.Close(ctx, onnx.StaticCitations(), papers, places, cited)
	if err != nil {
		return err
	}
	r.report.Manuscripts++
	r.report.Places += len(places)
	r.report.Papers += len(papers)
	r.report.True += len(truth)
	pairs := r.count(p, found, truth)
	return r.controls(ctx, papers, places, pairs, truth)
}

// places returns the sentences of p that cite an older work, and the true pairs.
func (r *recentRun) places(p *engine.Paper) (places []recent.Place, truth map[recentPair]bool) {
	truth = make(map[recentPair]bool)
	for _, site := range r.sites[p.ID] {
		place := recent.Place{Text: site.text}
		var fresh []string
		for _, id := range site.cited {
			w := r.records[id]
			if w.Year >= p.Year-1 {
				fresh = append(fresh, id)
				continue
			}
			ref := engine.WorkRef{ID: id, DOI: w.DOI, Title: w.Title}
			if len(w.Authors) > 0 {
				ref.Author = w.Authors[0].Family
			}
			place.Works = append(place.Works, ref)
		}
		if len(place.Works) == 0 {
			continue
		}
		for _, id := range fresh {
			truth[recentPair{id, len(places)}] = true
		}
		places = append(places, place)
	}
	return places, truth
}

// newPapers returns the new papers that a manuscript cites, followed by other random papers from the
// same two years.
func (r *recentRun) newPapers(p *engine.Paper, random *rand.Rand) (papers []recent.Paper) {
	taken := map[string]bool{p.ID: true}
	var ids []string
	add := func(id string) {
		if !taken[id] && r.records[id].Year >= p.Year-1 && len(ids) < maxNew {
			taken[id] = true
			ids = append(ids, id)
		}
	}
	for _, id := range r.cites[p.ID] {
		add(id)
	}
	r.cited += len(ids)
	others := slices.Concat(r.byYear[p.Year-1], r.byYear[p.Year])
	random.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
	for _, id := range others {
		add(id)
	}
	for _, id := range ids {
		w := r.records[id]
		one := recent.Paper{ID: id, Title: w.Title, DOI: w.DOI, Year: w.Year, Abstract: w.Abstract, Names: w.Names()}
		for _, to := range r.cites[id] {
			one.Cites = append(one.Cites, r.records[to].Names()...)
		}
		papers = append(papers, one)
	}
	return papers
}

// count adds the pairs that the program found to the report and returns their number.
func (r *recentRun) count(p *engine.Paper, found []recent.Match, truth map[recentPair]bool) (pairs int) {
	for _, m := range found {
		isTrue, isRight := false, false
		for pair := range truth {
			isTrue = isTrue || pair.paper == m.ID
		}
		for _, c := range m.Places {
			hit := truth[recentPair{m.ID, c.Place}]
			isRight = isRight || hit
			reason := &r.report.ByMeaning
			if c.Cites != "" {
				reason = &r.report.ByCitation
			}
			reason.add(hit)
			r.report.Product.add(hit)
			pairs++
		}
		r.report.Listed.add(slices.Contains(r.cites[p.ID], m.ID))
		if isTrue {
			r.right.add(isRight)
		}
	}
	return pairs
}

// controls adds two controls with the given number of pairs to the report: the pairs with the
// highest cosine similarity, and random pairs.
func (r *recentRun) controls(ctx context.Context, papers []recent.Paper, places []recent.Place, pairs int,
	truth map[recentPair]bool) error {
	var texts []string
	for _, p := range papers {
		texts = append(texts, p.Title+". "+p.Abstract)
	}
	for _, p := range places {
		texts = append(texts, p.Text)
	}
	vectors, err := onnx.StaticCitations().Embed(ctx, texts)
	if err != nil {
		return err
	}
	type scored struct {
		recentPair
		cosine float32
	}
	var all []scored
	for i, p := range papers {
		for j := range places {
			sum := float32(0)
			for k, x := range vectors[i] {
				sum += x * vectors[len(papers)+j][k]
			}
			all = append(all, scored{recentPair{p.ID, j}, sum})
		}
	}
	random := rand.New(rand.NewPCG(1, uint64(len(all))))
	random.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	for _, one := range all[:min(pairs, len(all))] {
		r.report.Random.add(truth[one.recentPair])
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.cosine, a.cosine) })
	for _, one := range all[:min(pairs, len(all))] {
		r.report.Cosine.add(truth[one.recentPair])
	}
	return nil
}

func (r *recentRun) finish() recentReport {
	all := &r.report
	for _, s := range []*recentShare{&all.Product, &all.ByCitation, &all.ByMeaning, &all.Cosine, &all.Random} {
		s.finish(all.True)
	}
	all.Listed.finish(r.cited)
	all.Right = share(r.right.Hits, r.right.N)
	return *all
}

func printRecentReport(w io.Writer, r recentReport) {
	fmt.Fprintf(w, "published since, %d manuscripts, %d places, %d new papers, %d true pairs\n", r.Manuscripts, r.Places,
		r.Papers, r.True)
	for _, row := range []struct {
		name string
		recentShare
	}{{"pairs", r.Product}, {"    by citation", r.ByCitation}, {"    by meaning", r.ByMeaning},
		{"    cosine alone", r.Cosine}, {"    random", r.Random}, {"papers", r.Listed}} {
		fmt.Fprintf(w, "%s: %d of %d, precision %.3f, recall %.3f\n", row.name, row.Hits, row.N, row.Precision, row.Recall)
	}
	fmt.Fprintf(w, "right place of listed papers: %.3f\n", r.Right)
}
