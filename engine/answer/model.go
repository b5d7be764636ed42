package answer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const instructions = `Answer a researcher's question in English, using only the numbered passages of papers below.
Write at most five short sentences. After each sentence, cite the passages that support it by number, such as [1] or [1][3].
Stay close to the wording of the passages. Add no number, name, comparison or claim that they do not contain. Write "the authors", never "we" or "this paper".
If the passages do not answer the question, write only: ` + notSaid

const notSaid = "The papers do not say."

const (
	answerTokens = 600
	maxSentence  = 4 << 10 // maximum number of bytes without a sentence end
	doubtfulFrom = 0.5     // minimum support; sentences with less are dropped
)

// PromptOf returns the prompt for a question. It includes the passages, the manuscript's claim and
// topic, and the earlier questions.
func PromptOf(q Question, passages []Passage) llm.Prompt {
	question := text.OneLine(text.Cut(q.Text, maxQuestion))
	p := llm.Prompt{Instruction: instructions, Answer: answerTokens, Question: question}
	add := func(name, quoted string) {
		if quoted = strings.TrimSpace(quoted); quoted != "" {
			p.Data = append(p.Data, llm.Data{Name: name, Text: quoted})
		}
	}
	for i, passage := range passages {
		title := text.OneLine(text.Cut(passage.Paper.Title, maxSentence))
		add(fmt.Sprintf("passage [%d]", i+1), title+"\n"+strings.Join(sentencesOf(passage.Text), " "))
	}
	add("the sentence of the manuscript that the question is about", text.Cut(q.Claim, maxQuestion))
	add("what the manuscript is about", text.Cut(q.About, maxAbout))
	var said strings.Builder
	for _, x := range q.History[max(0, len(q.History)-maxHistory):] {
		question, answer := text.Cut(x.Question, maxQuestion), text.Cut(x.Answer, maxQuestion)
		fmt.Fprintf(&said, "Question: %s\nAnswer: %s\n", question, answer)
	}
	add("the conversation so far", said.String())
	return p
}

// A replyReader splits a model's streamed reply into sentences and checks each.
type replyReader struct {
	passages  []Passage
	rest      string
	sentences []Sentence
	abstained bool
	say       func(Sentence)
}

// add appends a chunk of the reply and checks each completed sentence.
func (r *replyReader) add(words string) {
	r.rest += words
	for {
		end := r.complete()
		if end == 0 {
			return
		}
		r.take(r.rest[:end])
		r.rest = r.rest[end:]
	}
}

// complete returns the end of the first sentence and its citations, or 0 if more may follow.
func (r *replyReader) complete() int {
	if at := strings.IndexByte(r.rest, '\n'); at >= 0 {
		return at + 1
	}
	spans := text.Sentences(r.rest)
	for i := 1; i < len(spans); i++ {
		after := r.rest[spans[i].Start:]
		cited := len(leadingMarks.FindString(after))
		if cited < len(after) {
			return spans[i].Start + cited
		}
	}
	if len(r.rest) > maxSentence {
		return len(r.rest)
	}
	return 0
}

var (
	leadingMarks = regexp.MustCompile(`^(?:\s*\[[\d,;\s–-]*\]?\.?)+\s*`)
	marks        = regexp.MustCompile(`\s*[\[(](?:passages? )?\[?(\d{1,3}(?:[,;\s–-]+\d{1,3})*)\]?[\])]`)
	listMark     = regexp.MustCompile(`^\s*(?:[-*•]|\d{1,2}[.)])\s+`)
	thisPaper    = regexp.MustCompile(`(?i)\b(?:in )?(?:this|the present) (?:paper|study|work|article)\b`)
	bold         = strings.NewReplacer("**", "", "__", "", "`", "")
)

// take checks one sentence of the reply after removing citations and Markdown. It skips fragments,
// questions, repetitions and prompt injections.
func (r *replyReader) take(written string) {
	cited := r.numbers(written)
	s := marks.ReplaceAllString(listMark.ReplaceAllString(written, ""), "")
	s = strings.TrimSpace(text.OneLine(bold.Replace(s)))
	s = strings.TrimSpace(strings.ReplaceAll(s, " .", "."))
	if strings.HasPrefix(strings.ToLower(s), strings.ToLower(strings.TrimSuffix(notSaid, "."))) {
		r.abstained = true
		return
	}
	isFragment := len(text.Terms(s)) < fewestTerms || strings.HasSuffix(s, "?") || strings.HasSuffix(s, ":")
	isSaid := slices.ContainsFunc(r.sentences, func(x Sentence) bool { return x.Text == s })
	if isFragment || isSaid || instructs(s) {
		return
	}
	if sentence, ok := r.checked(s, cited); ok {
		r.sentences = append(r.sentences, sentence)
		r.say(sentence)
	}
}

// numbers returns the distinct passage numbers cited in a sentence.
func (r *replyReader) numbers(written string) (cited []int) {
	for _, m := range marks.FindAllStringSubmatch(written, -1) {
		for _, digits := range strings.FieldsFunc(m[1], func(c rune) bool { return c < '0' || c > '9' }) {
			n, err := strconv.Atoi(digits)
			if err == nil && n >= 1 && n <= len(r.passages) && !slices.Contains(cited, n) {
				cited = append(cited, n)
			}
		}
	}
	return cited
}

// checked compares a sentence with the passages of each paper, cited papers first. It cites the passages
// of the first paper that supports the sentence. It returns false if no paper does.
func (r *replyReader) checked(s string, cited []int) (Sentence, bool) {
	claim := thisPaper.ReplaceAllString(s, "the paper")
	doubtful, best := Sentence{}, 0.0
	for _, p := range r.papers(cited) {
		sources, numbers := r.sources(p)
		found := check.Examine(claim, sources)
		by := passagesOf(found.Group, numbers)
		probability := found.Probability()
		if len(by) > 0 && probability >= check.Threshold() {
			return Sentence{Text: s, Passages: by}, true
		}
		if len(by) > 0 && !found.Hard && probability > best {
			doubtful, best = Sentence{Text: s, Passages: by, Doubt: found.Reason()}, probability
		}
	}
	return doubtful, best >= doubtfulFrom
}

// papers returns the papers of all passages, cited ones first.
func (r *replyReader) papers(cited []int) (all []*engine.Paper) {
	add := func(p *engine.Paper) {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	for _, n := range cited {
		add(r.passages[n-1].Paper)
	}
	for _, p := range r.passages {
		add(p.Paper)
	}
	return all
}

// sources returns a paper's title and the sentences in its passages. numbers holds the passage
// number of each text, with 0 for the title.
func (r *replyReader) sources(p *engine.Paper) (texts []string, numbers []int) {
	texts, numbers = []string{p.Title}, []int{0}
	for i, passage := range r.passages {
		if passage.Paper != p {
			continue
		}
		for _, s := range sentencesOf(passage.Text) {
			texts, numbers = append(texts, s), append(numbers, i+1)
		}
	}
	return texts, numbers
}

func passagesOf(group, numbers []int) (cited []int) {
	for _, at := range group {
		if n := numbers[at]; n > 0 && !slices.Contains(cited, n) {
			cited = append(cited, n)
		}
	}
	slices.Sort(cited)
	return cited
}

// ask streams the model's reply into the reader.
func (r *replyReader) ask(ctx context.Context, model *llm.Client, q Question) error {
	_, err := model.Ask(ctx, PromptOf(q, r.passages), r.add)
	if err == nil && r.rest != "" {
		r.take(r.rest)
	}
	return err
}
