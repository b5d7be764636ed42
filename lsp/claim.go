package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/show"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/protocol"
)

func (s *session) claimsIn(ctx context.Context, d *workspace.Document, selected doc.Span) []cite.Site {
	return cite.ClaimsIn(ctx, s.files, s.currentSettings(), d, selected)
}

// claimActions offers papers to cite for each selected sentence.
func (s *suggestions) claimActions(
	ctx context.Context, claims []cite.Site, work protocol.ProgressToken,
) (all []protocol.CommandOrCodeAction, err error) {
	each := max(1, s.currentSettings().Candidates/len(claims))
	var marks []protocol.CommandOrCodeAction
	for _, at := range claims {
		found, err := s.discover(ctx, at.Query(ctx, s.files, each+len(at.CitedKeys())), work)
		if err != nil {
			return nil, err
		}
		papers := at.NotCited(ctx, s.files, found.Papers)
		about := fmt.Sprintf(" for “%s”: ", show.Shorten(at.Claim, longestClaim))
		base := actionData{
			URI: at.Doc.URI, Version: at.Doc.Version,
			At: s.protocolRange(at.Doc.Snapshot, doc.Span{Start: at.Offset, End: at.Offset}).Start,
		}
		for _, f := range papers[:min(each, len(papers))] {
			if !at.Manuscript.TakesOnlyMarks() {
				all = append(
					all,
					citeAction(
						titleSentence+about+show.LabelWithOrigin(f.Paper), base.of(f.Paper, cite.WriteSentence),
						s.canResolve(ctx, at.Doc),
					),
				)
			}
			marks = append(
				marks,
				citeAction(
					titleMark+about+show.LabelWithOrigin(f.Paper), base.of(f.Paper, cite.WriteMark),
					s.canResolve(ctx, at.Doc),
				),
			)
		}
	}
	return append(all, marks...), nil
}

// longestClaim is the maximum length of a claim in an action's title, in characters.
const longestClaim = 40
