package index_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// refusing is an embedder whose vectors must not be computed again.
type refusing struct{ *onnx.StaticEmbedder }

func (refusing) Embed(context.Context, []string) ([][]float32, error) {
	return nil, errors.New("embedded again")
}

func jointPapers() []*engine.Paper {
	return []*engine.Paper{
		{ID: "parse", Title: "Neural Parsing of Sentences", Abstract: "A network parses sentences."},
		{ID: "iron", Title: "Iron and Malaria", Abstract: "Supplements of iron raise the risk of malaria."},
		{ID: "bees", Title: "Wild Bees as Pollinators", Abstract: "Bees pollinate most crops."},
	}
}

// closest returns the IDs of the papers by their cosines with a text.
func closest(t *testing.T, dir string, e engine.Embedder, text string) (ids []string) {
	t.Helper()
	vectors, err := e.Embed(t.Context(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = x.Close() }()
	found, err := x.Search(t.Context(), engine.Request{Vector: vectors[0], Embedder: e.ID(), Limit: 3})
	if err != nil || !found.Semantic {
		t.Fatal("semantic:", found.Semantic, err)
	}
	slices.SortFunc(found.Candidates, func(a, b engine.Candidate) int { return cmp.Compare(b.Cosine, a.Cosine) })
	for _, c := range found.Candidates {
		ids = append(ids, c.Paper.ID)
	}
	return ids
}

// The vectors of the part are extended, without computing them again, and so are those of new papers.
func TestAnIndexOfAPartIsExtended(t *testing.T) {
	dir := t.TempDir()
	part := onnx.Static()
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Embedder: part}, sequence(jointPapers())); err != nil {
		t.Fatal(err)
	}
	joint := onnx.Join(part)
	const text = "Pollinators of crops, such as bees"
	before := closest(t, dir, part, text)
	if got := closest(t, dir, joint, text); !slices.Equal(got, before) || got[0] != "bees" {
		t.Errorf("a joint query finds %q in an index of its part, which finds %q itself", got, before)
	}
	papers, err := index.Reembed(t.Context(), index.BuildOptions{Dir: dir, Embedder: onnx.Join(refusing{part})})
	if err != nil || papers != 3 {
		t.Fatal(papers, err)
	}
	if l := list(t, dir); l.Embedder != joint.ID() {
		t.Errorf("vectors of %s, want %s", l.Embedder, joint.ID())
	}
	added := sequence([]*engine.Paper{{ID: "wasps", Title: "Wasps as Pollinators of Crops"}})
	if _, err := index.Add(t.Context(), index.BuildOptions{Dir: dir, Embedder: joint}, added); err != nil {
		t.Fatal(err)
	}
	if got := closest(t, dir, joint, text); got[0] != "wasps" && got[0] != "bees" {
		t.Errorf("the extended index finds %q", got)
	}
	if damages, err := index.Verify(t.Context(), dir); err != nil || len(damages) > 0 {
		t.Error(damages, err)
	}
}

// An extended vector is the same as one computed at once, whichever way it came about.
func TestExtendedVectorsAreThoseOfABuild(t *testing.T) {
	extended, built := t.TempDir(), t.TempDir()
	joint := onnx.Join(onnx.Static())
	options := index.BuildOptions{Dir: extended, Embedder: onnx.Static()}
	if _, err := index.Build(t.Context(), options, sequence(jointPapers())); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Reembed(t.Context(), index.BuildOptions{Dir: extended, Embedder: joint}); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Build(t.Context(), index.BuildOptions{Dir: built, Embedder: joint}, sequence(jointPapers())); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"rows.bin", "codes.bin"} {
		if !slices.Equal(read(t, extended, "segment-2", file), read(t, built, "segment-1", file)) {
			t.Error("different:", file)
		}
	}
}

// tiring is an embedder that fails after the given number of texts.
type tiring struct {
	*onnx.StaticEmbedder
	left *int
}

func (e tiring) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if *e.left -= len(texts); *e.left < 0 {
		return nil, errors.New("tired")
	}
	return e.StaticEmbedder.Embed(ctx, texts)
}

// A journal has the vectors of the part, which an interrupted build with joined vectors extends.
func TestTheVectorsOfAnInterruptedBuildAreExtended(t *testing.T) {
	var papers []*engine.Paper
	for i := range 40 {
		papers = append(papers, &engine.Paper{ID: fmt.Sprint("bees", i), Title: fmt.Sprint("Wild bees of region ", i)})
	}
	resumed, built := t.TempDir(), t.TempDir()
	build := func(dir string, part engine.Embedder) error {
		opts := index.BuildOptions{Dir: dir, Embedder: onnx.Join(part), Cores: 1}
		_, err := index.Build(t.Context(), opts, sequence(papers))
		return err
	}
	left := 20
	if err := build(resumed, tiring{onnx.Static(), &left}); err == nil {
		t.Fatal("the build was not interrupted")
	}
	left = 24
	if err := build(resumed, tiring{onnx.Static(), &left}); err != nil {
		t.Fatal("texts of the journal were embedded again:", err)
	}
	if err := build(built, onnx.Static()); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"rows.bin", "codes.bin"} {
		if !slices.Equal(read(t, resumed, "segment-1", file), read(t, built, "segment-1", file)) {
			t.Error("different:", file)
		}
	}
}
