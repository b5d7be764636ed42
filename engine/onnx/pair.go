package onnx

import "github.com/scilit-lsp/scilit-lsp/engine/search"

// A Pair holds the token limits of a query and its parts, as in training
// (models/train/reranker.py). The query precedes the document.
type Pair struct {
	Title    int // the manuscript's title
	Keywords int
	Query    int // the whole query, including [CLS] and [SEP]
}

func (p Pair) fits(maxTokens int) bool {
	return p.Title >= 0 && p.Keywords >= 0 && p.Title+p.Keywords+2 < p.Query && p.Query < maxTokens-1
}

// encodeQuery returns the ids of [CLS] title keywords context [SEP]. It truncates the context at
// its start and the other parts at their end.
func (t *Tokenizer) encodeQuery(q search.PairQuery, p Pair) []int64 {
	ids := append(make([]int64, 0, p.Query), t.first)
	ids = t.appendPieces(ids, q.Title, len(ids)+p.Title)
	ids = t.appendPieces(ids, q.Keywords, len(ids)+p.Keywords)
	context := t.appendPieces(nil, q.Context, maxContextPieces)
	room := p.Query - 1 - len(ids)
	ids = append(ids, context[max(0, len(context)-room):]...)
	return append(ids, t.last)
}

// maxContextPieces is the maximum number of tokens to encode from the context.
const maxContextPieces = 4096

// encodePair returns the ids of query document [SEP], up to limit, and their segments.
func (t *Tokenizer) encodePair(query []int64, document string, limit int) (ids, segments []int64) {
	ids = append(make([]int64, 0, limit), query...)
	ids = append(t.appendPieces(ids, document, limit-1), t.last)
	return ids, segmentsOf(ids, len(query))
}

// segmentsOf returns the segment of each id: 0 for the first text, which has the given length, and 1 for
// the second.
func segmentsOf(ids []int64, first int) []int64 {
	segments := make([]int64, len(ids))
	for i := first; i < len(ids); i++ {
		segments[i] = 1
	}
	return segments
}
