package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Question returns the text that asks whether the queries may be sent. It lists every host and
// every word sent.
func Question(p wire.OnlineProposal) string {
	var first, second []string
	for _, q := range p.Queries {
		sent := q.Host + " receives “" + text.OneLine(q.Query) + "”" + years(q.From, q.To)
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
		asked += " Only if these find nothing: " + strings.Join(second, "; ") + "."
	}
	if len(p.Confirm) > 0 {
		asked += " To confirm the papers found, their identifiers (or title, first author and year) are sent to " +
			strings.Join(p.Confirm, ", ") + "."
	}
	return asked + " Nothing else is sent."
}

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

// Step returns a description of a source's state, such as "arxiv: 12 records".
func Step(step wire.OnlineStep) string {
	switch step.State {
	case wire.OnlineAsked:
		return step.Source + ": queried"
	case wire.OnlineAnswered:
		return step.Source + ": " + text.Count(step.Records, "record")
	case wire.OnlineNone:
		return step.Source + ": nothing found"
	}
	if strings.HasPrefix(step.Text, step.Source) {
		return text.OneLine(step.Text)
	}
	return step.Source + " failed: " + text.OneLine(step.Text)
}

func steps(a wire.OnlineAnswer) string {
	return join(a.Steps, "; ", Step)
}

func join[T any](all []T, separator string, text func(T) string) string {
	texts := make([]string, len(all))
	for i, item := range all {
		texts[i] = text(item)
	}
	return strings.Join(texts, separator)
}

// NoPaperToCite returns a message that explains why no paper in an answer can be cited. It
// distinguishes sources without results from sources that failed. named is the name that was looked
// up, or "" after a search.
func NoPaperToCite(named string, a wire.OnlineAnswer) string {
	if named != "" {
		return notNamed(named, a)
	}
	failed := len(a.Failed())
	switch {
	case len(a.Papers) > 0:
		return "none of the papers found can be cited: " + unconfirmed(a)
	case len(a.Steps) > 0 && failed == len(a.Steps):
		return "no source could be queried: " + steps(a)
	case failed > 0:
		return "no paper was found, but not all sources could be queried: " + steps(a)
	}
	return "no paper was found online (" + steps(a) + "): try other keywords"
}

// ChoiceOfPaper returns the text that asks which paper in an answer to cite. It also lists the
// papers that cannot be cited.
func ChoiceOfPaper(a wire.OnlineAnswer) string {
	question := "Which paper do you want to cite?"
	if failed := a.Failed(); len(failed) > 0 {
		question = "Not all sources could be queried: " + steps(wire.OnlineAnswer{Steps: failed}) + ". " + question
	}
	if left := unconfirmed(a); left != "" {
		question += " These papers are not confirmed, so they cannot be cited: " + left + "."
	}
	return question
}

// NoMissingFields returns the message for an entry that has no missing fields.
func NoMissingFields(key string, fill wire.OnlineFill) string {
	return fmt.Sprintf("%s already has every field found in %s", key, cmp.Or(fill.Source, "the repositories"))
}

// FillMessage returns the message that lists the added fields.
func FillMessage(key string, fill wire.OnlineFill) string {
	names := join(fill.Fields, ", ", func(f wire.OnlineField) string { return f.Name })
	return fmt.Sprintf("fields added to %s: %s (from %s)", key, names, fill.Source)
}

// CheckMessage returns a message that lists the known problems of an entry's work.
func CheckMessage(key string, hints []wire.OnlineHint) string {
	if len(hints) == 0 {
		return fmt.Sprintf("the queried sources list neither a retraction nor a later version of %s", key)
	}
	return key + ": " + Hints(hints)
}

// notNamed returns a message that explains why a named work cannot be cited. A work may exist even
// if no registry lists it.
func notNamed(named string, a wire.OnlineAnswer) string {
	named = "“" + Shorten(text.OneLine(named), longestTitle) + "”"
	switch {
	case len(a.Papers) > 0:
		return named + " cannot be cited, because none of the papers found for it could be confirmed: " + unconfirmed(a)
	case len(a.Failed()) > 0:
		return named + " was not found, but not all sources could be queried: " + steps(a)
	}
	asked := join(a.Steps, ", ", func(step wire.OnlineStep) string { return step.Source })
	return named + " was not found (queried sources: " + asked + "): check the spelling, or add other sources to your " +
		"online.sources setting"
}

// FullText returns the message shown after a full text was stored.
func FullText(p *engine.Paper) string {
	paragraphs := 0
	for _, section := range p.Body {
		paragraphs += len(section.Paragraphs)
	}
	return "the full text of " + display.Byline(p) + " was stored (" + text.Count(len(p.Body), "section") + ", " +
		text.Count(paragraphs, "paragraph") + "); hovers and explanations now use it"
}

// Hints formats hints as sentences.
func Hints(hints []wire.OnlineHint) string {
	return join(hints, " ", Hint)
}

// Hint returns the text of a hint and its DOI.
func Hint(hint wire.OnlineHint) string {
	if hint.DOI == "" {
		return text.OneLine(hint.Text)
	}
	return text.OneLine(strings.TrimSuffix(hint.Text, ".") + ": " + hint.DOI + ".")
}

// IsGrave reports whether one of the hints argues against citing a paper.
func IsGrave(hints []wire.OnlineHint) bool {
	return slices.ContainsFunc(hints, func(h wire.OnlineHint) bool { return slices.Contains(graveHints, h.Kind) })
}

const shownUnconfirmed = 5 // maximum number of unconfirmed papers in a message

// unconfirmed returns a list of the papers that cannot be cited and the reasons, or "".
func unconfirmed(a wire.OnlineAnswer) string {
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

// graveHints lists the kinds of hints that argue against citing a paper.
var graveHints = []string{"retracted", "withdrawn", "concern"}

// OnlineLabel returns the menu label of a confirmed paper, with its hints and sources.
func OnlineLabel(p wire.OnlinePaper) string {
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

// OnlineLabels returns a menu label for each paper. All labels are distinct.
func OnlineLabels(papers []wire.OnlinePaper) (labels []string) {
	for _, p := range papers {
		label := OnlineLabel(p)
		if slices.Contains(labels, label) {
			label += " " + p.ID
		}
		labels = append(labels, label)
	}
	return labels
}

// Growth returns a message that describes a corpus built from a bibliography.
func Growth(r wire.GrowthResult) string {
	message := fmt.Sprintf("the corpus has %s, %d of them new", text.Count(r.Papers, "paper"), r.Added)
	if n := len(r.Missing); n > 0 {
		message += fmt.Sprintf("; %s in your bibliography could not be found (“%s”", text.Count(n, "reference"),
			text.OneLine(r.Missing[0]))
		if n > 1 {
			message += fmt.Sprintf(" and %d more", n-1)
		}
		message += ")"
	}
	return message + "; growth stopped because " + r.Reason
}
