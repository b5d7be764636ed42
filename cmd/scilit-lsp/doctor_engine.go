package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// models prints the paths searched for models and onnxruntime. It also loads each model, since a
// file may be damaged.
func (k *checkup) models() {
	found, _ := backend.Locate(k.settings, onnx.DefaultEmbedder)
	for _, look := range found.ModelLooks {
		k.printf("model %s: %s: %s", found.Name, look.Path, look.Verdict)
	}
	for _, look := range found.RuntimeLooks {
		k.printf("onnxruntime: %s: %s", look.Path, look.Verdict)
	}
	embedder, err := tryModel(k.settings, onnx.DefaultEmbedder, onnx.Open)
	k.printModel("embedder", embedder, err)
	reranker, failed := tryModel(k.settings, onnx.DefaultReranker, onnx.OpenCrossEncoder)
	k.printModel("reranker", reranker, failed)
	reader, failed := tryModel(k.settings, onnx.DefaultJudge, onnx.OpenJudge)
	k.printModel("judge", reader, failed)
	if unable := onnx.CanRun(); unable != nil {
		err = unable // if this machine cannot run models, a missing file does not matter
	}
	k.printModel("neural engine", "available", err)
}

func tryModel[M interface {
	ID() string
	Load() error
}](s config.Settings, name string, open func(onnx.Location) (M, error)) (id string, err error) {
	model, err := backend.OpenModel(s, name, open)
	if err != nil {
		return "", err
	}
	if err := model.Load(); err != nil {
		return "", err
	}
	return engine.EmbedderName(model.ID()), nil
}

func (k *checkup) printModel(what, works string, err error) {
	if err != nil {
		works = "not available: " + files.Explain(err)
	}
	k.printf("%s: %s", what, works)
}

// engine opens the engine as the server does and prints its active parts. The lines about models
// come last, because they list many paths.
func (k *checkup) engine(ctx context.Context, listings []index.Listing) error {
	before := len(k.lines)
	k.models()
	models := slices.Clone(k.lines[before:])
	k.lines = k.lines[:before]
	defer func() { k.lines = append(k.lines, models...) }()
	if len(listings)+len(k.remotes) == 0 {
		return k.withoutIndex()
	}
	parts, notices, err := new(backend.Builder).Parts(ctx, k.searched(listings))
	if err != nil {
		return err
	}
	k.problem(k.unopened)
	active, embedder := "searches use BM25 alone", ""
	if parts.Embedder != nil {
		embedder = parts.Embedder.ID()
		active = "searches use BM25 and " + engine.EmbedderName(embedder)
	}
	if parts.Citations != nil {
		active += "; papers are ranked with a citation graph of " + text.Count(parts.Citations.Works(), "cited work")
	}
	sentences := "composed from the papers' own statements"
	if k.settings.Writer == config.WriterLLM && k.settings.LLM.URL != "" {
		sentences = "written by your language model"
	}
	k.printf("active: %s; citing sentences are %s", active, sentences)
	for _, n := range notices {
		k.printf("note: %s", n.Text)
	}
	k.outdated(listings, embedder)
	k.unmatched(listings, embedder)
	return nil
}

// searched returns the settings with the working indexes only. Without --index, these include the
// papers found online.
func (k *checkup) searched(listings []index.Listing) config.Settings {
	s := k.settings
	s.Indexes = slices.Clone(k.remotes)
	for _, l := range listings {
		s.Indexes = append(s.Indexes, l.Dir)
	}
	if k.foundDir != "" && !k.named && !slices.Contains(s.Indexes, k.foundDir) {
		s.Indexes = append(s.Indexes, k.foundDir)
	}
	return s
}

func (k *checkup) remote(ctx context.Context, address string) {
	infos, err := backend.RemoteInfos(ctx, k.loaded.Settings, address)
	for _, info := range infos {
		k.printf("index %s", describedRemote(info))
	}
	if err != nil {
		k.problem(fmt.Errorf("index %s: %w", address, err))
		return
	}
	k.remotes = append(k.remotes, address)
	gets := "keywords and identifiers only; to also send it the sentences before the cursor, list it in remote.manuscript"
	if k.loaded.Settings.Remote.Of(address).Manuscript {
		gets = "keywords, identifiers, and the sentences before the cursor, because it is listed in remote.manuscript"
	}
	k.printf("%s receives %s", address, gets)
}

// outdated recommends a rebuild of indexes whose vectors are searched, if new indexes get better
// ones.
func (k *checkup) outdated(listings []index.Listing, active string) {
	for _, l := range listings {
		if engine.Includes(active, l.Embedder) && k.successor(l) != "" {
			k.printf("tip: `scilit-lsp index rebuild %s` computes vectors that find more of the papers to cite", l.Dir)
		}
	}
}

