package assist

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/engine/query"
	"github.com/scilit-lsp/scilit-lsp/engine/route"
)

// realModel connects to the server at SCILIT_TEST_LLM, such as the one started by `make test-llm`.
func realModel(t *testing.T) *llm.Client {
	t.Helper()
	address := os.Getenv("SCILIT_TEST_LLM")
	if address == "" {
		t.Skip("SCILIT_TEST_LLM is not set; make test-llm sets it")
	}
	model, err := llm.Open(llm.Options{URL: address, Model: os.Getenv("SCILIT_TEST_LLM_MODEL"), FirstToken: 3 * time.Minute, Total: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for try := 0; ; try++ { // a server that has just started may still be loading its model
		if _, err = model.Models(t.Context()); err == nil || try == 60 {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestARealServerStreams(t *testing.T) {
	model := realModel(t)
	names, err := model.Models(t.Context())
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	begin, first, words := time.Now(), time.Duration(0), 0
	answer, err := model.Ask(t.Context(), llm.Prompt{Instruction: "Answer in one sentence.", Question: "What is a citation?", Answer: 300}, func(string) {
		if words++; words == 1 {
			first = time.Since(begin)
		}
	})
	if err != nil || words < 3 || answer.Text == "" {
		t.Fatal(answer, err)
	}
	t.Logf("%s: first word after %v, %d words of the stream at %.1f a second: %s", names[0], first, words, float64(words-1)/(time.Since(begin)-first).Seconds(), answer.Text)
}

func TestARealServerKeepsToLimits(t *testing.T) {
	model := realModel(t)
	if _, err := model.Ask(t.Context(), llm.Prompt{Instruction: "Count from one to a thousand.", Question: "Count.", Answer: 12}, nil); llm.KindOf(err) != llm.Cut {
		t.Errorf("an answer of 12 tokens: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := model.Ask(ctx, llm.Prompt{Instruction: "Write a long story.", Question: "Begin.", Answer: 2000}, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	begin := time.Now() // if the server were still writing the story, it would reply only afterwards
	if _, err := model.Ask(t.Context(), llm.Prompt{Instruction: "Say yes.", Question: "Yes?", Answer: 50}, nil); err != nil {
		t.Error(err)
	}
	t.Logf("the next answer after the cancelled one took %v", time.Since(begin))
}

func TestARealServerKeepsToASchema(t *testing.T) {
	model := realModel(t)
	claim := route.Claim{Text: "Dexamethasone lowers 28-day mortality of patients who need oxygen."}
	routed, err := Route(t.Context(), model, claim)
	if kind := llm.KindOf(err); err != nil && kind != llm.Cut && kind != llm.Malformed {
		t.Error(err)
	}
	t.Logf("route: %+v, %v", routed, err)
	queries, err := Keywords(t.Context(), model, query.Selection{Text: claim.Text}, query.Of(query.Selection{Text: claim.Text}, nil), nil)
	if kind := llm.KindOf(err); err != nil && kind != llm.Cut && kind != llm.Malformed {
		t.Error(err)
	}
	t.Logf("keywords: %+v, %v", queries, err)
}

// A listener records a drafter's texts before any rule is applied.
type listener struct {
	Drafter
	heard []engine.Draft
}

func (l *listener) Drafts(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	drafts, err := l.Drafter.Drafts(ctx, req, n)
	l.heard = slices.Clone(drafts)
	return drafts, err
}

// TestDraftsOfARealModel logs a model's drafts for 30 papers, and the drafts that pass the check.
func TestDraftsOfARealModel(t *testing.T) {
	model, written, citing, taken, offered := realModel(t), 0, 0, 0, 0
	for i, p := range somePapers(t, 30) {
		begin, l := time.Now(), &listener{Drafter: Drafter{model}}
		w := engine.CheckedWriter{Drafter: l}
		choices, failed, err := w.Choices(t.Context(), engine.DraftRequest{Paper: p, Context: []string{"Much work has been done in this field."}, Textual: true})
		if err != nil {
			t.Fatal(err)
		}
		if kind := llm.KindOf(failed); failed != nil && kind != llm.Cut && kind != llm.Malformed {
			t.Error(failed)
		}
		t.Logf("%d %s: %s (%v) %v", i+1, p.ID, p.Title, time.Since(begin), failed)
		for _, d := range l.heard {
			t.Logf("  written: %s", d.Text)
		}
		best := 0.0
		for _, c := range choices {
			if c.Drafted {
				citing, best = citing+1, max(best, c.Support)
				t.Logf("  one citation, support %.3f: %s", c.Support, c.Text)
			}
			if c.Drafted && c.Support >= .985 {
				taken++
			}
		}
		written += len(l.heard)
		if best >= .985 {
			offered++
		}
	}
	t.Logf("%d sentences written, %d with one citation, %d of these supported; for %d of 30 papers, one is offered", written, citing, taken, offered)
}

// somePapers returns n papers with an abstract from the ACL corpus.
func somePapers(t *testing.T, n int) (papers []*engine.Paper) {
	file, err := os.Open("../../testdata/papers/acl.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(unpacked)
	for i := 0; len(papers) < n; i++ {
		var p struct {
			ID, Title, Abstract string
			Author              []struct{ GivenName, FamilyName string }
		}
		if err := decoder.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if i%10 != 0 || strings.TrimSpace(p.Abstract) == "" {
			continue
		}
		paper := &engine.Paper{ID: p.ID, Title: p.Title, Abstract: p.Abstract}
		for _, a := range p.Author {
			paper.Authors = append(paper.Authors, engine.Author{Given: a.GivenName, Family: a.FamilyName})
		}
		papers = append(papers, paper)
	}
	return papers
}
