package draft

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/engine/mend"
	"github.com/scilit-lsp/scilit-lsp/engine/reword"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A site is a request with its prepared paper, which all drafts share. It is not safe for concurrent use.
type site struct {
	Request
	work        compose.Work
	words       *reword.Paper // the paper's words, of which no draft may copy a long run
	sources     *sources
	antecedents *reword.Antecedents
	before      map[position]int // number of abstract sentences before each sentence
	several     bool             // whether more than one draft is requested
}

func newSite(req Request) *site {
	p := req.Paper
	s := &site{Request: req, sources: newSources(p), before: make(map[position]int),
		words: reword.NewPaper(p.Title, slices.Concat([]string{p.Title, p.Abstract}, slices.Collect(p.BodyTexts())),
			req.Keywords)}
	s.work = workOf(req)
	var abstract []string
	for i, source := range s.work.Abstract {
		s.before[position{source.Section, source.Index}] = i
		abstract = append(abstract, source.Text)
	}
	s.antecedents = reword.NewAntecedents(abstract)
	s.work.Named = func(sentence string, before int) string {
		named, _ := s.antecedents.Resolve(sentence, before, nil)
		return named
	}
	return s
}

// workOf converts a request's paper for package compose. It does not set Named.
func workOf(req Request) compose.Work {
	p := req.Paper
	w := compose.Work{Title: p.Title, Familiar: make(map[string]bool)}
	for _, s := range slices.Concat(req.Context, req.Keywords) {
		for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" ,.;:()", r) }) {
			w.Familiar[word] = true
		}
	}
	abstract := text.Cut(p.Abstract, maxAbstract)
	for i, span := range text.Sentences(abstract) {
		w.Abstract = append(w.Abstract, compose.Source{Text: abstract[span.Start:span.End],
			Section: highlight.AbstractSection, Index: i})
	}
	w.Body = bodySources(p)
	own := compose.Defined(textsOfSources(w.Abstract))
	for short, long := range req.defined() {
		if own[short] != "" && !strings.EqualFold(own[short], long) {
			delete(w.Familiar, short) // the paper uses the abbreviation for something else
		}
	}
	w.Words = mend.NewVocabulary([]string{p.Title, p.Abstract}, p.BodyTexts())
	return w
}

// scoped returns a statement with its scope. The scope is empty if the statement or the text before
// the citation names the paper's topic.
func (s *site) scoped(st compose.Statement) (_ compose.Statement, scope compose.Scope) {
	inScope, scope, ok := st.Scoped()
	if !ok {
		return st, compose.Scope{}
	}
	before := strings.Join(s.Context[max(0, len(s.Context)-sentencesOfTopic):], " ")
	if text.Overlap(text.TermSet(scope.String()), text.TermSet(before)) >= mostKnown {
		return st, compose.Scope{}
	}
	return inScope, scope
}

// sentencesOfTopic is the number of sentences before a citation that may name its topic. If they
// contain the share mostKnown of the topic's terms, the topic is not named again.
const (
	sentencesOfTopic = 3
	mostKnown        = 0.4
)

func textsOfSources(sources []compose.Source) []string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = s.Text
	}
	return texts
}

// maxBody is the maximum number of sentences parsed from a full text.
const maxBody = 60

// bodySources returns the sentences of the full text in which the authors refer to their own work.
func bodySources(p *paper.Paper) (sources []compose.Source) {
	index := 0
	for _, section := range p.Body {
		matter := highlight.IsMatter(section.Title)
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				if matter && len(sources) < maxBody && len(s.Cites) == 0 && highlight.SpeaksOfWork(s.Text) {
					sources = append(sources, compose.Source{Text: s.Text, Section: section.Title, Index: index})
				}
				index++
			}
		}
	}
	return sources
}