// unmatched adds a problem for each index whose vectors come from an embedder other than the active
// one, or one of its parts. Such indexes are searched by words only.
func (k *checkup) unmatched(listings []index.Listing, active string) {
	for _, l := range listings {
		if l.Embedder == "" || engine.Includes(active, l.Embedder) {
			continue
		}
		way, older := wayToMatch(active), k.olderThan(l, listings, active)
		switch {
		case active == "":
		case k.successor(l) != "":
			way = fmt.Sprintf("but searches use %s%s; run `scilit-lsp index rebuild %s` to compute them anew",
				engine.EmbedderName(active), byWords, l.Dir)
		case older != "":
			way = fmt.Sprintf("but searches use %s%s; run `scilit-lsp index rebuild %s` to replace the older vectors there",
				engine.EmbedderName(active), byWords, older)
		}
		k.problem(fmt.Errorf("index %s: its vectors were computed "+
			"by %s, %s", l.Dir, named(l.Embedder, active), way))
	}
}

// successor returns the ID of the embedder that a rebuild of the index uses, or "" if it keeps its vectors.
func (k *checkup) successor(l index.Listing) string {
	if better := new(backend.Builder).Successor(k.settings, l.Embedder); better != nil {
		return better.ID()
	}
	return ""
}

// olderThan returns the folder of the first index with active vectors that a rebuild makes comparable with
// those of l, or "" if no index can be rebuilt like that.
func (k *checkup) olderThan(l index.Listing, listings []index.Listing, active string) string {
	for _, other := range listings {
		if other.Embedder == active && engine.Includes(k.successor(other), l.Embedder) {
			return other.Dir
		}
	}
	return ""
}

// named describes an inactive embedder, which may be another version of the active one.
func named(embedder, active string) string {
	name := engine.EmbedderName(embedder)
	if name == engine.EmbedderName(active) {
		return "another version of " + name
	}
	return name
}

// noIndex explains why no index is searched, and how to add one.
const noIndex = "because no index with papers is configured and readable; to add one, follow the tip above, or run " +
	"`scilit-lsp index build --out DIR FILE...` and list DIR in your indexes setting"

// withoutIndex reports that no index is configured. It returns nil if the user's own papers can be
// searched instead.
func (k *checkup) withoutIndex() error {
	k.printf("tip: `scilit-lsp corpus grow --out DIR refs.bib` builds a corpus of your field from your references; " +
		"editors offer it as \"Build a corpus from this bibliography\"")
	if k.named || len(k.settings.Indexes) > 0 && k.own+k.found == 0 {
		k.problem(k.unopened)
		return errors.New("no index can be searched; see the problems above")
	}
	if k.unopened != nil {
		return k.unopened
	}
	if k.own+k.found == 0 {
		return engine.ErrNoIndex
	}
	if k.own == 0 {
		k.printf("active: only papers found online are searched, %s", noIndex)
		return nil
	}
	k.printf("active: only your own papers, and any found online, are searched, %s", noIndex)
	return nil
}

// byWords states the effect of vectors that are not used.
const byWords = ", so the index is searched by keyword matching only"

// wayToMatch explains why the vectors of an index are not used, and how to fix that.
func wayToMatch(active string) string {
	const neural = "install the neural engine (see below) and set engine to \"auto\", or build the index again"
	switch active {
	case "":
		return "which is not active" + byWords + "; " + neural
	case onnx.StaticCitations().ID(), onnx.Static().ID():
		return "but searches use " + engine.EmbedderName(active) + byWords + "; " + neural
	}
	return "but searches use " + engine.EmbedderName(active) + byWords + "; build the index again"
}

// online prints the enabled online sources and the number of papers found. It sends no requests.
func (k *checkup) online() {
	settings := k.settings
	for _, source := range literature.Sources(settings.Online) {
		if source.On {
			k.printf("online source %s: %s", source.Name, strings.Join(source.Hosts, ", "))
		}
	}
	if len(settings.Online.Sources) > 0 {
		k.printf("%s; `scilit-lsp online check` tests whether the sources respond", consentHelp(settings.Online.Ask))
	}
	found, err := new(backend.Builder).Found(settings)
	if err != nil {
		k.unopened = err
		return
	}
	listing, there, err := found.Look()
	switch {
	case err != nil:
		k.problem(fmt.Errorf("cannot open the index of papers found online: %w; if the index is damaged, remove it "+
			"with `scilit-lsp online forget --found`", err))
	case there:
		k.found, k.foundDir = listing.Papers, found.Dir()
		k.printf("index of papers found online: %s in %s", text.Count(listing.Papers, "paper"), found.Dir())
	}
}

// consentHelp explains the effect of a value of the online.ask setting.
func consentHelp(value string) string {
	ask, _ := config.Find("online.ask")
	for _, choice := range ask.Choices {
		if choice.Value == value {
			return "confirmation of online searches: " + choice.Help
		}
	}
	return ""
}
