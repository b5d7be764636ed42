package engine

// A Notice says that something ran in its simple form, or was left out, and why.
// Programs go by its code and subject, people read its text.
type Notice struct {
	Code    string `json:"code"`    // one of the Notice constants, or of another package's
	Subject string `json:"subject"` // the corpus, file, model or setting that it is about; "" where it is about none
	Text    string `json:"text"`    // one sentence without a full stop
}

// The codes of notices about a search.
const (
	NoticeLate      = "late"       // a corpus did not answer in time
	NoticeFailed    = "failed"     // a corpus could not be searched
	NoticeEmbedder  = "embedder"   // the query or a paper could not be embedded
	NoticeNoVectors = "no_vectors" // a corpus has no vectors of the embedder
	NoticeKeywords  = "keywords"   // a corpus that may not know the manuscript was not asked, for want of keywords
	NoticeReranker  = "reranker"   // the best papers could not be ranked by the reranker
)

// Texts are those of notices, for people.
func Texts(notices []Notice) []string {
	texts := make([]string, len(notices))
	for i, n := range notices {
		texts[i] = n.Text
	}
	return texts
}
