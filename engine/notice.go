package engine

import "slices"

// A Notice is what a user should know of how an answer was made: what ran in its
// simple form or was left out, and why (invariant 7). Programs go by its code.
type Notice struct {
	Code    string `json:"code"`
	Subject string `json:"subject,omitempty"` // what it is about: the name of a corpus, of an embedder
	Text    string `json:"text"`              // one sentence about it, without a full stop
}

// The codes of notices.
const (
	NoticeLate      = "late"       // a corpus did not answer in time; it is the subject
	NoticeFailed    = "failed"     // a corpus could not be searched; it is the subject
	NoticeNoVectors = "no_vectors" // corpora have no vectors of the embedder, the subject
	NoticeEmbedder  = "embedder"   // the embedder, the subject, failed
	NoticeReranker  = "reranker"   // a part of the reranker failed
)

// texts are those of notices.
func texts(notices []Notice) []string {
	all := make([]string, len(notices))
	for i, n := range notices {
		all[i] = n.Text
	}
	return slices.Clip(all)
}
