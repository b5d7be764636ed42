package app

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Related returns papers for each topic and, if requested, sentences about the chosen ones.
func (s *Service) Related(ctx context.Context, q wire.RelatedRequest) (wire.RelatedReply, error) {
	answer := wire.RelatedReply{Topics: []wire.TopicPapers{}, Sentences: []wire.RelatedSentence{}}
	if err := q.Validate(); err != nil {
		return answer, err
	}
	for _, topic := range searchedTopics(q) {
		found, err := s.Suggest(ctx, wire.SuggestRequest{Text: q.Text, Keywords: topic, Title: q.Title})
		if err != nil {
			return answer, err
		}
		answer.Topics = append(answer.Topics, wire.TopicPapers{
			Keywords: topic, Relaxation: found.Relaxation, Papers: found.Papers,
		})
	}
	if !q.Write {
		return answer, nil
	}
	chosen := q.Papers
	if len(chosen) == 0 {
		chosen = bestOf(answer.Topics)
	}
	sentences, err := s.paragraph(ctx, q, chosen)
	answer.Sentences = wire.OrEmpty(sentences)
	return answer, err
}

// searchedTopics returns the topics to search: none if the user has already chosen the papers.
func searchedTopics(q wire.RelatedRequest) []string {
	if q.Write && len(q.Papers) > 0 {
		return nil
	}
	return q.Topics
}

// bestOf returns, for each topic, the best paper that was not chosen for an earlier topic.
func bestOf(topics []wire.TopicPapers) (chosen []wire.ChosenPaper) {
	taken := make(map[wire.PaperRef]bool)
	for i, topic := range topics {
		at := slices.IndexFunc(topic.Papers, func(p wire.ListedPaper) bool { return !taken[p.Ref()] })
		if at < 0 {
			continue
		}
		ref := topic.Papers[at].Ref()
		taken[ref] = true
		chosen = append(chosen, wire.ChosenPaper{Topic: i, PaperRef: ref})
	}
	return chosen
}

// paragraph drafts a paragraph about papers. Each sentence continues from the previous one.
func (s *Service) paragraph(
	ctx context.Context, q wire.RelatedRequest, chosen []wire.ChosenPaper,
) (all []wire.RelatedSentence, err error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	written := NewParagraph(new(Drafts))
	var sentences []int // indexes of the paragraph's sentences in all
	for _, c := range chosen {
		p, err := s.Paper(ctx, c.PaperRef)
		if err != nil {
			return nil, err
		}
		site := CiteSite{Context: LastSentences(q.Text), Keywords: q.Topics[c.Topic], Textual: true}
		part, err := written.Draft(ctx, used, site, p)
		if err != nil {
			return nil, err
		}
		reply := wire.RelatedSentence{Topic: c.Topic, DraftReply: newDraftReply(p, []engine.Draft{part.Draft}),
			PaperRef: c.PaperRef}
		switch {
		case part.Joins >= 0:
			reply.Joins = &sentences[part.Joins]
		case !part.MarkOnly:
			written.Add(part)
			sentences = append(sentences, len(all))
		}
		all = append(all, reply)
	}
	return all, nil
}

// A Paragraph is a paragraph of related work, drafted sentence by sentence.
type Paragraph struct {
	drafts *Drafts
	said   []writtenSentence
	tense  engine.Tense // tense of reporting verbs; zero until the text or a sentence determines it
}

// A writtenSentence is a sentence of a Paragraph, without the connective at its beginning.
type writtenSentence struct {
	engine.Draft
	title string // title of the paper
}

// A Part adds one paper to a Paragraph, as a sentence or as a citation in an earlier sentence.
type Part struct {
	engine.Draft
	// Joins is the index of the earlier sentence that also cites the paper, or -1. If it is set, Draft
	// has the text of that sentence and the evidence from this paper.
	Joins int

	plain writtenSentence
}

// NewParagraph returns an empty paragraph that gets its sentences from drafts.
func NewParagraph(drafts *Drafts) Paragraph { return Paragraph{drafts: drafts} }

