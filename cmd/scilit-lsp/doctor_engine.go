package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// models says where models and onnxruntime were looked for, and loads each model
// for good, a line each: files may be there and broken. It gives the ID of the
// writer, "" where that does not work.
func (k *checkup) models() (writer string) {
	found, _ := app.Locate(k.flags.asSettings(), onnx.DefaultEmbedder)
	for _, look := range found.ModelLooks {
		k.say("model %s: %s: %s", found.Name, look.Path, look.Verdict)
	}
	for _, look := range found.RuntimeLooks {
		k.say("onnxruntime: %s: %s", look.Path, look.Verdict)
	}
	embedder, err := tryModel(k.flags, onnx.DefaultEmbedder, onnx.Open)
	k.tried("embedder", embedder, err)
	reranker, failed := tryModel(k.flags, onnx.DefaultReranker, onnx.OpenCrossEncoder)
	k.tried("reranker", reranker, failed)
	writer, failed = tryModel(k.flags, onnx.DefaultWriter, onnx.OpenWriter)
	k.tried("writer", writer, failed)
	if unable := onnx.CanRun(); unable != nil {
		err = unable // what else is missing would not help
	}
	k.tried("neural engine", "yes", err)
	return writer
}

func tryModel[M interface {
	ID() string
	Load() error
}](f engineFlags, name string, open func(onnx.Found) (M, error)) (id string, err error) {
	found, err := app.Locate(f.asSettings(), name)
	if err != nil {
		return "", err
	}
	model, err := open(found)
	if err != nil {
		return "", err
	}
	if err := model.Load(); err != nil {
		return "", err
	}
	return engine.EmbedderName(model.ID()), nil
}

func (k *checkup) tried(what, works string, err error) {
	if err != nil {
		works = "no: " + files.Explain(err)
	}
	k.say("%s: %s", what, works)
}

// engine opens what the server would, and says what is active. Its models come
// last, since each is many places that were looked at.
func (k *checkup) engine(ctx context.Context, listings []index.Listing) error {
	before := len(k.lines)
	writer := k.models()
	models := slices.Clone(k.lines[before:])
	k.lines = k.lines[:before]
	defer func() { k.lines = append(k.lines, models...) }()
	if len(listings)+len(k.remotes) == 0 {
		return k.withoutIndex()
	}
	k.flags.Indexes = k.remotes
	for _, l := range listings {
		k.flags.Indexes = append(k.flags.Indexes, l.Dir)
	}
	parts, notices, err := new(app.Wiring).Parts(ctx, k.flags.asSettings())
	if err != nil {
		return err
	}
	active, embedder := "BM25 alone", ""
	if parts.Embedder != nil {
		embedder = parts.Embedder.ID()
		active = "BM25 and " + engine.EmbedderName(embedder)
	}
	if parts.Citations != nil {
		active += fmt.Sprintf(", a memory of %d cited works", parts.Citations.Works())
	}
	sentences := "composed citing sentences"
	if k.flags.Writer == "model" && k.flags.Engine != "plain" && writer != "" {
		sentences = "citing sentences by " + engine.EmbedderName(writer)
	}
	if k.flags.Writer == config.WriterLLM && k.loaded.Settings.LLM.URL != "" {
		sentences = "citing sentences by your language model"
	}
	k.say("active: %s, learned highlights, %s", active, sentences)
	for _, n := range notices {
		k.say("note: %s", n.Text)
	}
	k.unmatched(listings, embedder)
	return nil
}

// remote asks a server what it has.
func (k *checkup) remote(ctx context.Context, address string) {
	infos, err := app.RemoteInfos(ctx, k.loaded.Settings, address)
	for _, info := range infos {
		k.say("index %s", describedRemote(info))
	}
	if err != nil {
		k.problem(fmt.Errorf("index %s: %w", address, err))
		return
	}
	k.remotes = append(k.remotes, address)
	gets := "keywords and identifiers alone; remote.manuscript would have it search by the sentences before the cursor"
	if k.loaded.Settings.Remote.Of(address).Manuscript {
		gets = "keywords, identifiers, and the sentences before the cursor, as remote.manuscript says"
	}
	k.say("%s gets %s", address, gets)
}

// unmatched names the indexes with vectors of another embedder than the active
// one: they are searched by words alone.
func (k *checkup) unmatched(listings []index.Listing, active string) {
	for _, l := range listings {
		if l.Embedder == "" || l.Embedder == active {
			continue
		}
		k.problem(fmt.Errorf("index %s: its vectors are of %s, %s", l.Dir, named(l.Embedder, active), wayToMatch(active)))
	}
}

// named is an embedder that is not the active one, which may have its name.
func named(embedder, active string) string {
	name := engine.EmbedderName(embedder)
	if name == engine.EmbedderName(active) {
		return "another version of " + name
	}
	return name
}

// withoutIndex is nil where the user's own works can be searched.
func (k *checkup) withoutIndex() error {
	if k.named || len(k.flags.indexFolders()) > 0 && k.own+k.found == 0 {
		return errors.New("no index can be read: see the problems above")
	}
	if k.own+k.found == 0 {
		return engine.ErrNoIndex
	}
	if k.own == 0 {
		k.say("active: the papers found online alone: %v", engine.ErrNoIndex)
		return nil
	}
	k.say("active: your own works alone: %v", engine.ErrNoIndex)
	return nil
}

// wayToMatch says why an index of another embedder has no use, and what helps.
func wayToMatch(active string) string {
	const neural = "get the neural engine, which is not at hand as said above, or build it again with --embedder static"
	switch active {
	case "":
		return "which is not at hand, so only its words count: " + neural
	case onnx.Static().ID():
		return "and searches use " + engine.EmbedderName(active) + ", so only its words count: " + neural
	}
	return "and searches use " + engine.EmbedderName(active) + ", so only its words count: build it again"
}
