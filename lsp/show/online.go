package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Question asks whether queries may be sent, each with its host, word by word.
func Question(p app.OnlineProposal) string {
	var first, second []string
	for _, q := range p.Queries {
		sent := q.Host + " gets “" + text.OneLine(q.Query) + "”" + years(q.From, q.To)
		if q.Secondary {
			second = append(second, sent)
		} else {
			first = append(first, sent)
		}
	}
	if len(first) == 0 {
		first, second = second, nil
	}
	asked := "Search online? "
	if len(p.Keywords) == 0 {
		asked = "Look this up online? "
	}
	asked += strings.Join(first, "; ") + "."
	if len(second) > 0 {
		asked += " Only where they have nothing: " + strings.Join(second, "; ") + "."
	}
	if len(p.Confirm) > 0 {
		asked += " Whether the papers exist is asked of " + strings.Join(p.Confirm, ", ") + ", by their identifiers or by title, first author and year."
	}
	return asked + " Nothing else is sent."
}

// years are the bounds that are sent beside a query.
func years(from, to int) string {
	switch {
	case from != 0 && to != 0:
		return fmt.Sprintf(" (%d to %d)", from, to)
	case from != 0:
		return fmt.Sprintf(" (from %d)", from)
	case to != 0:
		return fmt.Sprintf(" (until %d)", to)
	}
	return ""
}

// Step says how far a source is: "arxiv: 12 records".
func Step(step app.OnlineStep) string {
	switch step.State {
	case app.OnlineAsked:
		return step.Source + ": asked"
	case app.OnlineAnswered:
		return step.Source + ": " + text.Count(step.Records, "record")
	case app.OnlineNone:
		return step.Source + ": nothing found"
	}
	if strings.HasPrefix(step.Text, step.Source) {
		return text.OneLine(step.Text)
	}
	return step.Source + " could not be asked: " + text.OneLine(step.Text)
}

// steps are those of an answer, in one line.
func steps(a app.OnlineAnswer) string {
	var all []string
	for _, step := range a.Steps {
		all = append(all, Step(step))
	}
	return strings.Join(all, "; ")
}

// nothingOnline says why there is no paper to cite: sources that have none are not
// sources that could not be asked.
func nothingOnline(a app.OnlineAnswer) string {
	failed := len(a.Failed())
	switch {
	case len(a.Papers) > 0:
		return "none of the papers that were found can be cited: " + unconfirmed(a)
	case len(a.Steps) > 0 && failed == len(a.Steps):
		return "no source could be asked: " + steps(a)
	case failed > 0:
		return "no paper was found, but not all sources could be asked: " + steps(a)
	}
	return "no paper was found online: try other keywords (" + steps(a) + ")"
}

// NothingToCite says why no paper of an answer can be cited; named is "" where none was.
func NothingToCite(named string, a app.OnlineAnswer) string {
	if named != "" {
		return notNamed(named, a)
	}
	return nothingOnline(a)
}

// WhichPaper asks which paper of an answer to cite, and names those that cannot be.
func WhichPaper(a app.OnlineAnswer) string {
	question := "Cite which paper?"
	if failed := a.Failed(); len(failed) > 0 {
		question = "Not all sources could be asked: " + steps(app.OnlineAnswer{Steps: failed}) + ". " + question
	}
	if left := unconfirmed(a); left != "" {
		question += " Not confirmed, so they cannot be cited: " + left
	}
	return question
}

// NothingMissing says that an entry is complete.
func NothingMissing(key string, fill app.OnlineFill) string {
	return fmt.Sprintf("%s lacks nothing that %s knows", key, cmp.Or(fill.Source, "the repositories"))
}

// Filled says which fields an entry was given.
func Filled(key string, fill app.OnlineFill) string {
	var names []string
	for _, f := range fill.Fields {
		names = append(names, f.Name)
	}
	return fmt.Sprintf("%s was given %s, from %s", key, strings.Join(names, ", "), fill.Source)
}

