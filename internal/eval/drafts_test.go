package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// saying is a drafter that writes one sentence, or fails.
type saying struct {
	sentence string
	err      error
}

func (s saying) Drafts(context.Context, engine.DraftRequest, int) ([]engine.Draft, error) {
	return []engine.Draft{{Text: s.sentence, Textual: true, Fluency: -0.5}}, s.err
}

func TestDraftsOfComposerAndModelAreWrittenSideBySide(t *testing.T) {
	contexts := []Context{{ID: "a", Cited: "Dutch", Context: []string{"Trees are large.", "Parsers are slow."},
		Sentence: "[CITE] present a fast parser.", Keywords: []string{"parser"}}}
	w := engine.CheckedWriter{Drafter: saying{sentence: engine.Mark + " presents a fast parser for Dutch."}}
	var out bytes.Buffer
	if err := WriteDrafts(context.Background(), w, contexts, DraftOptions{Paper: paperOf}, &out); err != nil {
		t.Fatal(err)
	}
	var row DraftRow
	if err := json.Unmarshal(out.Bytes(), &row); err != nil || row.ID != "a" || len(row.Drafts) < 2 {
		t.Fatalf("%v in %s", err, out.String())
	}
	model := row.Drafts[len(row.Drafts)-1]
	if f := model.Features; f.Drafted != 1 || f.Fluency != -0.5 || f.Keywords != 1 || f.Far != 0 || f.Near == 0 ||
		f.Support == 0 || f.Composed != 0 {
		t.Errorf("%+v", model)
	}
	if first := row.Drafts[0]; first.Features.Drafted != 0 || first.Features.Composed == 0 ||
		!strings.HasPrefix(first.Text, "[CITE] presents a fast parser") || first.ROUGE.R1 == 0 {
		t.Errorf("%+v", first)
	}
	w.Drafter = saying{err: errors.New("damaged")}
	if err := WriteDrafts(context.Background(), w, contexts, DraftOptions{Paper: paperOf}, &out); err == nil ||
		!strings.Contains(err.Error(), "context a: damaged") {
		t.Errorf("%v", err)
	}
}
