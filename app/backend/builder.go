package backend

import (
	"context"
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// A Builder opens engines and libraries, using local indexes and models and the configured servers.
// It is safe for concurrent use.
type Builder struct {
	PDFs corpus.PDFReader // reads the PDFs in libraries; nil skips them
	// Relay marks queries to other servers as relayed for clients of this server.
	Relay bool

	neural lastEmbedder
}

// Openers returns openers that are methods of w.
func (w *Builder) Openers() Openers {
	return Openers{Engine: w.Engine, Titles: func() engine.Embedder { return onnx.Static() }, Library: w.Library}
}

// Engine opens an engine. The notices name the parts that are missing and the simpler parts that
// replace them.
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
		if _, neural := embedder.(*onnx.Embedder); neural {
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
