package profile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Mention holds the words of all sentences in which one paper cites one work.
type Mention struct {
	Work  paper.Ref // normalised reference without ID and key
	Terms []Term    // terms in ascending order
	// Length is the number of words in the sentences, without stop words. It is 0 if only the citation
	// is known, from a citation graph.
	Length int
}

// A Term is a stemmed word with its frequency.
type Term struct {
	Text  string
	Count int
}

// Limits for each citing paper. They exceed realistic numbers, but keep a forged full text from gaining
// much influence or taking much space.
const (
	maxReferences = 1 << 13 // number of references read
	maxCitations  = 8       // number of citing sentences per mention
	maxTerms      = 96      // number of distinct terms per mention
	maxField      = 1 << 10
	// MaxMentions is the maximum number of mentions in one paper.
	MaxMentions = 1 << 10
	// MaxLength is the maximum value of Mention.Length and Term.Count.
	MaxLength = 1<<16 - 1
)

// leastTitle is the minimum length in bytes of a normalised title that identifies a work.
const leastTitle = 12

// Of returns the mentions in a paper, at most one per work, in the order of their first citations. The
// terms come from the citing sentences in the full text, and from the sentences before them, which
// often introduce the topic. If the paper has no full text, they come from the contexts of its
// references. A reference from a citation graph is a mention even without any text.
func Of(p *paper.Paper) []Mention {
	r := reader{works: worksOf(p.References), places: make(map[string]int)}
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			r.read(paragraph)
		}
	}
	if len(p.Body) == 0 {
		for i, work := range r.works {
			r.quote(work, p.References[i].Contexts)
		}
	}
	for _, work := range r.works { // last, so that works with a text have priority if there are too many
		if work.OpenAlex != "" {
			r.quotation(work)
		}
	}
	mentions := make([]Mention, 0, len(r.quoted))
	for _, q := range r.quoted {
		m := Mention{Work: q.work}
		m.count(q.sentences)
		if m.Length > 0 || m.Work.OpenAlex != "" {
			mentions = append(mentions, m)
		}
	}
	return mentions
}

// worksOf returns the identity of each reference, or the zero Ref if the work cannot be identified.
func worksOf(references []paper.Reference) []paper.Ref {
	references = references[:min(len(references), maxReferences)]
	works := make([]paper.Ref, len(references))
	for i, r := range references {
		if len(r.Title) > maxField || len(r.DOI) > maxField || len(r.Venue) > maxField {
			continue
		}
		work := paper.Ref{DOI: paper.DOI(r.DOI), Title: paper.NormalTitle(r.Title), OpenAlex: paper.OpenAlex(r.OpenAlex)}
		work.ArXiv = cmp.Or(paper.ArXiv(r.DOI), paper.MentionedArXiv(r.Venue))
		if len(r.Authors) > 0 {
			work.Author = paper.Ref{Author: r.Authors[0].Family}.AuthorKey()
		}
		if len(work.Title) < leastTitle {
			work.Title = ""
		}
		works[i] = work
	}
	return works
}

// A reader collects the sentences about each work.
type reader struct {
	works  []paper.Ref
	places map[string]int // index in quoted of each work, by its names
	quoted []quotation
}

type quotation struct {
	work      paper.Ref
	sentences []*sentence
	citations int
	last      *sentence // the sentence added most recently
}

// A sentence is a sentence of the citing paper. All works it cites share its terms.
type sentence struct {
	source *paper.Sentence
	terms  []string // terms with repetitions; nil until they are computed
}

// words returns the terms of the sentence without its citation marks.
func (s *sentence) words() []string {
	if s.terms == nil {
		s.terms = append([]string{}, text.Terms(unmarked(*s.source))...) // not nil, even without terms
	}
	return s.terms
}

// read adds the citing sentences of a paragraph.
func (r *reader) read(paragraph paper.Paragraph) {
	var before *sentence
	for i := range paragraph {
		s := &sentence{source: &paragraph[i]}
		for _, cite := range s.source.Cites {
			if cite.Reference < 0 || cite.Reference >= len(r.works) {
				continue
			}
			if q := r.quotation(r.works[cite.Reference]); q != nil && q.last != s && q.citations < maxCitations {
				if before != nil && q.last != before {
					q.sentences = append(q.sentences, before)
				}
				q.sentences, q.last, q.citations = append(q.sentences, s), s, q.citations+1
			}
		}
		before = s
	}
}

// quote adds sentences that cite a work.
func (r *reader) quote(work paper.Ref, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	q := r.quotation(work)
	for i := 0; q != nil && i < len(sentences) && q.citations < maxCitations; i++ {
		q.sentences = append(q.sentences, &sentence{source: &paper.Sentence{Text: sentences[i]}})
		q.citations++
	}
}

// quotation returns the quotation of a work, creating it if needed. It returns nil if the work has no
// names or if MaxMentions is reached.
func (r *reader) quotation(work paper.Ref) *quotation {
	names := work.Names()
	for _, name := range names {
		if at, ok := r.places[name]; ok {
			return &r.quoted[at]
		}
	}
	if len(names) == 0 || len(r.quoted) == MaxMentions {
		return nil
	}
	for _, name := range names {
		r.places[name] = len(r.quoted)
	}
	r.quoted = append(r.quoted, quotation{work: work})
	return &r.quoted[len(r.quoted)-1]
}

// maxSentence is the maximum number of bytes to read of a sentence.
const maxSentence = 2 << 10

// unmarked returns a sentence without its citation marks, which name works instead of describing
// them.
func unmarked(s paper.Sentence) string {
	if len(s.Cites) == 0 {
		return s.Text[:min(len(s.Text), maxSentence)]
	}
	cites := slices.Clone(s.Cites)
	slices.SortFunc(cites, func(a, b paper.CiteSpan) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	from := 0
	for _, c := range cites {
		if c.Start >= from && c.End >= c.Start && c.End <= len(s.Text) {
			out.WriteString(s.Text[from:c.Start])
			out.WriteByte(' ')
			from = c.End
		}
		if out.Len() > maxSentence {
			return out.String()[:maxSentence]
		}
	}
	rest := s.Text[from:]
	out.WriteString(rest[:min(len(rest), maxSentence)])
	return out.String()
}

// count sets the terms and the length of the mention.
func (m *Mention) count(sentences []*sentence) {
	counts := make(map[string]int)
	for _, s := range sentences {
		for _, term := range s.words() {
			if counts[term] > 0 || len(counts) < maxTerms {
				counts[term]++
				m.Length++
			}
		}
	}
	m.Length = min(m.Length, MaxLength)
	m.Terms = make([]Term, 0, len(counts))
	for _, term := range slices.Sorted(maps.Keys(counts)) {
		m.Terms = append(m.Terms, Term{term, counts[term]})
	}
}
