package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A Builder opens engines and libraries, using local indexes and models and the configured servers.
// It is safe for concurrent use.
type Builder struct {
	PDFs corpus.PDFReader // reads the PDFs in libraries; nil skips them
	// Relay marks queries to other servers as relayed for clients of this server.
	Relay bool

	neural lastEmbedder
}

// Openers returns openers backed by w.
func (w *Builder) Openers() Openers {
	return Openers{Engine: w.Engine, Titles: func() engine.Embedder { return onnx.StaticCitations() }, Library: w.Library}
}

// Engine opens an engine. The notices name missing parts and the simpler parts that replace them.
func (w *Builder) Engine(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	failed := w.ensureFound(ctx, s)
	e, notices, err := w.NamedEngine(ctx, withKeptCorpora(s))
	if err != nil {
		return nil, notices, err
	}
	return e, appendSome(notices, failed), nil
}

// NamedEngine is like Engine, but searches only the indexes in the settings.
func (w *Builder) NamedEngine(ctx context.Context, s config.Settings) (*engine.Engine, []wire.Notice, error) {
	parts, notices, err := w.Parts(ctx, s)
	if err != nil {
		return nil, notices, err
	}
	return engine.New(parts), notices, nil
}

// ensureFound creates the corpus of online results before the first search, since an engine only
// searches corpora that exist when it is opened.
func (w *Builder) ensureFound(ctx context.Context, s config.Settings) *wire.Notice {
	if len(s.Online.Sources) == 0 {
		return nil
	}
	found, err := w.Found(s)
	if err == nil {
		err = found.Ensure(ctx)
	}
	if err != nil {
		return &wire.Notice{Code: wire.NoticeOnlineKept, Text: "papers found online cannot be stored: " + err.Error()}
	}
	return nil
}

// Parts opens the parts of an engine, such as its corpora and models.
func (w *Builder) Parts(ctx context.Context, s config.Settings) (parts engine.Parts, notices []wire.Notice, err error) {
	corpora, failed := w.openCorpora(s)
	if len(corpora) == 0 {
		return parts, nil, errors.Join(failed...)
	}
	for _, err := range failed {
		notices = append(notices, noticeOf(err))
	}
	parts.Retrievers, parts.Prefetch, parts.Since = corpora, s.Prefetch, s.Since
	embedder, notice, err := w.embedderFor(ctx, s, parts.Retrievers)
	notices, parts.Embedder = appendSome(notices, notice), embedder
	parts.Citations, notice = citationsFor(s)
	notices = appendSome(notices, notice)
	if s.Engine != enginePlain {
		var missing []wire.Notice
		if cross, err := OpenModel(s, onnx.DefaultReranker, onnx.OpenCrossEncoder); err == nil {
			parts.Cross = cross
		} else {
			missing = append(missing, wire.Notice{Code: wire.NoticeCrossEncoder, Subject: onnx.DefaultReranker,
				Text: "papers are ranked without the cross-encoder: " + err.Error()})
		}
		if network, err := OpenModel(s, onnx.DefaultJudge, onnx.OpenJudge); err == nil {
			parts.Judge = network
		} else {
			missing = append(missing, wire.Notice{Code: wire.NoticeJudge, Subject: onnx.DefaultJudge,
				Text: "claims and answers are judged by simple rules instead of the neural model: " + err.Error()})
		}
		if _, static := embedder.(*onnx.StaticEmbedder); embedder != nil && !static {
			notices = append(notices, missing...)
		}
	}
	parts.Writer, notice = writerFor(s, parts.Judge)
	return parts, appendSome(notices, notice), err
}

// appendSome appends more to notices unless it is nil.
func appendSome(notices []wire.Notice, more *wire.Notice) []wire.Notice {
	if more == nil {
		return notices
	}
	return append(notices, *more)
}

// The values of the engine setting.
const (
	enginePlain  = "plain"
	engineNeural = "neural"
)

// insteadOfNeural precedes the reason in the notice that the neural engine is missing.
const insteadOfNeural = "searching with the plain engine instead of the neural one: "

// embedderFor returns the available embedder that can search the vectors of the most papers; in case of
// a tie, the fastest. If none can, it returns the best available embedder if a server did not respond, or
// else nil, so that searches use only BM25.
func (w *Builder) embedderFor(
	ctx context.Context, s config.Settings, indexes []engine.Retriever,
) (engine.Embedder, *wire.Notice, error) {
	embedders, notice, err := w.Embedders(s)
	if err != nil {
		return nil, nil, err
	}
	unknown := false                // set if a server did not respond
	weights := make(map[string]int) // papers with vectors of each embedder, times four
	for _, x := range indexes {
		info, err := x.Info(ctx)
		unknown = unknown || err != nil
		switch {
		case err != nil || info.Embedder == "":
		case config.IsRemote(info.Path):
			weights[info.Embedder] += 2 // the number that a server claims may be wrong
		default:
			weights[info.Embedder] += max(1, 4*info.Papers) // an empty index has an embedder, too
		}
	}
	best := mostCovering(embedders, weights)
	if best == nil && unknown {
		best = embedders[0]
	}
	if best != nil {
		return best, notice, nil
	}
	if notice == nil {
		notice = &wire.Notice{
			Code: wire.NoticeNoEmbedder,
			Text: "papers are found by keyword matching only (BM25), because no index has vectors that the current " +
				"engine can use: run `scilit-lsp doctor` for details, or build an index again",
		}
	}
	return nil, notice, nil
}

