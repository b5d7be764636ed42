package reference

import (
	"cmp"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// apa formats a reference according to the Publication Manual of the APA, 7th edition.
func (w Work) apa() string {
	who, title := w.apaNames(), w.apaTitle()
	if who == "" {
		who, title = title, ""
	}
	text := sentences(who, "("+cmp.Or(w.year, "n.d.")+")", title, w.apaSource())
	return joined(" ", text, cmp.Or(resolver(w.doi), w.url))
}

func (w Work) apaNames() string {
	if len(w.authors) > 0 {
		return w.apaList(w.authors)
	}
	if len(w.editors) > 0 {
		return w.apaList(w.editors) + " (" + plural("Ed", len(w.editors)) + ".)"
	}
	return ""
}

// apaList shortens a list of more than twenty names to the first nineteen names and the last one.
func (w Work) apaList(names []bib.Name) string {
	all := each(names, func(_ int, n bib.Name) string { return inverted(n, initials(n.Given)) })
	if len(all) > 20 {
		return joinedAll(all[:19]) + ", … " + all[len(all)-1]
	}
	if w.others {
		return joinedAll(all) + ", et al."
	}
	return listed(all, "&", 2)
}

func joinedAll(names []string) string { return joined(", ", names...) }

// standsAlone reports whether a work is not part of another work.
func (w Work) standsAlone() bool {
	return w.kind != article && w.kind != inProceedings && w.kind != chapter
}

func (w Work) apaTitle() string {
	if !w.standsAlone() {
		return w.title
	}
	title := inItalics(w.title)
	switch {
	case w.kind == thesis && (w.url != "" || w.doi != ""):
		return title + enclosed(" [", joined(", ", w.genre, w.publisher), "]")
	case w.kind == thesis:
		return title + enclosed(" [", w.genre, "]")
	case w.kind == report:
		return title + enclosed(" (", joined(" ", titleCase(w.genre, true), enclosed("No. ", w.number, "")), ")")
	}
	var editors, translators string
	if len(w.authors) > 0 && len(w.editors) > 0 {
		editors = apaStraight(w.editors) + ", " + plural("Ed", len(w.editors)) + "."
	}
	if len(w.translators) > 0 {
		translators = apaStraight(w.translators) + ", Trans."
	}
	where := joined(", ", editionWith(w.edition, "ed."), enclosed("Vol. ", w.volume, ""), labelled(w.pages, fullRange))
	return title + enclosed(" (", joined("; ", editors, translators, where), ")")
}

func apaStraight(names []bib.Name) string {
	return listed(each(names, func(_ int, n bib.Name) string { return straight(n, initials(n.Given)) }), "&", 3)
}

func (w Work) apaSource() string {
	switch {
	case w.kind == article, w.kind == inProceedings && len(w.editors) == 0:
		return w.apaPeriodical()
	case w.kind == inProceedings || w.kind == chapter:
		in := enclosed("In "+enclosed("", apaStraight(w.editors), " ("+plural("Ed", len(w.editors))+".), "),
			inItalics(w.bookInSentenceCase()), "")
		return sentences(
			in+enclosed(" (", joined(", ", enclosed("Vol. ", w.volume, ""), labelled(w.pages, fullRange)), ")"),
			w.publisher,
		)
	case w.kind == thesis && (w.url != "" || w.doi != ""), w.kind == manuscript:
		return ""
	}
	return w.publisher
}

func (w Work) apaPeriodical() string {
	volume, issue := w.volume, w.number
	if volume == "" && w.kind == article {
		volume, issue = issue, ""
	}
	if w.kind == inProceedings {
		issue = ""
	}
	number := enclosed("", inItalics(volume), enclosed("(", issue, ")"))
	return joined(", ", inItalics(titleCase(w.bookInSentenceCase(), w.english)), number, fullRange(w.pages))
}
