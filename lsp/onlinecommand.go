package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/lookup"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

// searchAndCite handles scilit.searchOnline. It searches with the user's consent and cites the
// chosen paper.
func (s *online) searchAndCite(ctx context.Context, c call) error {
	if err := s.lookups.Ready(ctx); err != nil {
		return err
	}
	at, ok := s.writer.SiteAt(ctx, c.d, s.offset(c.d, c.At))
	if !ok {
		return cite.ErrNoSite
	}
	at.Claim = c.Claim
	q, err := s.searchFor(ctx, at.OnlineClaim(ctx, s.files))
	if err != nil {
		return err
	}
	return s.citeFound(ctx, c, q, titleSearching)
}

// addIdentifier handles scilit.addIdentifier. It looks up the named work first in the indexes, then
// online, and cites it. In a .bib file, it only adds the entry.
func (s *online) addIdentifier(ctx context.Context, c call) error {
	if c.d.IsBib() {
		c.Mode = cite.AddEntry
	}
	known, err := s.engines.Exactly(ctx, c.Named)
	if err != nil {
		return err
	}
	if known != nil {
		return s.edits.apply(ctx, c.d, c.of(known, c.Mode), "Cite")
	}
	q, err := s.lookups.Resolve(ctx, c.Named)
	if errors.Is(err, backend.ErrOnlineOff) {
		return fmt.Errorf("%s was not found in your indexes, and %w", c.Named, err)
	}
	if err != nil {
		return err
	}
	return s.citeFound(ctx, c, q, titleResolving)
}

// citeFound sends an inquiry and cites a confirmed paper from the reply. It lets the user choose
// the paper, unless the name matches exactly one paper without serious problems.
func (s *online) citeFound(ctx context.Context, c call, q paperInquiry, title string) error {
	answer, err := s.send(ctx, q, s.request(c.d.URI, title, c.work, nil))
	if err != nil {
		return err
	}
	papers := lookup.Citable(answer)
	if len(papers) == 0 {
		s.inform(ctx, show.NoPaperToCite(c.Named, answer))
		return nil
	}
	chosen := papers[0]
	if !answer.Exact || len(answer.Papers) > 1 || show.IsGrave(chosen.Hints) {
		labels := show.OnlineLabels(papers)
		title, err := s.askAbout(ctx, protocol.MessageTypeInfo, show.ChoiceOfPaper(answer), labels...)
		i := slices.Index(labels, title)
		if err != nil || i < 0 {
			return err
		}
		chosen = papers[i]
	}
	paper := &engine.Paper{ID: chosen.ID, Corpus: chosen.Corpus}
	if err := s.edits.apply(ctx, c.d, c.of(paper, c.Mode), "Cite"); err != nil {
		return err
	}
	if len(chosen.Hints) > 0 {
		s.inform(ctx, show.Hints(chosen.Hints))
	}
	return nil
}

// fillEntry handles scilit.fillEntry, which adds the missing fields of an entry.
func (s *online) fillEntry(ctx context.Context, c call) error {
	filled, err := s.fillFields(ctx, c.d, c.Key, c.work)
	if err != nil {
		return err
	}
	if filled.Edit == nil {
		s.inform(ctx, show.NoMissingFields(c.Key, filled.OnlineFill))
		return nil
	}
	if !s.files.IsCurrent(c.d) {
		return cite.ErrChanged
	}
	if err := s.edits.sendEdit(ctx, *filled.Edit, "Fill missing fields"); err != nil {
		return err
	}
	s.inform(ctx, show.FillMessage(c.Key, filled.OnlineFill))
	return nil
}

// checkEntry handles scilit.checkEntry, which checks whether an entry's work has been retracted or
// has a published version.
func (s *online) checkEntry(ctx context.Context, c call) error {
	q, err := s.lookups.Check(ctx, s.files.BibOf(ctx, c.d).File, c.Key)
	if err != nil {
		return err
	}
	hints, err := q.Send(ctx, s.request(c.d.URI, "Checking the entry online", c.work, nil))
	if err != nil {
		return err
	}
	s.inform(ctx, show.CheckMessage(c.Key, hints))
	return nil
}

