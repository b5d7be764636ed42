package eval

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A ReaderQuestion is a question by a reader who does not know how the program works.
type ReaderQuestion struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`  // one of words, named, followup and nearmiss
	Paper      string `json:"paper"` // ID of the paper that answers the question, or comes close to answering it
	Question   string `json:"question"`
	After      string `json:"after,omitempty"` // ID of the previous question, if this is a follow-up
	Answerable bool   `json:"answerable"`
	Gold       string `json:"gold"` // sentence of the paper that answers the question
	// Also lists the beginnings of other sentences that answer the question according to a reader.
	Also []string `json:"also,omitempty"`
}

// ReadReaderQuestions reads questions as JSON, one per line.
func ReadReaderQuestions(r io.Reader) ([]ReaderQuestion, error) {
	return Collect(recordsOf[ReaderQuestion](r, "questions: record"))
}

// HalfOfPaper returns the half, 0 or 1, to which the questions about a paper belong. One half is
// used to fit the program, the other to measure it.
func HalfOfPaper(id string) int { return int(crc32.ChecksumIEEE([]byte(id)) % 2) }

// An AskedKind measures the answers to questions of one kind. Its shares are relative to the N
// questions.
type AskedKind struct {
	Kind    string  `json:"kind"`
	N       int     `json:"n"`
	Says    float64 `json:"says"`    // share of questions whose answer contains a correct sentence
	Wrong   float64 `json:"wrong"`   // share of questions whose answer contains no correct sentence
	Refused float64 `json:"refused"` // share of questions that the program did not answer
	// Near is the share of questions that the program did not answer, although a passage that it
	// showed contains a correct sentence.
	Near float64 `json:"near"`
}

// An AskedReport measures answers to readers' questions, separately for each kind of question.
type AskedReport struct {
	Kinds   []AskedKind   `json:"kinds"`
	All     Latency       `json:"all_ms"`
	Replies []AskedAnswer `json:"-"`
}

// An AskedAnswer is a reader's question with the program's answer.
type AskedAnswer struct {
	ReaderQuestion
	answer.Answer
	Took time.Duration
}

// MeasureAsked lets a answer the questions about papers in the given half, or all questions if half
// is negative. A follow-up is asked after the question named by After has been answered.
func MeasureAsked(ctx context.Context, a *answer.Answerer, questions []ReaderQuestion, half int,
	opts answer.Question, progress Progress) (r AskedReport, err error) {
	said := make(map[string]answer.Exchange)
	for _, q := range questions {
		if half >= 0 && HalfOfPaper(q.Paper) != half {
			continue
		}
		asked := opts
		asked.Text = q.Question
		if before, ok := said[q.After]; ok {
			asked.History = []answer.Exchange{before}
		}
		begun := time.Now()
		found, err := a.Ask(ctx, asked, answer.Steps{})
		if err != nil {
			return r, fmt.Errorf("question %s: %w", q.ID, err)
		}
		said[q.ID] = found.Exchange(q.Question)
		r.Replies = append(r.Replies, AskedAnswer{q, found, time.Since(begun)})
		progress.step()
	}
	r.count()
	return r, nil
}

func (r *AskedReport) count() {
	counts := make(map[string]*AskedKind)
	var took []time.Duration
	for _, x := range r.Replies {
		took = append(took, x.Took)
		kind := x.Kind
		if !x.Answerable {
			kind = "unanswerable " + kind
		}
		k := counts[kind]
		if k == nil {
			k = &AskedKind{Kind: kind}
			counts[kind] = k
		}
		k.N++
		switch {
		case !x.Answered:
			k.Refused++
			k.Near += oneIf(x.isNear())
		case x.says():
			k.Says++
		default:
			k.Wrong++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		k := counts[kind]
		for _, share := range []*float64{&k.Says, &k.Wrong, &k.Refused, &k.Near} {
			*share /= float64(k.N)
		}
		r.Kinds = append(r.Kinds, *k)
	}
	if len(took) > 0 {
		r.All = latency(took)
	}
}

// says reports whether the answer contains a correct sentence.
func (x AskedAnswer) says() bool {
	return slices.ContainsFunc(x.Sentences, func(s answer.Sentence) bool { return x.isGold(s.Text) })
}

// isNear reports whether a passage shown with the answer contains a correct sentence.
func (x AskedAnswer) isNear() bool {
	return slices.ContainsFunc(x.Passages, func(p answer.Passage) bool {
		return slices.ContainsFunc(text.Sentences(p.Text), func(s text.Span) bool {
			return x.isGold(p.Text[s.Start:s.End])
		})
	})
}

// isGold reports whether a sentence is correct: it matches the expected sentence or begins like one
// of the others in Also.
func (x AskedAnswer) isGold(sentence string) bool {
	said := text.FoldedWords(sentence)
	if gold := text.FoldedWords(x.Gold); said == "" || !x.Answerable {
		return false
	} else if gold != "" && (strings.Contains(gold, said) && 2*len(said) > len(gold) || strings.Contains(said, gold)) {
		return true
	}
	return slices.ContainsFunc(x.Also, func(s string) bool { return strings.HasPrefix(said, text.FoldedWords(s)) })
}

// WriteAsked prints the questions and answers as text for human readers.
func WriteAsked(w io.Writer, replies []AskedAnswer) error {
	var b strings.Builder
	for _, x := range replies {
		verdict := "refused"
		if x.says() {
			verdict = "says it"
		} else if x.Answered {
			verdict = "wrong"
		}
		fmt.Fprintf(&b, "## %s %s %s %s (%s)\n", x.ID, x.Kind, x.Paper, x.Question, verdict)
		if x.Gold != "" {
			fmt.Fprintf(&b, "gold: %s\n", x.Gold)
		}
		for _, s := range x.Sentences {
			fmt.Fprintf(&b, "- %s\n", s)
		}
		for i, p := range x.Passages {
			fmt.Fprintf(&b, "[%d] %.2f %s: %s\n", i+1, p.Score, p.Paper.ID, p.Text)
		}
	}
	_, err := io.WriteString(w, text.Clean(b.String()))
	return err
}
