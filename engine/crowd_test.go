package engine_test

import (
	"fmt"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// titles lists works cited by a manuscript on neural machine translation. Their records have no abstracts.
var titles = []string{
	"Neural machine translation by jointly learning to align and translate",
	"Neural machine translation with low-resource languages",
	"Effective approaches to attention-based neural machine translation",
	"Multi-way multilingual neural machine translation",
	"Neural machine translation of morphologically rich languages",
	"Transfer learning for low-resource neural machine translation",
	"Unsupervised neural machine translation",
	"Document-level neural machine translation with context",
	"Improving neural machine translation models with monolingual data",
	"Neural machine translation for spoken languages",
	"A survey of neural machine translation in low-resource languages",
	"Six challenges for neural machine translation",
}

// Three papers with abstracts match the last sentence; the library's records match the manuscript's title.
func TestTitlesOfTheLibraryDoNotCrowdOutPapersThatFit(t *testing.T) {
	var own []*engine.Paper
	for i, title := range titles {
		own = append(own, &engine.Paper{ID: fmt.Sprint("own", i), Title: title, Year: 2017})
	}
	fitting := []*engine.Paper{
		{ID: "a", Title: "Subword units for rare words", Abstract: "We segment rare and unknown words into subword units with byte pair encoding, so that an open vocabulary is translated by a fixed vocabulary of subwords."},
		{ID: "b", Title: "Subword regularization", Abstract: "A simple regularisation samples several subword segmentations of a word during training. Byte pair encoding gives a single segmentation of rare words."},
		{ID: "c", Title: "Dropout in segmentation", Abstract: "Byte pair encoding splits words into a unique sequence of subwords. We drop merges at random, which helps rare words."},
	}
	e := engine.New(engine.Parts{
		Retrievers: []engine.Retriever{engine.Own(memory.New("1", "mine", own...)), memory.New("2", "acl", fitting...)}, Embedder: onnx.Static(),
	})
	q := engine.Query{
		Context: []string{
			"Neural machine translation reaches high quality with enough parallel data.",
			"Low-resource languages have few parallel sentences.",
			"We split rare words into subword units by byte pair encoding.",
		},
		Manuscript: engine.Manuscript{Title: "Neural machine translation for low-resource languages"}, Limit: 5,
	}
	found, err := e.Discover(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	fit, first := 0, ""
	for _, hit := range found.Papers {
		if !hit.Paper.Own {
			fit++
		}
		first += " " + hit.Paper.ID
	}
	if fit != len(fitting) {
		t.Errorf("%d of %d papers that fit are among the first %d:%s", fit, len(fitting), q.Limit, first)
	}
}

// If the user selected a claim, papers about the claim rank above papers about the title.
func TestAClaimOutweighsTheTitle(t *testing.T) {
	papers := []*engine.Paper{
		{ID: "claim", Title: "Smoothing of targets", Abstract: "Smoothed labels keep a classifier from being too confident."},
	}
	for i, title := range titles {
		papers = append(papers, &engine.Paper{ID: fmt.Sprint("title", i), Title: title, Abstract: "We study translation of low-resource languages by neural networks."})
	}
	e := engine.New(engine.Parts{Retrievers: []engine.Retriever{memory.New("1", "all", papers...)}, Embedder: onnx.Static()})
	q := engine.Query{
		Context: []string{
			"Neural machine translation of low-resource languages needs much parallel data.",
			"Transfer learning and monolingual data improve neural machine translation.",
			"All models are trained for three days.",
			"Scores are means of five runs.",
			"Smoothed labels make networks less confident.",
		},
		Manuscript: engine.Manuscript{Title: "Neural machine translation for low-resource languages"}, Limit: 3, Claim: true,
	}
	found, err := e.Discover(t.Context(), q)
	if err != nil || found.Papers[0].Paper.ID != "claim" {
		t.Errorf("got %s first, %v", found.Papers[0].Paper.Title, err)
	}
}