// fetchText handles scilit.fetchText, which downloads the text of a paper. It stores the text in
// the corpus of online results, so that hovers and explanations can use it.
func (s *online) fetchText(ctx context.Context, c call) error {
	paper, _ := s.writer.Lookup(ctx, c.d, c.Key)
	if paper == nil {
		return fmt.Errorf("no index contains the work cited as %s: look it up online first", c.Key)
	}
	q, err := s.lookups.FullText(ctx, paper)
	if err != nil {
		return err
	}
	whole, err := q.Send(ctx, s.request(c.d.URI, "Fetching the full text", c.work, nil))
	if err != nil {
		return err
	}
	s.inform(ctx, show.FullText(whole))
	return nil
}

// actions offers an online search for each selected sentence, or for the site at the end of the
// range if no sentence is selected. It offers nothing if no source is enabled.
func (s *online) actions(ctx context.Context, d *workspace.Document, r protocol.Range) (all codeActions) {
	if !s.lookups.IsOn(ctx) {
		return nil
	}
	sites := s.writer.ClaimsIn(ctx, d, doc.Span{Start: s.offset(d, r.Start), End: s.offset(d, r.End)})
	if at, ok := s.writer.SiteAt(ctx, d, s.offset(d, r.End)); ok && len(sites) == 0 && len(at.Context()) > 0 {
		sites = []cite.Site{at}
	}
	settings := s.currentSettings()
	for _, at := range sites {
		about := ""
		if len(sites) > 1 {
			about = " for “" + show.Shorten(at.Claim, longestClaim) + "”"
		}
		e := actionData{URI: d.URI, Version: d.Version, At: s.position(d, at.Offset), Claim: at.Claim,
			Within: at.Within}
		e.Mode = at.Bare(settings).Actions(settings.Prefer)[0]
		all = append(all, rewriteBy(commandSearchOnline, titleSentence+": search online"+about+" ...", e))
	}
	return all
}

// linkActions offers to replace a bare link to a DOI or arXiv paper at the cursor with a citation.
func (s *online) linkActions(ctx context.Context, d *workspace.Document, position protocol.Position) codeActions {
	link, ok := cite.LinkAt(d, s.offset(d, position))
	if !ok {
		return nil
	}
	if _, ok := s.writer.SiteAt(ctx, d, link.Start); !ok {
		return nil
	}
	title := "Cite this DOI: " + link.Work
	if link.IsArXiv {
		title = "Cite this arXiv paper: " + link.Work
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Mode: cite.CiteLink, Named: link.Work, Key: link.Work}
	return codeActions{rewriteBy(commandAddIdentifier, title, e)}
}

// lookUpAction offers to look up an undefined key online if the key is an identifier.
func (s *online) lookUpAction(ctx context.Context, base actionData) codeActions {
	if !cite.IsIdentifier(base.Key) || !s.lookups.IsOn(ctx) {
		return nil
	}
	base.Named, base.Mode = base.Key, cite.ReplaceKey
	return codeActions{fixBy(commandAddIdentifier, "Look up online: "+base.Key, base)}
}

// entryActions offers online lookups for the entry at the cursor: to fill in its fields, to check
// it, and to add its published version.
func (s *online) entryActions(
	ctx context.Context, d *workspace.Document, position protocol.Position,
) (all codeActions) {
	entry := lookup.EntryAt(s.files.BibOf(ctx, d).File, s.offset(d, position))
	if entry == nil {
		return nil
	}
	e := actionData{URI: d.URI, Version: d.Version, At: position, Key: entry.Key}
	if scheme := lookup.Scheme(entry); scheme != "" && s.lookups.IsOn(ctx) {
		all = append(all, fixBy(commandFill, "Fill missing fields via "+scheme+": "+entry.Key, e),
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
func (s *online) textActions(ctx context.Context, d *workspace.Document, position protocol.Position) codeActions {
	key, ok := d.Manuscript().KeyAt(s.offset(d, position))
	if !ok || !s.lookups.IsOn(ctx) {
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
	return codeActions{rewriteBy(commandFetchText, "Fetch the full text: "+key.Name, e)}
}
