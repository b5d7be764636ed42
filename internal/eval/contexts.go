package eval

import "fmt"

// A Context is a citation in a published paper, with the text before it.
type Context struct {
	ID          string   `json:"id"`
	Source      string   `json:"source"`
	Citing      string   `json:"citing"`       // ID of the citing paper
	CitingTitle string   `json:"citing_title"` // title of the citing paper
	CitingYear  int      `json:"citing_year"`
	Context     []string `json:"context"`         // sentences before the citing sentence, oldest first
	Sentence    string   `json:"sentence_masked"` // the citing sentence, with [CITE] in place of the citation
	Cited       string   `json:"cited"`           // ID of the cited paper
	Also        []string `json:"also"`            // IDs of the other papers cited at the same site
	// Keywords lists words that the citing sentence shares with the cited paper. As in SciLit's
	// evaluation, they simulate keywords that a user types.
	Keywords []string `json:"keywords"`
}

// ReadContexts reads citation contexts as JSON lines from a file, which may be compressed. It reads
// at most limit contexts, or all if limit is 0.
func ReadContexts(path string, limit int) ([]Context, error) {
	var contexts []Context
	for c, err := range recordsIn[Context](path, "context") {
		if err != nil {
			return nil, err
		}
		if contexts = append(contexts, c); len(contexts) == limit {
			break
		}
	}
	if len(contexts) == 0 {
		return nil, fmt.Errorf("%s: no contexts", path)
	}
	return contexts, nil
}
