package draft

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/check"
	"github.com/scilit-lsp/scilit-lsp/engine/compose"
	"github.com/scilit-lsp/scilit-lsp/engine/highlight"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// Intents of package keyword that affect sentences.
const (
	IntentBackground = "background"
	IntentMethod     = "method" // permits sentences about their author's work
	IntentResult     = "result"
	IntentContrast   = "contrast"
)

// intentBonuses maps each intent to the bonuses for kinds of statements, on the scale of Composer.fits.
var intentBonuses = map[string]map[compose.Kind]float64{
	IntentBackground: {compose.Proposal: 0.5, compose.Definition: 0.5, compose.Fact: 0.7, compose.Action: -0.7},
	IntentMethod: {compose.Proposal: 1.5, compose.Definition: 1.2, compose.Action: 0.2, compose.Finding: -0.7,
		compose.Fact: -0.7},
	IntentResult:   {compose.Finding: 1.7, compose.Proposal: -0.7, compose.Study: -0.7, compose.Definition: -0.7},
	IntentContrast: {compose.Finding: 1.5, compose.Proposal: -0.5, compose.Study: -0.7},
}

// measuredBonus is the bonus for measurements and comparisons if the intent is a result or a
// contrast.
const measuredBonus = 0.7

// measured matches numbers and comparisons.
var measured = pattern.MustCompile(`(?i)\b\d+(?:[.,]\d+)*(?: ?%|\b)|\bthan\b|\b(?:outperform|improv|exceed` +
	`|surpass|increas|decreas|reduc)\p{Ll}*|\b(?:better|worse|higher|lower|larger|smaller|faster|fewer|best|most` +
	`|associated|correlat\p{Ll}+)\b`)

// contrasts matches phrases that contrast one work with another.
var contrasts = pattern.MustCompile(`(?i)\b(?:unlike|in contrast|contrary to|as opposed to|disagrees?|differs? from)\b`)

// IntentOf guesses the purpose of a citation from the claim and the sentence that supports it.
func IntentOf(claim, sentence string) string {
	switch {
	case contrasts.MatchString(claim):
		return IntentContrast
	case check.OwnWork(claim) != "":
		return IntentMethod
	case measured.MatchString(claim) && measured.MatchString(sentence):
		return IntentResult
	}
	return IntentBackground
}

// intentBonus returns the bonus of a form of a statement for an intent.
func intentBonus(intent string, kind compose.Kind, sentence string) float64 {
	bonus := intentBonuses[intent][kind]
	if intent != IntentResult && intent != IntentContrast || kind != compose.Finding && kind != compose.Fact {
		return bonus
	}
	if measured.MatchString(sentence) {
		bonus += measuredBonus
	}
	return bonus
}

// maxUses is the maximum number of drafts about the use of a paper's resources.
const maxUses = 2

// withUses adds sentences that report the use of a named resource if the intent is IntentMethod. They
// come first if the previous sentences are about the author's own work, and otherwise after the best draft
// about the paper.
func withUses(ctx context.Context, site *site, all []scoredDraft) ([]scoredDraft, error) {
	if site.Intent != IntentMethod {
		return all, nil
	}
	var uses []scoredDraft
	for _, use := range compose.Uses(site.work) {
		sentence := use.Sentence(site.tense())
		support, err := Checker{OwnWork: true}.check(ctx, site.sources, sentence)
		if err != nil {
			return nil, err
		}
		if support.Supported() && len(uses) < maxUses {
			evidence := highlight.Highlight{Text: use.Source.Text, Section: use.Source.Section, Index: use.Source.Index}
			uses = append(uses, scoredDraft{Draft: Draft{Text: sentence, OwnWork: true, Evidence: evidence}})
		}
	}
	at := min(1, len(all))
	if speaksOfOwnWork(site.Context) {
		at = 0
	}
	score := scoreAt(all, at)
	if at > 0 {
		score -= mostEdited
	}
	for i := range uses {
		uses[i].score = score
	}
	return slices.Insert(all, at, uses...), nil
}

// mostEdited is the maximum cost of edits with which the best draft still precedes a use.
const mostEdited = 0.4

// scoreAt returns a score that ranks a draft directly before the draft at an index.
func scoreAt(all []scoredDraft, at int) float64 {
	switch {
	case at > 0:
		return all[at-1].score
	case len(all) > 0:
		return all[0].score
	}
	return 0
}

// ownWorkNear is the number of previous sentences that are searched for references to the author's
// own work.
const ownWorkNear = 2

func speaksOfOwnWork(sentences []string) bool {
	return slices.ContainsFunc(sentences[max(0, len(sentences)-ownWorkNear):],
		func(s string) bool { return check.OwnWork(s) != "" })
}