// Checked says what is known against the work of an entry.
func Checked(key string, hints []app.OnlineHint) string {
	if len(hints) == 0 {
		return fmt.Sprintf("nothing is known against %s: no retraction, no later version", key)
	}
	return key + ": " + Hints(hints)
}

// notNamed says why nothing that was named can be cited. That a registry has no such
// work does not mean that there is none.
func notNamed(named string, a app.OnlineAnswer) string {
	named = "“" + Shorten(text.OneLine(named), longestTitle) + "”"
	switch {
	case len(a.Papers) > 0:
		return named + " cannot be cited: " + unconfirmed(a)
	case len(a.Failed()) > 0:
		return named + " could not be looked up: " + steps(a)
	}
	var asked []string
	for _, step := range a.Steps {
		asked = append(asked, step.Source)
	}
	return named + " was not found: " + strings.Join(asked, ", ") + " has no such work; check how it is written, other registries were not asked"
}

// FullText says what was fetched of a paper.
func FullText(p *engine.Paper) string {
	paragraphs := 0
	for _, section := range p.Body {
		paragraphs += len(section.Paragraphs)
	}
	return "the full text of " + app.Byline(p) + " is kept: " + text.Count(len(p.Body), "section") + ", " + text.Count(paragraphs, "paragraph") + ". Hovers and explanations read it from now on"
}

// Hints are what an author who cites a paper should know, in sentences.
func Hints(hints []app.OnlineHint) string {
	var all []string
	for _, hint := range hints {
		all = append(all, Hint(hint))
	}
	return strings.Join(all, " ")
}

// Hint is a hint with the DOI that it is about.
func Hint(hint app.OnlineHint) string {
	if hint.DOI == "" {
		return text.OneLine(hint.Text)
	}
	return text.OneLine(strings.TrimSuffix(hint.Text, ".") + ": " + hint.DOI + ".")
}

// IsGrave reports whether a paper should hardly be cited.
func IsGrave(hints []app.OnlineHint) bool {
	return slices.ContainsFunc(hints, func(h app.OnlineHint) bool { return slices.Contains(graveHints, h.Kind) })
}

// shownUnconfirmed is how many papers that cannot be cited are named.
const shownUnconfirmed = 5

// unconfirmed are the papers that cannot be cited, each with its reason; "" where
// there is none.
func unconfirmed(a app.OnlineAnswer) string {
	var all []string
	left := 0
	for _, p := range a.Papers {
		switch {
		case p.Confirmed:
		case len(all) == shownUnconfirmed:
			left++
		default:
			all = append(all, "“"+Shorten(text.OneLine(p.Title), longestTitle)+"” ("+text.OneLine(p.Reason)+")")
		}
	}
	if left > 0 {
		all = append(all, fmt.Sprintf("and %d more", left))
	}
	return strings.Join(all, ", ")
}

// graveHints are those of papers that should hardly be cited, which are not overlooked.
var graveHints = []string{"retracted", "withdrawn", "concern"}

// OnlineLabel names a confirmed paper in a menu: with what became of it, and where it
// was found.
func OnlineLabel(p app.OnlinePaper) string {
	label := Shorten(text.OneLine(p.Title), longestTitle)
	if p.Byline != "" {
		label = text.OneLine(p.Byline) + ", " + label
	}
	var about []string
	if p.Type == "preprint" {
		about = append(about, p.Type)
	}
	for _, hint := range p.Hints {
		if slices.Contains(graveHints, hint.Kind) {
			hint.Kind = strings.ToUpper(hint.Kind)
		}
		about = append(about, hint.Kind)
	}
	about = append(about, p.Sources...)
	if len(about) == 0 {
		return label
	}
	return label + " (" + text.OneLine(strings.Join(about, ", ")) + ")"
}

// OnlineLabels name papers in a menu, each by another label.
func OnlineLabels(papers []app.OnlinePaper) (labels []string) {
	for _, p := range papers {
		label := OnlineLabel(p)
		if slices.Contains(labels, label) {
			label += " " + p.ID
		}
		labels = append(labels, label)
	}
	return labels
}
