package engine

// A Notice reports that a step was skipped or used a fallback, and why. Code and Subject are for programs,
// Text is for people.
type Notice struct {
	Code    string `json:"code"`    // a Notice constant of this or another package
	Subject string `json:"subject"` // name of the corpus, file, model or setting concerned, if any
	Text    string `json:"text"`    // one sentence, without a final period
}

// Notice codes of a search.
const (
	NoticeLate      = "late"       // a corpus did not answer in time
	NoticeFailed    = "failed"     // a corpus could not be searched
	NoticeEmbedder  = "embedder"   // embedding the query or a paper failed
	NoticeNoVectors = "no_vectors" // a corpus has no vectors from the embedder
	NoticeKeywords  = "keywords"   // a corpus that accepts only keywords was skipped, since the query has none
	NoticeReranker  = "reranker"   // the reranker failed
)

// Texts returns the texts of notices.
func Texts(notices []Notice) []string {
	texts := make([]string, len(notices))
	for i, n := range notices {
		texts[i] = n.Text
	}
	return texts
}