// mostCovering returns the embedder whose vectors can be compared with vectors of the greatest total
// weight; in case of a tie, the last one. It returns nil if no vectors can be compared. weights is keyed
// by the ID of the embedder of the vectors.
func mostCovering(embedders []engine.Embedder, weights map[string]int) (best engine.Embedder) {
	most := 0
	for _, embedder := range slices.Backward(embedders) {
		sum := 0
		for id, weight := range weights {
			if engine.Includes(embedder.ID(), id) {
				sum += weight
			}
		}
		if sum > most {
			best, most = embedder, sum
		}
	}
	return best
}

// Embedders returns the available embedders, best first. The notice explains why the neural embedder
// is missing. It is nil if the settings exclude that embedder.
func (w *Builder) Embedders(s config.Settings) ([]engine.Embedder, *wire.Notice, error) {
	// Old indexes have vectors of the network alone, or of the second static embedder.
	static := []engine.Embedder{onnx.StaticCitations(), onnx.Static()}
	if s.Engine == enginePlain {
		return static, nil, nil
	}
	place := fmt.Sprint(s.Models, s.ONNXRuntime, s.ModelIdleMinutes)
	neural, err := w.neural.at(place, func() (*onnx.Embedder, error) {
		return OpenModel(s, onnx.DefaultEmbedder, onnx.Open)
	})
	if err != nil && s.Engine == engineNeural {
		return nil, nil, fmt.Errorf("the neural engine cannot start: %w", err)
	}
	if err != nil {
		notice := &wire.Notice{
			Code: wire.NoticePlain, Subject: onnx.DefaultEmbedder, Text: insteadOfNeural + err.Error(),
		}
		return static, notice, nil
	}
	return append([]engine.Embedder{onnx.Join(neural), neural}, static...), nil, nil
}

// Successor returns the embedder that replaces the one with the given ID in new indexes, or nil if there
// is none. It finds more of the papers to cite.
func (w *Builder) Successor(s config.Settings, id string) engine.Embedder {
	if id == onnx.Static().ID() {
		return onnx.StaticCitations()
	}
	embedders, _, _ := w.Embedders(s) // without the network, its vectors have no successor
	for _, embedder := range embedders {
		if extends, ok := embedder.(engine.ExtendingEmbedder); ok && extends.Part().ID() == id {
			return embedder
		}
	}
	return nil
}

// EmbedderOf returns the embedder that an index was built with, or nil if the index has no vectors.
func (w *Builder) EmbedderOf(s config.Settings, dir string) (engine.Embedder, error) {
	l, err := index.List(dir)
	if err != nil || l.Embedder == "" {
		return nil, err
	}
	embedders, notice, err := w.Embedders(s)
	if err != nil {
		return nil, err
	}
	for _, embedder := range embedders {
		if embedder.ID() == l.Embedder {
			return embedder, nil
		}
	}
	note := ""
	if notice != nil {
		note = " (" + notice.Text[len(insteadOfNeural):] + ")"
	}
	return nil, fmt.Errorf("the vectors of %s were computed with %s, which is not available%s: "+
		"run `scilit-lsp doctor` for details, or build the index again with --embedder static", dir, l.Embedder, note)
}

// OpenModel locates a model and opens it with open.
func OpenModel[M any](s config.Settings, name string, open func(onnx.Location) (M, error)) (model M, err error) {
	found, err := Locate(s, name)
	if err != nil {
		return model, err
	}
	return open(found)
}

// A lastEmbedder caches the embedder for the current settings, so that the engine and the library
// share one copy. It closes the embedder that it replaces.
type lastEmbedder struct {
	mu       sync.Mutex
	place    string // settings that select the embedder
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

// libraryEmbedder returns the embedder used by the other indexes, so that all share query vectors, or
// else the best available one.
func (w *Builder) libraryEmbedder(s config.Settings) (engine.Embedder, error) {
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

// citationsFor returns the citation graph, or nil. The graph is one of the embedding model's files but
// does not need onnxruntime.
func citationsFor(s config.Settings) (*search.CitationGraph, *wire.Notice) {
	found, _ := Locate(s, onnx.DefaultEmbedder)
	if found.Model == nil {
		return nil, nil
	}
	citations, err := found.Model.ReadCitations()
	if err != nil {
		return citations, &wire.Notice{
			Code: wire.NoticeCitations, Subject: onnx.DefaultEmbedder,
			Text: "papers are ranked without the citation graph: " + err.Error(),
		}
	}
	return citations, nil
}

// writerFor returns the configured writer. If the composer has to replace it, the notice explains
// why. network judges the composer's sentences; it may be nil.
func writerFor(s config.Settings, network judge.Network) (engine.Writer, *wire.Notice) {
	composer := engine.Composer{Embedder: onnx.Static()}
	if network != nil {
		composer.Reviewer = judge.Model{Network: network}
	}
	if s.Writer == config.WriterLLM {
		return llmWriterFor(s, composer)
	}
	return composer, nil
}

// Locate returns the location of a model's files.
func Locate(s config.Settings, model string) (onnx.Location, error) {
	return onnx.Locate(onnx.Settings{
		Models:  s.Models,
		Runtime: s.ONNXRuntime,
		Model:   model,
		Idle:    time.Duration(s.ModelIdleMinutes) * time.Minute,
	})
}
