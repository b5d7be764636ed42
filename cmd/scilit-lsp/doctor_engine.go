package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
)

// models says what the neural engine is made of. Models are loaded for good:
// files may be there and broken.
func (k *checkup) models() {
	settings := onnx.Settings{Models: k.flags.Models, Runtime: k.flags.Runtime}
	found, err := onnx.Locate(settings)
	for _, look := range found.ModelLooks {
		k.say("model %s: %s: %s", found.Name, look.Path, look.Verdict)
	}
	for _, look := range found.RuntimeLooks {
		k.say("onnxruntime: %s: %s", look.Path, look.Verdict)
	}
	if unable := onnx.CanRun(); unable != nil {
		err = unable
	}
	if err == nil {
		err = tryModel(found)
	}
	if err != nil {
		k.say("neural engine: no: %v", err)
		return
	}
	k.say("neural engine: yes")
	k.problem(k.tryCrossEncoder())
}

func tryModel(found onnx.Found) error {
	embedder, err := onnx.Open(found)
	if err != nil {
		return err
	}
	return embedder.Load()
}

// tryCrossEncoder has an error where its files are there and broken: that they
// are not there is among the notes.
func (k *checkup) tryCrossEncoder() error {
	found, err := onnx.Locate(onnx.Settings{Models: k.flags.Models, Runtime: k.flags.Runtime, Model: onnx.DefaultReranker})
	if err != nil {
		return nil
	}
	cross, err := onnx.OpenReranker(found)
	if err != nil {
		return err
	}
	return cross.Load()
}

// sentences says what writes them. It loads the model, too.
func (k *checkup) sentences() string {
	drafter, err := k.flags.drafter()
	if err == nil {
		err = drafter.Load()
	}
	if err != nil {
		return "plain citing sentences (" + err.Error() + ")"
	}
	return "citing sentences by " + drafter.ID()
}

// engine opens what the server would, and says what is active.
func (k *checkup) engine(ctx context.Context, listings []index.Listing) error {
	if len(listings) == 0 && len(k.flags.indexFolders()) > 0 {
		return errors.New("no index can be read: see the problems above")
	}
	k.flags.Indexes = nil
	for _, l := range listings {
		k.flags.Indexes = append(k.flags.Indexes, l.Dir)
	}
	parts, notes, err := k.flags.open(ctx)
	if err != nil {
		return err
	}
	active, embedder := "BM25 alone", ""
	if parts.Embedder != nil {
		embedder = parts.Embedder.ID()
		active = "BM25 and " + embedder
	}
	if parts.Citations != nil {
		active += fmt.Sprintf(", a memory of %d cited works", parts.Citations.Works())
	}
	k.say("active: %s, learned highlights, %s", active, k.sentences())
	for _, note := range notes {
		k.say("note: %s", note)
	}
	k.unmatched(listings, embedder)
	return nil
}

// unmatched names the indexes with vectors of another embedder than the active
// one: they are searched by words alone.
func (k *checkup) unmatched(listings []index.Listing, active string) {
	for _, l := range listings {
		if l.Embedder == "" || l.Embedder == active {
			continue
		}
		k.problem(fmt.Errorf("index %s: its vectors are of %s, %s", l.Dir, l.Embedder, wayToMatch(active)))
	}
}

// wayToMatch says why an index of another embedder has no use, and what helps.
func wayToMatch(active string) string {
	const neural = "get the neural engine, which is not at hand as said above, or build it again with --embedder static"
	switch active {
	case "":
		return "which is not at hand, so only its words count: " + neural
	case onnx.Static().ID():
		return "and searches use " + active + ", so only its words count: " + neural
	}
	return "and searches use " + active + ", so only its words count: build it again"
}
