package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// The values of the setting engine, and the one of writer that is no default.
const (
	enginePlain  = "plain"
	engineNeural = "neural"
	writerModel  = "model"
	writerLLM    = config.WriterLLM
)

// embedderFor chooses the best embedder at hand that the indexes' vectors were
// made with; nil where there is none, and the search is by BM25 alone.
func (w *Wiring) embedderFor(ctx context.Context, s config.Settings, indexes []engine.Retriever) (engine.Embedder, *Notice, error) {
	embedders, notice, err := w.Embedders(s)
	if err != nil {
		return nil, nil, err
	}
	unknown := false // a server that does not answer now may later
	for _, embedder := range embedders {
		for _, x := range indexes {
			info, err := x.Info(ctx)
			if err == nil && info.Embedder == embedder.ID() {
				return embedder, notice, nil
			}
			unknown = unknown || err != nil
		}
	}
	if unknown {
		return embedders[0], notice, nil
	}
	if notice == nil {
		notice = &Notice{Code: NoticeNoEmbedder, Text: "no index has vectors of an embedder at hand: searching by BM25 alone"}
	}
	return nil, notice, nil
}

// Embedders are those at hand, the best first. The notice says why the neural one is
// not among them, nil where it is or is not asked for.
func (w *Wiring) Embedders(s config.Settings) ([]engine.Embedder, *Notice, error) {
	static := onnx.Static()
	if s.Engine == enginePlain {
		return []engine.Embedder{static}, nil, nil
	}
	neural, err := w.neural.at(fmt.Sprint(s.Models, s.ONNXRuntime, s.ModelIdleMinutes), func() (*onnx.Embedder, error) { return openNeural(s) })
	if err != nil && s.Engine == engineNeural {
		return nil, nil, fmt.Errorf("the neural engine was asked for: %w", err)
	}
	if err != nil {
		return []engine.Embedder{static}, &Notice{Code: NoticePlain, Subject: onnx.DefaultEmbedder, Text: "plain engine: " + err.Error()}, nil
	}
	return []engine.Embedder{neural, static}, nil, nil
}

func openNeural(s config.Settings) (*onnx.Embedder, error) {
	found, err := Locate(s, onnx.DefaultEmbedder)
	if err != nil {
		return nil, err
	}
	return onnx.Open(found)
}

// A lastEmbedder is that of the settings in force, since the engine and the library
// of a server embed with the same, which takes memory once it is loaded. One that
// is replaced leaves the memory.
type lastEmbedder struct {
	mu       sync.Mutex
	place    string // of its models
	embedder *onnx.Embedder
}

func (n *lastEmbedder) at(place string, open func() (*onnx.Embedder, error)) (*onnx.Embedder, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.embedder != nil && n.place == place {
		return n.embedder, nil
	}
	embedder, err := open()
	if err != nil {
		return nil, err
	}
	if n.embedder != nil {
		_ = n.embedder.Close()
	}
	n.place, n.embedder = place, embedder
	return embedder, nil
}

// libraryEmbedder is the one that the other indexes were made with, so that one
// query serves all; else the best at hand.
func (w *Wiring) libraryEmbedder(s config.Settings) (engine.Embedder, error) {
	embedders, _, err := w.Embedders(s)
	if err != nil {
		return nil, err
	}
	used := make(map[string]bool)
	for _, dir := range s.Indexes {
		if l, err := index.List(dir); err == nil {
			used[l.Embedder] = true
		}
	}
	for _, embedder := range embedders {
		if used[embedder.ID()] {
			return embedder, nil
		}
	}
	return embedders[0], nil
}

// crossEncoderFor is nil where there is a notice.
func crossEncoderFor(s config.Settings) (search.CrossEncoder, *Notice) {
	found, err := Locate(s, onnx.DefaultReranker)
	if err == nil {
		cross, failed := onnx.OpenCrossEncoder(found)
		if failed == nil {
			return cross, nil
		}
		err = failed // no nil *CrossEncoder inside an interface
	}
	return nil, &Notice{Code: NoticeCrossEncoder, Subject: onnx.DefaultReranker, Text: "ranking without the cross-encoder: " + err.Error()}
}

// citationsFor come with the embedding model, but need neither it nor onnxruntime.
func citationsFor(s config.Settings) (*search.CitationGraph, *Notice) {
	found, _ := Locate(s, onnx.DefaultEmbedder)
	if found.Model == nil {
		return nil, nil
	}
	citations, err := found.Model.ReadCitations()
	if err != nil {
		return citations, &Notice{Code: NoticeCitations, Subject: onnx.DefaultEmbedder, Text: "ranking without the citation graph: " + err.Error()}
	}
	return citations, nil
}

// writerFor is the composer unless the model is asked for and at hand. The notice
// says why it is not, where no other one says so.
func writerFor(s config.Settings) (engine.Writer, *Notice) {
	composer := engine.Composer{Embedder: onnx.Static()}
	if s.Writer == writerLLM {
		return llmWriterFor(s, composer)
	}
	found, err := Locate(s, onnx.DefaultWriter)
	if s.Writer != writerModel || s.Engine == enginePlain || found.Absent() || found.Runtime == "" {
		return composer, nil
	}
	var drafter *onnx.Writer
	if err == nil {
		drafter, err = onnx.OpenWriter(found)
	}
	if err != nil {
		return composer, &Notice{Code: NoticeWriter, Subject: onnx.DefaultWriter, Text: "composed citing sentences: " + err.Error()}
	}
	return engine.CheckedWriter{Drafter: drafter, Composer: composer}, nil
}
