package lookup

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// Hints are what the repositories said of the work of an entry when the user asked them,
// none where nothing is known of it.
func (d *Desk) Hints(e *bib.Entry) []app.OnlineHint {
	hints, _ := d.hints.Get(strings.ToLower(Identifier(e)))
	return hints
}

// learn keeps what was said of a work.
func (d *Desk) learn(identifier string, hints []app.OnlineHint) {
	if identifier == "" {
		return
	}
	d.hints.Add(strings.ToLower(identifier), hints)
	d.opts.Learnt()
}

// learning keeps what an answer says of its papers.
func (d *Desk) learning(answer app.OnlineAnswer, err error) (app.OnlineAnswer, error) {
	if err != nil {
		return answer, err
	}
	for _, p := range answer.Papers {
		if doi := paper.DOI(p.DOI); doi != "" && p.Confirmed && len(p.Hints) > 0 {
			d.learn(doi, p.Hints)
		}
	}
	return answer, nil
}

// maxRecalled is how many works are looked for at a time.
const maxRecalled = 500

// Recall looks among the replies that are kept for the works of a .bib that nothing is
// known of yet. It sends nothing. again reports whether the file should be looked at again.
func (d *Desk) Recall(ctx context.Context, file *bib.File) (again bool) {
	literature, err := d.literature(ctx)
	if err != nil {
		return false
	}
	unknown := d.unknown(file)
	if len(unknown) == 0 {
		return false
	}
	known := literature.Known(ctx, unknown)
	if ctx.Err() != nil {
		return false
	}
	again = len(unknown) == maxRecalled
	for _, id := range unknown {
		d.hints.ContainsOrAdd(strings.ToLower(id), known[id]) // its user may have asked meanwhile
		again = again || len(known[id]) > 0
	}
	return again
}

// unknown are the first works of a .bib that nothing is known of.
func (d *Desk) unknown(file *bib.File) (ids []string) {
	for i := range file.Entries[:min(len(file.Entries), maxHinted/4)] { // all of which fit in, else each look would begin anew
		id := Identifier(&file.Entries[i])
		if id != "" && len(ids) < maxRecalled && !d.hints.Contains(strings.ToLower(id)) {
			ids = append(ids, id)
		}
	}
	return ids
}
