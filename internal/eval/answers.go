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

// A KnownQuestion is a question with the papers and phrases that answer it.
type KnownQuestion struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Papers   []string `json:"papers,omitempty"` // IDs of the papers to search; if empty, all papers are searched
	// Sources lists the IDs of the papers that answer the question. It is empty if none of the
	// searched papers does, so that the question is unanswerable.
	Sources []string `json:"sources,omitempty"`
	// Answers lists known phrases. An answer is correct if it contains at least one of them,
	// ignoring case.
	Answers []string `json:"answers,omitempty"`
}

// ReadQuestions reads questions as JSON, one per line.
func ReadQuestions(r io.Reader) ([]KnownQuestion, error) {
	return ReadJSONLines[KnownQuestion](r, "questions")
}

// An AnswersReport measures the quality of answers. All shares are between 0 and 1.
type AnswersReport struct {
	Answerable int     `json:"answerable"`
	Answered   float64 `json:"answered"` // share of answerable questions that were answered
	// SourceFound is the share of answerable questions for which a passage from a source was found.
	SourceFound float64 `json:"source_found"`
	// SourceFirst is the share of answerable questions for which the first passage is from a source.
	SourceFirst float64 `json:"source_first"`
	// Holds is the share of questions with known phrases that were answered with one of them.
	Holds        float64 `json:"holds"`
	Unanswerable int     `json:"unanswerable"`
	Silent       float64 `json:"silent"` // share of unanswerable questions that were not answered
	// Precision is the share of the answers' sentences that are supported by the passages they
	// cite. A quoted sentence must occur in a passage; any other sentence must pass the check for
	// faithfulness. Recall is the share of sentences that cite a passage.
	Sentences int              `json:"sentences"`
	Quoted    int              `json:"quoted"`
	Marked    int              `json:"marked"` // number of sentences that the program marked as doubtful
	Precision float64          `json:"precision"`
	Recall    float64          `json:"recall"`
	First     Latency          `json:"first_ms"` // time until the program shows passages
	All       Latency          `json:"all_ms"`
	Asked     []QuestionResult `json:"-"`
}

// A QuestionResult is a question with the program's answer.
type QuestionResult struct {
	KnownQuestion
	answer.Answer
	First, All time.Duration
}

// MeasureAnswers lets a answer the questions and measures the answers. papers looks up papers by
// their IDs.
func MeasureAnswers(ctx context.Context, a *answer.Answerer, questions []KnownQuestion, opts answer.Question,
	papers func(context.Context, []string) ([]*engine.Paper, error), progress func()) (r AnswersReport, err error) {
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
		found.KnownQuestion = q
		r.Asked = append(r.Asked, found)
		progress()
	}
	r.count()
	return r, nil
}

func timed(ctx context.Context, a *answer.Answerer, q answer.Question) (x QuestionResult, err error) {
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
			silent.add(!x.Answered)
			continue
		}
		answered.add(x.Answered)
		at := slices.IndexFunc(x.Passages, func(p answer.Passage) bool { return slices.Contains(x.Sources, p.Paper.ID) })
		found.add(at >= 0)
		first.add(at == 0)
		if len(x.Answers) > 0 {
			holds.add(x.Answered && holdsOne(x.Text(), x.Answers))
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
	r.Answered, r.SourceFound, r.SourceFirst, r.Holds, r.Silent = answered.share(), found.share(), first.share(),
		holds.share(), silent.share()
	r.Precision, r.Recall = shown.share(), cited.share()
	if len(alls) > 0 {
		r.First, r.All = latency(firsts), latency(alls)
	}
}

// A mean counts observations that are true or false, and computes the share of true ones.
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

// holdsOne reports whether an answer contains at least one of the known phrases, ignoring case.
func holdsOne(said string, words []string) bool {
	said = " " + text.FoldedWords(said) + " "
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, " "+text.FoldedWords(w)+" ") })
}

// shows reports whether a sentence of an answer is supported by the passages that it cites.
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
		sources = append(sources, text.SplitSentences(passage)...)
	}
	return len(sources) > 0 && check.Examine(s.Text, sources).Probability() >= check.Threshold()
}

// WriteAnswers prints the answers with their passages as text for human readers.
func WriteAnswers(w io.Writer, asked []QuestionResult) error {
	var b strings.Builder
	for _, x := range asked {
		fmt.Fprintf(&b, "## %s %s\n", x.ID, x.Question)
		if !x.Answered {
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
