package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// CiteInput are the parameters of cite.
type CiteInput struct {
	Named
	Bib     string `json:"bib,omitempty" jsonschema:"the .bib file that cites it, in a folder that the server was started with: its keys and its style are kept to"`
	BibText string `json:"bib_text,omitempty" max:"2000000" jsonschema:"the text of the .bib, in place of a file"`
	Write   bool   `json:"write,omitempty" jsonschema:"add the entry to the file bib. Works only where the user started the server with --write; without this nothing is written"`
	Online  bool   `json:"online,omitempty" jsonschema:"where no corpus here has the paper, look it up at the online sources that the user turned on, as far as the user allowed"`
}

// entry has another name than its field, which Go would hide from the schema otherwise.
type entry = app.Entry

// CiteOutput is the answer of cite.
type CiteOutput struct {
	entry
	Paper   app.ListedPaper `json:"paper" jsonschema:"the work that is cited: compare it with the one you mean"`
	Written bool            `json:"written" jsonschema:"whether the entry was added to the file by this call"`
	Notices []string        `json:"notices" jsonschema:"what an author should know, such as a retraction"`
	Scope
}

func (s *Server) cite(ctx context.Context, in CiteInput) (out CiteOutput, err error) {
	if err := s.checkCite(in); err != nil {
		return out, err
	}
	e, p, err := s.paper(ctx, in.Named, in.Online)
	if err != nil {
		return out, err
	}
	works := []bib.NewWork{app.NewWorkOf(p), app.NewWorkOf(app.Own(ctx, e, p))}
	out = CiteOutput{Paper: listed(app.Listed(engine.Found{Paper: p}, nil)), Notices: noticesOf(p), Scope: scopeOf(ctx, e)}
	if in.Bib == "" {
		out.entry, _ = s.planned(works, []byte(in.BibText))
		return out, nil
	}
	file, err := s.bibFile(in.Bib)
	if err != nil {
		return out, err
	}
	defer file.Close()
	if !in.Write {
		raw, err := file.read(ctx, maxBib)
		if err == nil {
			out.entry, _ = s.planned(works, raw)
		}
		return out, err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	out.Written, err = file.edit(ctx, func(raw []byte) (after []byte) {
		out.entry, after = s.planned(works, raw)
		return after
	})
	return out, err
}

// checkCite refuses what does not go together or is not allowed, before anything is looked up.
func (s *Server) checkCite(in CiteInput) error {
	switch {
	case in.Bib != "" && in.BibText != "":
		return failed(InvalidArgument, "give either bib or bib_text")
	case in.Write && in.Bib == "":
		return failed(InvalidArgument, "write needs bib, the name of the .bib that gets the entry")
	case in.Write && !s.opts.Write:
		return failed(NotAllowed, "this server writes no files: take key and entry from a call without write, or ask the user to start the server with --write")
	}
	return nil
}

// planned is the entry of a work in a .bib, and the .bib with it, nil where it has it. The
// last of the works is the one that the user's library may know by more names.
func (s *Server) planned(works []bib.NewWork, raw []byte) (app.Entry, []byte) {
	file := bib.Parse(raw)
	for _, work := range works {
		if entry := bib.FindCitable([]*bib.File{file}, work); entry != nil {
			return app.Entry{Key: entry.Key, Entry: file.Text(entry.Span), InBib: true}, nil
		}
	}
	planner := bib.NewPlanner([]*bib.File{file}, 0, s.opts.Settings.KeyPattern)
	key := planner.Cite(works[len(works)-1])
	added, _ := planner.Insertion()
	return app.Entry{Key: key, Entry: strings.TrimSpace(added.Text) + "\n"}, added.Apply(raw)
}

func noticesOf(p *engine.Paper) []string {
	if !p.Retracted {
		return []string{}
	}
	return []string{fmt.Sprintf("%s says that this work was retracted or withdrawn: do not cite it as valid", p.Corpus)}
}
