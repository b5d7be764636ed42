package onnx

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// A CrossEncoder scores pairs of a query and a paper. The network receives both texts of a pair at
// once. It is loaded for the first pair and closed when idle. A CrossEncoder is safe for concurrent
// use and runs one pair per core.
type CrossEncoder struct{ *resident[*pairReader] }

var _ search.CrossEncoder = (*CrossEncoder)(nil)

// OpenCrossEncoder returns a CrossEncoder for the result of Locate. Like Open, it loads nothing.
func OpenCrossEncoder(f Location) (*CrossEncoder, error) {
	r, err := openResident(f, newPairReader)
	if err != nil {
		return nil, err
	}
	return &CrossEncoder{r}, nil
}

// Logits returns one score per document; higher is better. It checks ctx between documents.
func (r *CrossEncoder) Logits(ctx context.Context, q search.PairQuery, documents []string) ([]float64, error) {
	logits := make([]float64, len(documents))
	err := r.use(func(reader *pairReader) error {
		query := reader.tokens.encodeQuery(q, r.location.Model.Pair)
		return r.cores.forEach(ctx, len(documents), func(i int) (err error) {
			logits[i], err = reader.score(query, documents[i])
			return err
		})
	})
	return logits, err
}

// score returns the logit of a document, given the ids of the query.
func (r *pairReader) score(query []int64, document string) (float64, error) {
	ids, segments := r.tokens.encodePair(query, document, r.limit)
	var logit [1]float32
	err := r.run(ids, segments, logit[:])
	return float64(logit[0]), err
}
