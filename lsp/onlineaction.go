package lsp

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// actions offers an online search for each selected sentence, or for the site at the end of the
// range if no sentence is selected. It offers nothing if no source is enabled.
func (s *online) actions(
	ctx context.Context, d *workspace.Document, r protocol.Range,
) (all []protocol.CommandOrCodeAction) {
	if !s.lookups.IsOn(ctx) {
		return nil
	}
	sites := s.claimsIn(ctx, d, doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)})
	if at, ok := s.siteAt(ctx, d, s.offset(d, r.End)); ok && len(sites) == 0 && len(at.Context()) > 0 {
		sites = []cite.Site{at}
	}
	settings := s.currentSettings()
	for _, at := range sites {
		about := ""
		if len(sites) > 1 {
			about = " for “" + show.Shorten(at.Claim, longestClaim) + "”"
		}
		position := s.protocolRange(d.Snapshot, doc.Span{Start: at.Offset, End: at.Offset}).Start
		e := actionData{
			URI: d.URI, Version: d.Version, At: position, Mode: at.Bare(settings).Modes(settings.Prefer)[0],
			Claim: at.Claim,
		}
		all = append(all, rewriteBy(commandSearchOnline, titleSentence+": search online"+about+" ...", e))
	}
	return all
}

// linkActions offers to replace a bare link to a DOI or arXiv paper at the cursor with a citation.
func (s *online) linkActions(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) []protocol.CommandOrCodeAction {
	link, ok := cite.LinkAt(d, s.offset(d, position))
	if !ok {
		return nil
	}
	if _, ok := s.siteAt(ctx, d, link.Start); !ok {
		return nil
	}
	title := "Cite this DOI: " + link.Work
	if link.IsArXiv {
		title = "Cite this arXiv paper: " + link.Work
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Mode: cite.CiteLink, Named: link.Work, Key: link.Work}
	return []protocol.CommandOrCodeAction{rewriteBy(commandAddIdentifier, title, e)}
}

// lookUpAction offers to look up an undefined key online if the key is an identifier.
func (s *online) lookUpAction(ctx context.Context, base actionData) []protocol.CommandOrCodeAction {
	if !cite.IsIdentifier(base.Key) || !s.lookups.IsOn(ctx) {
		return nil
	}
	base.Named, base.Mode = base.Key, cite.ReplaceKey
	return []protocol.CommandOrCodeAction{fixBy(commandAddIdentifier, "Look up online: "+base.Key, base)}
}

// entryActions offers online lookups for the entry at the cursor: to fill in its fields, to check
// it, and to add its published version.
func (s *online) entryActions(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) (all []protocol.CommandOrCodeAction) {
	entry := lookup.EntryAt(s.files.BibOf(ctx, d).File, s.offset(d, position))
	if entry == nil {
		return nil
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: entry.Key}
	if scheme := lookup.Scheme(entry); scheme != "" && s.lookups.IsOn(ctx) {
		all = append(all, fixBy(commandFill, "Fill missing fields by "+scheme+": "+entry.Key, e),
			fixBy(commandHints, "Check for a retraction or a published version: "+entry.Key, e))
	}
	for _, doi := range s.lookups.Published(entry) {
		e.Named, e.Mode = doi, cite.AddEntry
		all = append(all, fixBy(commandAddIdentifier, "Add the published version: "+doi, e))
	}
	return all
}

// textActions offers to fetch the full text of the paper cited at the cursor, if the index lacks
// the body text and an enabled source may have it.
func (s *online) textActions(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) []protocol.CommandOrCodeAction {
	citation, ok := d.Manuscript().CitationAt(s.offset(d, position))
	if !ok || !s.lookups.IsOn(ctx) {
		return nil
	}
	key, ok := citation.KeyAt(s.offset(d, position))
	if !ok {
		return nil
	}
	paper, _ := s.writer.Lookup(ctx, d, key.Name)
	if paper == nil || len(paper.Body) > 0 {
		return nil
	}
	if _, err := s.lookups.FullText(ctx, paper); err != nil {
		return nil
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: key.Name}
	return []protocol.CommandOrCodeAction{rewriteBy(commandFetchText, "Fetch the full text: "+key.Name, e)}
}
