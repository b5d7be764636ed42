package chat

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

func TestEachDocumentHasItsConversation(t *testing.T) {
	c := New()
	if c.Add("a", "One?", wire.AskReply{Text: "1"}) != 1 || c.Add("a", "Two?", wire.AskReply{Text: "2"}) != 2 || c.Add("b", "Three?", wire.AskReply{Text: "3"}) != 1 {
		t.Error("turns are not counted in their document")
	}
	want := []wire.Exchange{{Question: "One?", Answer: "1"}, {Question: "Two?", Answer: "2"}}
	if diff := cmp.Diff(want, c.History("a")); diff != "" {
		t.Error(diff)
	}
	if c.Forget("a") != 2 || len(c.History("a")) > 0 || len(c.History("b")) != 1 || c.Forget("nowhere") != 0 {
		t.Error("the wrong conversation was forgotten")
	}
	if number := c.Add("a", "Four?", wire.AskReply{}); number != 3 {
		t.Errorf("the number %d was given before", number)
	}
}

func TestAConversationKeepsItsEnd(t *testing.T) {
	c := New()
	for i := range maxTurns + 5 {
		c.Add("a", fmt.Sprint(i), wire.AskReply{})
	}
	turns, history := c.Of("a"), c.History("a")
	if len(turns) != maxTurns || turns[0].Number != 6 || len(history) != maxRecalled || history[maxRecalled-1].Question != fmt.Sprint(maxTurns+4) {
		t.Errorf("%d turns from %d on, %+v", len(turns), turns[0].Number, history)
	}
	for i := range maxDocuments {
		c.Add(fmt.Sprint("other", i), "?", wire.AskReply{})
	}
	if len(c.Of("a")) > 0 {
		t.Error("more documents are kept than should be")
	}
}

func TestASentenceHasThePapersOfItsPassages(t *testing.T) {
	passage := func(number int, id string) wire.AskedPassage {
		return wire.AskedPassage{Number: number, ID: id, Corpus: "c"}
	}
	c := New()
	said := wire.AnswerSentence{Text: "So it is.", Passages: []int{3, 1, 2, 9}}
	turn := c.Add("a", "Is it?", wire.AskReply{Sentences: []wire.AnswerSentence{said}, Passages: []wire.AskedPassage{passage(1, "x"), passage(2, "y"), passage(3, "x"), passage(4, "z")}})
	got, err := c.Sentence("a", turn, 1)
	want := Sentence{said, []wire.PaperRef{{Paper: "x", Corpus: "c"}, {Paper: "y", Corpus: "c"}}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, tt := range []struct {
		document       string
		turn, sentence int
	}{{"b", 1, 1}, {"a", 2, 1}, {"a", 1, 0}, {"a", 1, 2}} {
		if _, err := c.Sentence(tt.document, tt.turn, tt.sentence); err == nil {
			t.Errorf("%+v: there is no such sentence", tt)
		}
	}
}

func TestAManuscriptIsAboutItsTitleAndItsOwnSentences(t *testing.T) {
	m := &doc.Manuscript{Title: "Pooling", Sentences: []doc.Sentence{
		{Text: "We compare how sentence embeddings are pooled for retrieval.", Paragraph: 0},
		{Text: "Others pooled sentence embeddings for parsing before us [CITE].", Paragraph: 0},
		{Text: "Our sentence embeddings are pooled by their mean, and retrieval improves.", Paragraph: 1},
	}}
	e := engine.New(engine.Parts{})
	about := About(t.Context(), e, []workspace.Part{{Manuscript: m}})
	if !strings.HasPrefix(about, "Pooling. ") || !strings.Contains(about, "retrieval improves.") || strings.Contains(about, "parsing") {
		t.Error(about)
	}
	for range 1000 {
		m.Sentences = append(m.Sentences, doc.Sentence{Text: strings.Repeat("A long sentence about the pooling of embeddings ", 40) + ".", Paragraph: 2})
	}
	if about := About(t.Context(), e, []workspace.Part{{Manuscript: m}}); len(about) > maxAbout {
		t.Errorf("%d bytes are said of a long manuscript", len(about))
	}
	if about := About(t.Context(), e, []workspace.Part{{Manuscript: &doc.Manuscript{}}}); about != "" {
		t.Errorf("%q is said of nothing", about)
	}
}
