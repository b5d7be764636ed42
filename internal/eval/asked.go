package eval

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/answer"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A ReaderQuestion is a question asked by a reader who knows nothing about the program.
type ReaderQuestion struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`  // words, named, followup or nearmiss
	Paper      string `json:"paper"` // ID of the paper that answers, or almost answers, the question
	Question   string `json:"question"`
	After      string `json:"after,omitempty"` // ID of the question to which it is a follow-up
	Answerable bool   `json:"answerable"`
	Gold       string `json:"gold"` // sentence that answers the question
	// beginnings of other sentences that a reader found to answer the question
	Also []string `json:"also,omitempty"`
}

// ReadReaderQuestions reads one question per line.
func ReadReaderQuestions(r io.Reader) ([]ReaderQuestion, error) {
	return ReadJSONLines[ReaderQuestion](r, "questions")
}

// HalfOfPaper returns 0 or 1: the half to which the questions about a paper belong.
func HalfOfPaper(id string) int { return int(crc32.ChecksumIEEE([]byte(id)) % 2) }

// An AskedKind counts the answers to questions of one kind.
type AskedKind struct {
	Kind    string  `json:"kind"`
	N       int     `json:"n"`
	Says    float64 `json:"says"`    // share of answers with a sentence that answers
	Wrong   float64 `json:"wrong"`   // share of answers without a sentence that answers
	Refused float64 `json:"refused"` // share of questions without an answer
	Near    float64 `json:"near"`    // share of questions without an answer, but with a shown passage that answers
}

// An AskedReport measures answers to reader questions, by kind.
type AskedReport struct {
	Kinds   []AskedKind   `json:"kinds"`
	All     Latency       `json:"all_ms"`
	Replies []AskedAnswer `json:"-"`
}

// An AskedAnswer is a ReaderQuestion with the program's answer.
type AskedAnswer struct {
	ReaderQuestion
	answer.Answer
	Took time.Duration
}

// MeasureAsked answers the questions whose papers belong to the half, or all if half is negative.
// A question follows the answer to the question named by After.
func MeasureAsked(ctx context.Context, a *answer.Answerer, questions []ReaderQuestion, half int,
	opts answer.Question, progress func()) (r AskedReport, err error) {
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
		progress()
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
		switch says := x.says(); {
		case !x.Answered:
			k.Refused++
			k.Near += float64(oneIf(x.isNear()))
		case says:
			k.Says++
		default:
			k.Wrong++
		}
	}
	for _, kind := range sortedNames(counts) {
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

func sortedNames(m map[string]*AskedKind) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// says reports whether a sentence of the answer answers the question.
func (x AskedAnswer) says() bool {
	return slices.ContainsFunc(x.Sentences, func(s answer.Sentence) bool { return x.isGold(s.Text) })
}

// isNear reports whether a shown passage answers the question.
func (x AskedAnswer) isNear() bool {
	return slices.ContainsFunc(x.Passages, func(p answer.Passage) bool {
		return slices.ContainsFunc(text.Sentences(p.Text), func(s text.Span) bool {
			return x.isGold(p.Text[s.Start:s.End])
		})
	})
}

// isGold reports whether a sentence is the one that answers, or begins like another that does.
func (x AskedAnswer) isGold(sentence string) bool {
	said := text.FoldedWords(sentence)
	if gold := text.FoldedWords(x.Gold); said == "" || !x.Answerable {
		return false
	} else if gold != "" && (strings.Contains(gold, said) && 2*len(said) > len(gold) || strings.Contains(said, gold)) {
		return true
	}
	return slices.ContainsFunc(x.Also, func(s string) bool { return strings.HasPrefix(said, text.FoldedWords(s)) })
}

// WriteAsked prints the answers for human readers.
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
