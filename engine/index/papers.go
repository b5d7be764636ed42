package index

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// paper reads the short record of a document.
func (r *reader) paper(doc uint32) (*engine.Paper, error) {
	var p engine.Paper
	raw, err := r.record(doc)
	if err != nil {
		return nil, err
	}
	if err := unmarshal(raw, &p); err != nil {
		return nil, r.damagedRecord(doc, err.Error())
	}
	p.Corpus, p.CorpusID = r.corpus, r.id
	return &p, nil
}

// record is the JSON of the short record of a document. It may be shared.
func (r *reader) record(doc uint32) ([]byte, error) {
	if r.manifest.Identity {
		return r.blockRecord(doc)
	}
	packed, err := r.short.get(docKey(doc))
	if err != nil {
		return nil, err
	}
	raw, err := unpack(packed)
	if err != nil {
		return nil, r.damagedRecord(doc, err.Error())
	}
	return raw, nil
}

func (r *reader) hasBody(doc uint32) (bool, error) {
	packed, err := r.bodies.get(docKey(doc))
	return packed != nil, err
}

// addBody adds full text and references to a short record.
func (r *reader) addBody(doc uint32, p *engine.Paper) error {
	packed, err := r.bodies.get(docKey(doc))
	if packed == nil || err != nil {
		return err
	}
	var rest body
	if err := unpackJSON(packed, &rest); err != nil {
		return damagedError{filepath.Join(r.folder, bodiesFile), fmt.Sprintf("paper %d: %v", doc, err)}
	}
	p.Body, p.References = rest.Sections, rest.References
	return nil
}

// Papers implements engine.Retriever.
func (x *Index) Papers(ctx context.Context, refs []engine.WorkRef) ([]*engine.Paper, error) {
	s, err := x.use(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release()
	found := make([]*engine.Paper, len(refs))
	err = s.view(func(v *view) error {
		for i, ref := range refs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if found[i], err = v.find(ctx, ref); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// find returns the whole record of a work, nil where there is none.
func (v *view) find(ctx context.Context, ref engine.WorkRef) (*engine.Paper, error) {
	ref = ref.Normal()
	for _, name := range ref.Names() {
		p, err := v.named(ctx, name, ref)
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, nil
}

// named returns the paper with a name of the work; of several one with full
// text, and of these the one with the lowest ID, whatever segments they are in.
func (v *view) named(ctx context.Context, name string, ref engine.WorkRef) (best *engine.Paper, err error) {
	var holder *reader
	var number uint32
	bestFull := false
	for _, r := range v.readers {
		docs, err := r.documents(name)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p, err := r.paper(doc)
			if err != nil {
				return nil, err
			}
			full, err := r.hasBody(doc)
			if err != nil {
				return nil, err
			}
			if ref.Finds(p, name) && (best == nil || full && !bestFull || full == bestFull && p.ID < best.ID) {
				best, holder, number, bestFull = p, r, doc, full
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	return best, holder.addBody(number, best)
}
