package show

import (
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
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
	asked := "Search online? " + strings.Join(first, "; ") + "."
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
	return step.Source + " could not be asked: " + text.OneLine(step.Text)
}

// Steps are those of an answer, in one line.
func Steps(a app.OnlineAnswer) string {
	var all []string
	for _, step := range a.Steps {
		all = append(all, Step(step))
	}
	return strings.Join(all, "; ")
}

// NothingOnline says why there is no paper to cite: sources that have none are not
// sources that could not be asked.
func NothingOnline(a app.OnlineAnswer) string {
	failed := len(a.Failed())
	switch {
	case len(a.Papers) > 0:
		return "none of the papers that were found can be cited: " + Unconfirmed(a)
	case len(a.Steps) > 0 && failed == len(a.Steps):
		return "no source could be asked: " + Steps(a)
	case failed > 0:
		return "no paper was found, but not all sources could be asked: " + Steps(a)
	}
	return "no paper was found online: try other keywords (" + Steps(a) + ")"
}

// shownUnconfirmed is how many papers that cannot be cited are named.
const shownUnconfirmed = 5

// Unconfirmed are the papers that cannot be cited, each with its reason; "" where
// there is none.
func Unconfirmed(a app.OnlineAnswer) string {
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
		about = append(about, strings.ToUpper(text.OneLine(hint.Kind)))
	}
	about = append(about, p.Sources...)
	if len(about) == 0 {
		return label
	}
	return label + " (" + text.OneLine(strings.Join(about, ", ")) + ")"
}
