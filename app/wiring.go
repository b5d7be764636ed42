package app

import (
	"context"
	"errors"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// A Wiring puts engines and libraries together out of the indexes and models of
// this machine. It is safe for concurrent use.
type Wiring struct {
	PDFs corpus.PDFReader // reads the PDFs of libraries; without it they are left out
	// HandsOn says that other servers are asked for the clients of this one.
	HandsOn bool

	neural lastEmbedder
}

// Openers open what w puts together.
func (w *Wiring) Openers() Openers {
	return Openers{Engine: w.Engine, Titles: func() engine.Embedder { return onnx.Static() }, Library: w.Library}
}

// Engine opens an engine. The notices say what runs in its simple form, or was left
// out, and why.
func (w *Wiring) Engine(ctx context.Context, s config.Settings) (*engine.Engine, []Notice, error) {
	failed := w.ensureFound(ctx, s)
	parts, notices, err := w.Parts(ctx, withFound(s))
	if err != nil {
		return nil, notices, err
	}
	return engine.New(parts), appendSome(notices, failed), nil
}

// ensureFound makes the corpus of what is found online before anything is, since an
// engine searches what was there when it was opened.
func (w *Wiring) ensureFound(ctx context.Context, s config.Settings) *Notice {
	if len(s.Online.Sources) == 0 {
		return nil
	}
	found, err := w.Found(s)
	if err == nil {
		err = found.Ensure(ctx)
	}
	if err != nil {
		return &Notice{Code: NoticeOnlineKept, Text: "what is found online cannot be kept: " + err.Error()}
	}
	return nil
}

// Parts opens the parts of an engine.
func (w *Wiring) Parts(ctx context.Context, s config.Settings) (parts engine.Parts, notices []Notice, err error) {
	corpora, failed := w.openCorpora(s)
	if len(corpora) == 0 {
		return parts, nil, errors.Join(failed...)
	}
	for _, err := range failed {
		notices = append(notices, noticeOf(err))
	}
	parts.Retrievers, parts.Prefetch = corpora, s.Prefetch
	embedder, notice, err := w.embedderFor(ctx, s, parts.Retrievers)
	notices, parts.Embedder = appendSome(notices, notice), embedder
	parts.Writer, notice = writerFor(s)
	notices = appendSome(notices, notice)
	parts.Citations, notice = citationsFor(s)
	notices = appendSome(notices, notice)
	if s.Engine != enginePlain {
		parts.Cross, notice = crossEncoderFor(s)
		if _, neural := embedder.(*onnx.Embedder); neural {
			notices = appendSome(notices, notice)
		}
	}
	return parts, notices, err
}

// appendSome leaves out what is nil.
func appendSome(notices []Notice, more *Notice) []Notice {
	if more == nil {
		return notices
	}
	return append(notices, *more)
}

// An IndexError says why an index cannot be opened.
type IndexError struct {
	Dir string
	Err error
}

func (e IndexError) Error() string { return e.Err.Error() }
func (e IndexError) Unwrap() error { return e.Err }

func noticeOf(err error) Notice {
	var of IndexError
	errors.As(err, &of)
	return Notice{Code: NoticeIndex, Subject: of.Dir, Text: err.Error()}
}

// OpenIndexes opens the folders of the settings. Those that cannot be opened are
// left out, and failed has an IndexError for each, or engine.ErrNoIndex where the
// settings name none.
func OpenIndexes(s config.Settings) (indexes []*index.Index, failed []error) {
	for _, dir := range s.Indexes {
		if config.IsRemote(dir) {
			continue
		}
		x, err := openIndex(s, dir)
		if err != nil {
			failed = append(failed, IndexError{dir, err})
			continue
		}
		indexes = append(indexes, x)
	}
	if len(indexes)+len(failed) == 0 {
		failed = []error{engine.ErrNoIndex}
	}
	return indexes, failed
}

func diagnosed(dir string, err error, isLibrary bool) error {
	if _, found := index.Diagnose(dir); found != nil {
		err = found
	}
	if isLibrary {
		err = library.Advise(dir, err)
	}
	return err
}

// searched marks the one that is the user's library.
func searched(x *index.Index, s config.Settings) engine.Retriever {
	if own := s.Library.Index; own != "" && x.Path() == own {
		return engine.Own(library.Searched(own, s.Library.Folders, x))
	}
	return x
}

// Locate looks for a model of this name.
func Locate(s config.Settings, model string) (onnx.Found, error) {
	return onnx.Locate(onnx.Settings{Models: s.Models, Runtime: s.ONNXRuntime, Model: model, Idle: time.Duration(s.ModelIdleMinutes) * time.Minute})
}
