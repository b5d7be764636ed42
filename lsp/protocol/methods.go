package protocol

import (
	"go.lsp.dev/jsonrpc2"
	lsp "go.lsp.dev/protocol"
)

// The server's own methods, for editors that show more than the protocol
// covers: a list of papers with highlights, a form for keywords, the status.
// Each is a request whose parameters are one object.
const (
	MethodDiscover = "scilit/discover"
	MethodDraft    = "scilit/draft"
	MethodBibTeX   = "scilit/bibtex"
	MethodKeywords = "scilit/keywords"
	MethodStatus   = "scilit/status"
	MethodRelated  = "scilit/related"
	MethodExplain  = "scilit/explain"

	MethodAsk       = "scilit/ask"
	MethodAskAbout  = "scilit/ask/about"
	MethodAskInsert = "scilit/ask/insert"
	MethodAskForget = "scilit/ask/forget"

	MethodOnlinePlan    = "scilit/online/plan"
	MethodOnlineSearch  = "scilit/online/search"
	MethodOnlineResolve = "scilit/online/resolve"
	MethodOnlineFill    = "scilit/online/fill"
	MethodOnlineForget  = "scilit/online/forget"
)

// CodeRequestFailed is the code of a valid request that the server could not
// carry out.
const CodeRequestFailed = jsonrpc2.Code(lsp.LSPErrorCodesRequestFailed)

// Errors that editors show as they are.
var (
	ErrContentModified  = jsonrpc2.NewError(lsp.CodeContentModified, "the document has changed since: ask again")
	ErrRequestCancelled = jsonrpc2.NewError(lsp.CodeRequestCancelled, "the request was cancelled")
)
