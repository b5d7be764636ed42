package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// An AskedQuestion is a question with what is known of its answer.
type AskedQuestion struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Papers   []string `json:"papers,omitempty"` // asked; all are searched where there are none
	// Sources are the papers that answer it; none where no paper that is asked does.
	Sources []string `json:"sources,omitempty"`
	// Answers are words of which an answer has one, in any case of letters.
	Answers []string `json:"answers,omitempty"`
}

// ReadQuestions reads a question a line.
func ReadQuestions(r io.Reader) ([]AskedQuestion, error) {
	return ReadJSONLines[AskedQuestion](r, "questions")
}

// An AnswersReport says how questions are answered. Shares are of 1.
type AnswersReport struct {
	Answerable   int     `json:"answerable"`
	Answered     float64 `json:"answered"`     // of those that papers answer
	SourceFound  float64 `json:"source_found"` // of those: a passage of a paper that answers is shown
	SourceFirst  float64 `json:"source_first"` // of those: and it is the first
	Holds        float64 `json:"holds"`        // of those with known words: the answer has them
	Unanswerable int     `json:"unanswerable"`
	Silent       float64 `json:"silent"` // of those that no paper answers: the papers do not say
	// Precision is the share of the sentences that their passages show, by the check;
	// a quote counts where its passage has it word by word. Recall is the share of the
	// sentences that have a passage.
	Sentences int           `json:"sentences"`
	Quoted    int           `json:"quoted"`
	Marked    int           `json:"marked"` // shown with a doubt
	Precision float64       `json:"precision"`
	Recall    float64       `json:"recall"`
	First     Latency       `json:"first_ms"` // until the passages are there
	All       Latency       `json:"all_ms"`
	Asked     []AskedAnswer `json:"-"`
}

// An AskedAnswer is what a question was answered.
type AskedAnswer struct {
	AskedQuestion
	answer.Answer
	First, All time.Duration
}

// MeasureAnswers asks questions. papers finds those that a question names.
func MeasureAnswers(ctx context.Context, a *answer.Answerer, questions []AskedQuestion, opts answer.Question, papers func(context.Context, []string) ([]*engine.Paper, error), progress func()) (r AnswersReport, err error) {
	for _, q := range questions {
		asked := opts
		asked.Text = q.Question
		if asked.Papers, err = papers(ctx, q.Papers); err != nil {
			return r, fmt.Errorf("question %s: %w", q.ID, err)
		}
		found, err := timed(ctx, a, asked)
		if err != nil {
			return r, fmt.Errorf("question %s: %w", q.ID, err)
		}
		found.AskedQuestion = q
		r.Asked = append(r.Asked, found)
		progress()
	}
	r.count()
	return r, nil
}

func timed(ctx context.Context, a *answer.Answerer, q answer.Question) (x AskedAnswer, err error) {
	begun := time.Now()
	x.Answer, err = a.Ask(ctx, q, answer.Steps{Passages: func([]answer.Passage) { x.First = time.Since(begun) }})
	x.All = time.Since(begun)
	if x.First == 0 {
		x.First = x.All
	}
	return x, err
}

func (r *AnswersReport) count() {
	var answered, found, first, holds, silent, shown, cited mean
	var firsts, alls []time.Duration
	for _, x := range r.Asked {
		firsts, alls = append(firsts, x.First), append(alls, x.All)
		if len(x.Sources) == 0 {
			silent.add(!x.Said)
			continue
		}
		answered.add(x.Said)
		at := slices.IndexFunc(x.Passages, func(p answer.Passage) bool { return slices.Contains(x.Sources, p.Paper.ID) })
		found.add(at >= 0)
		first.add(at == 0)
		if len(x.Answers) > 0 {
			holds.add(x.Said && holdsOne(x.Text(), x.Answers))
		}
	}
	for _, x := range r.Asked {
		for _, s := range x.Sentences {
			r.Sentences++
			r.Quoted += oneIf(s.Quoted)
			r.Marked += oneIf(s.Doubt != "")
			cited.add(len(s.Passages) > 0)
			shown.add(shows(x.Passages, s))
		}
	}
	r.Answerable, r.Unanswerable = answered.n, silent.n
	r.Answered, r.SourceFound, r.SourceFirst, r.Holds, r.Silent = answered.share(), found.share(), first.share(), holds.share(), silent.share()
	r.Precision, r.Recall = shown.share(), cited.share()
	if len(alls) > 0 {
		r.First, r.All = latency(firsts), latency(alls)
	}
}

// A mean counts what is true.
type mean struct{ n, sum int }

func (m *mean) add(is bool) { m.n, m.sum = m.n+1, m.sum+oneIf(is) }

func (m mean) share() float64 {
	if m.n == 0 {
		return 0
	}
	return float64(m.sum) / float64(m.n)
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// holdsOne reports whether an answer has one of the words that are known.
func holdsOne(said string, words []string) bool {
	said = " " + text.FoldedWords(said) + " "
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, " "+text.FoldedWords(w)+" ") })
}

// shows reports whether the passages of a sentence show it.
func shows(passages []answer.Passage, s answer.Sentence) bool {
	var sources []string
	for _, n := range s.Passages {
		passage := text.OneLine(passages[n-1].Text)
		if s.Quoted && strings.Contains(passage, s.Text) {
			return true
		}
		if len(sources) == 0 {
			sources = append(sources, passages[n-1].Paper.Title)
		}
		for _, span := range text.Sentences(passage) {
			sources = append(sources, passage[span.Start:span.End])
		}
	}
	return len(sources) > 0 && check.Examine(s.Text, sources).Probability() >= check.Threshold()
}

// WriteAnswers prints answers with their passages, for people to read.
func WriteAnswers(w io.Writer, asked []AskedAnswer) error {
	var b strings.Builder
	for _, x := range asked {
		fmt.Fprintf(&b, "## %s %s\n", x.ID, x.Question)
		if !x.Said {
			fmt.Fprintln(&b, x.Text())
		}
		for _, s := range x.Sentences {
			fmt.Fprintf(&b, "- %s\n", s)
		}
		for i, p := range x.Passages {
			fmt.Fprintf(&b, "[%d] %.2f %s (%s): %s\n", i+1, p.Score, p.Paper.ID, p.Paper.Title, p.Text)
		}
		fmt.Fprintln(&b)
	}
	_, err := io.WriteString(w, text.Clean(b.String()))
	return err
}
