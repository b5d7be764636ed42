package app

import "github.com/scilit-lsp/scilit-lsp/engine"

// A Notice says what runs in its simple form, or does not count, and why.
type Notice = engine.Notice

// The codes of notices, beside those of package engine.
const (
	NoticeNoIndex      = "no_index"        // nothing to search is configured
	NoticeNoPapers     = "no_papers"       // what was to be indexed has no paper
	NoticeNoEngine     = "no_engine"       // the engine cannot be opened
	NoticeRefused      = "refused"         // the workspace file at the subject sets more than it may
	NoticeUnknown      = "unknown_setting" // there is no setting of the subject's name
	NoticeSetting      = "setting"         // the setting at the subject cannot be read
	NoticeIndex        = "index"           // the index at the subject cannot be opened
	NoticeNoEmbedder   = "no_embedder"     // no index has vectors of an embedder at hand
	NoticePlain        = "plain_engine"    // the neural engine is not at hand
	NoticeWriter       = "writer"          // the model that writes sentences is not at hand
	NoticeCitations    = "citations"       // the citation graph cannot be read
	NoticeCrossEncoder = "cross_encoder"   // the cross-encoder is not at hand
)
