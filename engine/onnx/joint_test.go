package onnx

import (
	"math"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

func TestAJointCosineIsTheWeightedMeanOfItsParts(t *testing.T) {
	network := installed(t)
	joint := Join(network)
	if joint.ID() != network.ID()+"+"+StaticCitations().ID() || joint.Dim() != network.Dim()+256 {
		t.Errorf("ID %s, Dim %d", joint.ID(), joint.Dim())
	}
	texts := []string{"Attention is all you need", "The Transformer is based on attention", "Iron raises the risk of malaria"}
	parts, words, whole := embed(t, network, texts...), embed(t, StaticCitations(), texts...), embed(t, joint, texts...)
	for i := range texts {
		want := (1-wordShare)*dot(parts[0], parts[i]) + wordShare*dot(words[0], words[i])
		if got := dot(whole[0], whole[i]); len(whole[i]) != joint.Dim() || math.Abs(got-want) > 1e-5 {
			t.Errorf("%q: cosine %.5f, want %.5f", texts[i], got, want)
		}
	}
}

// Each part of a joint vector is the vector of that part, for indexes that have only those.
func TestAJointRequestIsUnderstoodByIndexesOfEachPart(t *testing.T) {
	network := Static() // any embedder can be joined
	joint := Join(network)
	text := "Neural networks parse sentences"
	vector := embed(t, joint, text)[0]
	req := engine.Request{Vector: vector, Views: [][]float32{vector, nil}, Embedder: joint.ID()}
	for _, part := range []engine.Embedder{network, StaticCitations()} {
		got := req.For(part.ID(), part.Dim())
		want := embed(t, part, text)[0]
		if got.Embedder != part.ID() || len(got.Views) != 2 || got.Views[1] != nil {
			t.Fatalf("%s: %s with %d views", part.ID(), got.Embedder, len(got.Views))
		}
		for _, v := range [][]float32{got.Vector, got.Views[0]} {
			if len(v) != part.Dim() || dot(v, want) < 1-1e-5 {
				t.Errorf("%s: %d floats, cosine %f with its own vector", part.ID(), len(v), dot(v, want))
			}
		}
	}
	if other := req.For("another:1", 384); other.Embedder != joint.ID() || len(other.Vector) != joint.Dim() {
		t.Error("a request changed for an index of another embedder")
	}
	if engine.Includes(network.ID(), joint.ID()) || engine.Includes(joint.ID(), "") || engine.Includes("", joint.ID()) {
		t.Error("vectors contain those of an embedder that is not their part")
	}
}
