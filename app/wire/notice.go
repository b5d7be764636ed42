package wire

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/answer"
)

// A Notice reports a part of a request that was ignored or simplified, and the reason.
type Notice = engine.Notice

// The codes of notices, in addition to those in package engine. Comments refer to the Subject of
// the notice.
const (
	NoticeNoIndex  = "no_index"  // no index is configured
	NoticeNoPapers = "no_papers" // the sources of an index contain no papers
	NoticeNoEngine = "no_engine" // the engine could not be opened
	// the workspace file in the subject contains settings that it may not change
	NoticeRefused      = "refused"
	NoticeUnknown      = "unknown_setting"  // the subject is not the name of a setting
	NoticeSetting      = "setting"          // the setting in the subject has an invalid value
	NoticeIndex        = "index"            // the index in the subject could not be opened
	NoticeNoEmbedder   = "no_embedder"      // no index has vectors from an available embedder
	NoticePlain        = "plain_engine"     // the neural engine is not available
	NoticeWriter       = "writer"           // the user's language model cannot be opened
	NoticeCitations    = "citations"        // the citation graph could not be read
	NoticeCrossEncoder = "cross_encoder"    // the cross-encoder is not available
	NoticeJudge        = answer.NoticeJudge // the network that judges claims is not available
)

// The codes of notices about online searches.
const (
	NoticeOnlineOff    = "online_off"    // no source is enabled
	NoticeOnlineFailed = "online_failed" // the source in the subject could not be queried
	NoticeOnlineLate   = "online_late"   // not all papers could be confirmed in time
	NoticeOnlineKept   = "online_kept"   // results could not be stored
	NoticeAdvice       = "online_advice" // the language model could not choose keywords or sources
)