// Draft returns a possible next part about a paper. It does not add the part to the paragraph. Without
// a network that judges claims, each paper gets a separate sentence without a connective.
func (p *Paragraph) Draft(ctx context.Context, e *engine.Engine, s CiteSite, about *engine.Paper) (Part, error) {
	d, err := p.sentence(ctx, e, s, about)
	if err != nil {
		return Part{}, err
	}
	next := Part{Draft: d, Joins: -1, plain: writtenSentence{d, about.Title}}
	c := newComparer(e.Judge())
	if c == nil || len(p.said) == 0 {
		return next, nil
	}
	compared, err := p.compared(ctx, c, s, about, next)
	if err != nil { // a damaged network must not prevent a sentence
		return next, ctx.Err()
	}
	return compared, nil
}

// compared returns a citation in an earlier sentence if the paper makes the same statement. Otherwise,
// it returns next, connected to the previous sentence if their relation is clear.
func (p *Paragraph) compared(
	ctx context.Context, c *comparer, s CiteSite, about *engine.Paper, next Part,
) (Part, error) {
	for i, said := range p.said {
		if !said.takesCitations() || !said.hasTopics(s, next.Text) {
			continue
		}
		evidence, ok, err := c.states(ctx, about, said)
		if err != nil {
			return next, err
		}
		if ok {
			joined := said.Draft
			joined.Evidence = evidence
			return Part{Draft: joined, Joins: i}, nil
		}
	}
	if next.MarkOnly {
		return next, nil
	}
	connective, err := c.connective(ctx, p.said[len(p.said)-1], next.plain)
	if connective != "" {
		next.Text = draft.Connected(connective, next.Text)
	}
	return next, err
}

// sentence returns the best sentence about a paper, preferring one that repeats no earlier sentence.
func (p *Paragraph) sentence(
	ctx context.Context, e *engine.Engine, s CiteSite, about *engine.Paper,
) (engine.Draft, error) {
	request := p.request(s, about)
	drafts, err := p.drafts.Get(ctx, e, request, 1)
	if err != nil {
		return engine.Draft{}, err
	}
	if !p.repeats(drafts[0]) {
		return drafts[0], nil
	}
	best := drafts[0]
	if drafts, err = p.drafts.Get(ctx, e, request, wire.MaxVariants); err != nil {
		return engine.Draft{}, err
	}
	for _, d := range drafts {
		if !d.MarkOnly && !p.repeats(d) {
			return d, nil
		}
	}
	return best, nil
}

const repeated = 0.7 // share of common words above which a sentence repeats another one

// repeats reports whether a draft says the same as an earlier sentence of the paragraph.
func (p *Paragraph) repeats(d engine.Draft) bool {
	return slices.ContainsFunc(p.said, func(s writtenSentence) bool { return shared(s.Text, d.Text) > repeated })
}

// shared returns the share of terms that two sentences have in common, relative to the longer one.
func shared(a, b string) float64 {
	x, y := text.TermSet(a), text.TermSet(b)
	return min(text.Overlap(x, y), text.Overlap(y, x))
}

// Add appends a part.
func (p *Paragraph) Add(part Part) {
	if part.Joins >= 0 {
		return
	}
	p.said = append(p.said, part.plain)
	if p.tense == 0 {
		p.tense = draft.TenseOf([]string{cited(part.plain.Text)})
	}
}

// cited returns a sentence in which text.CiteMark marks the citation.
func cited(s string) string { return strings.ReplaceAll(s, engine.Mark, text.CiteMark) }

// request returns a request for a sentence. The context ends with the latest sentences of the
// paragraph. All sentences use the tense of the text before the paragraph, or else of the first one.
func (p *Paragraph) request(s CiteSite, about *engine.Paper) engine.DraftRequest {
	request := s.DraftRequest(about)
	if p.tense == 0 {
		p.tense = draft.TenseOf(request.Context)
	}
	request.Claim = "" // see comparer.connective
	request.Tense = p.tense
	for _, said := range p.said {
		request.Context = append(request.Context, cited(said.Text))
		request.Follows = append(request.Follows, said.Text)
	}
	request.Context = request.Context[max(0, len(request.Context)-ContextSentences):]
	return request
}
