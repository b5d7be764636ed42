package mcp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// CiteInput contains the parameters of cite.
type CiteInput struct {
	PaperParams
	Bib     string `json:"bib,omitempty" jsonschema:"path of a .bib file in one of the --workspace folders; its keys are kept, and new keys follow their style"`
	BibText string `json:"bib_text,omitempty" max:"2000000" jsonschema:"the text of a .bib file, if bib is not given"`
	Write   bool   `json:"write,omitempty" jsonschema:"add the entry to the .bib file; requires a server started with --write"`
	Online  bool   `json:"online,omitempty" jsonschema:"query online sources if no corpus has the paper and the user allows it"`
}

// entry is an alias of wire.Entry for embedding in CiteOutput. Embedded under its own name, the
// struct would have the same name as its field Entry and hide it from the schema.
type entry = wire.Entry

// CiteOutput is the result of cite.
type CiteOutput struct {
	entry
	Paper   wire.ListedPaper `json:"paper" jsonschema:"the cited work; check that it is the one you mean"`
	Written bool             `json:"written" jsonschema:"whether this call added the entry to the file"`
	Notices []string         `json:"notices" jsonschema:"remarks for the author, such as a retraction"`
	Scope
}

func (s *Server) cite(ctx context.Context, in CiteInput) (out CiteOutput, err error) {
	if err := s.checkCite(in); err != nil {
		return out, err
	}
	e, p, outcomes, err := s.paper(ctx, in.PaperParams, in.Online)
	if err != nil {
		return out, err
	}
	out = CiteOutput{
		Paper:   listed(app.ListPaper(engine.Hit{Paper: p}, nil)),
		Notices: noticesOf(p), Scope: scopeOfAll(ctx, e, outcomes),
	}
	if in.Bib == "" {
		out.entry, _, err = s.plan(ctx, e, p, []byte(in.BibText))
		return out, err
	}
	file, err := s.bibFile(in.Bib)
	if err != nil {
		return out, err
	}
	defer file.Close()
	if !in.Write {
		raw, err := file.read(ctx, maxBib)
		if err == nil {
			out.entry, _, err = s.plan(ctx, e, p, raw)
		}
		return out, err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	out.Written, err = file.edit(ctx, func(raw []byte) (after []byte, err error) {
		out.entry, after, err = s.plan(ctx, e, p, raw)
		return after, err
	})
	return out, err
}

// checkCite rejects contradictory and forbidden parameters before anything is searched.
func (s *Server) checkCite(in CiteInput) error {
	switch {
	case in.Bib != "" && in.BibText != "":
		return failed(InvalidArgument, "give bib or bib_text, not both")
	case in.Write && in.Bib == "":
		return failed(InvalidArgument, "write requires bib: give the path of the .bib file to add the entry to")
	case in.Write && !s.opts.Write:
		return failed(NotAllowed, "this server does not write files: call cite without write and use the returned key and "+
			"entry, or ask the user to start the server with --write")
	}
	return nil
}

// plan returns a paper's entry for a .bib file, and the content of the file with that entry. The
// content is nil if the file already has an entry for the paper.
func (s *Server) plan(ctx context.Context, e *engine.Engine, p *engine.Paper, raw []byte) (wire.Entry, []byte, error) {
	added := plan.New([]plan.File{{File: bib.Parse(raw)}}, plan.Options{KeyPattern: s.opts.Settings.KeyPattern,
		Library: e})
	made, err := added.Entry(ctx, p)
	in, ok := added.Addition()
	if err != nil || !ok {
		return wire.Entry(made), nil, err
	}
	return wire.Entry(made), in.Apply(raw), nil
}

func noticesOf(p *engine.Paper) []string {
	if !p.Retracted {
		return []string{}
	}
	return []string{fmt.Sprintf("the corpus %s lists this work as retracted or withdrawn: "+
		"do not cite it as valid", p.Corpus)}
}
