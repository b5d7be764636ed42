package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A Notice reports a part that runs in a simpler form, or is ignored, with the reason.
type Notice = engine.Notice

// The codes of notices, beside those of package engine.
const (
	NoticeNoIndex      = "no_index"        // nothing to search is configured
	NoticeNoPapers     = "no_papers"       // the sources of an index have no paper
	NoticeNoEngine     = "no_engine"       // the engine cannot be opened
	NoticeRefused      = "refused"         // the workspace file at the subject sets more than it may
	NoticeUnknown      = "unknown_setting" // the subject is not the name of a setting
	NoticeSetting      = "setting"         // the value of the setting at the subject is invalid
	NoticeIndex        = "index"           // the index at the subject cannot be opened
	NoticeNoEmbedder   = "no_embedder"     // no index has vectors of an available embedder
	NoticePlain        = "plain_engine"    // the neural engine is not available
	NoticeWriter       = "writer"          // the writing model is not available
	NoticeCitations    = "citations"       // the citation graph cannot be read
	NoticeCrossEncoder = "cross_encoder"   // the cross-encoder is not available
)

// The codes of notices about searching online.
const (
	NoticeOnlineOff    = "online_off"    // no source is enabled
	NoticeOnlineFailed = "online_failed" // the source at the subject could not be queried
	NoticeOnlineLate   = "online_late"   // not all papers could be confirmed in time
	NoticeOnlineKept   = "online_kept"   // results could not be stored
	NoticeAdvice       = "online_advice" // the language model did not choose keywords or sources
)
