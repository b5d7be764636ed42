package reference

import (
	"cmp"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// chicago formats a reference according to the Chicago Manual of Style, 17th edition, author-date.
func (w Work) chicago() string {
	who, title := w.chicagoNames(), w.chicagoTitle()
	if who == "" {
		who, title = title, ""
	}
	return sentences(append([]string{who, cmp.Or(w.year, "n.d."), title}, w.chicagoSource()...)...)
}

func (w Work) chicagoNames() string {
	names, role := w.creators("ed", ".")
	all := each(names, func(i int, n bib.Name) string {
		if i == 0 {
			return inverted(n, typeset(n.Given))
		}
		return straight(n, typeset(n.Given))
	})
	switch {
	case len(all) > 10:
		return joinedAll(all[:7]) + ", et al."
	case w.others:
		return joinedAll(all) + ", et al."
	}
	return listed(all, "and", 2) + role
}

func (w Work) chicagoTitle() string {
	title := titleCase(w.title, w.english)
	if w.kind == book {
		return inItalics(title)
	}
	return quoted(title, ".")
}

// chicagoSource returns the sentences that follow the title.
func (w Work) chicagoSource() []string {
	where := cmp.Or(resolver(w.doi), w.url)
	switch w.kind {
	case article:
		return []string{w.chicagoPeriodical(), where}
	case inProceedings, chapter:
		return []string{w.chicagoPart(), w.chicagoSeries(), w.imprint(), where}
	case thesis:
		return []string{joined(", ", w.genre, w.imprint()), where}
	case report:
		return []string{joined(" ", w.genre, w.number), w.imprint(), where}
	case manuscript:
		return []string{where}
	}
	var editors string
	if len(w.authors) > 0 {
		editors = enclosed("Edited by ", chicagoStraight(w.editors), "")
	}
	translators := enclosed("Translated by ", chicagoStraight(w.translators), "")
	return []string{editors, translators, editionWith(w.edition, "ed."), enclosed("Vol. ", w.volume, ""),
		w.chicagoSeries(), w.imprint(), where}
}

func (w Work) chicagoSeries() string {
	if w.series == "" {
		return ""
	}
	return joined(" ", titleCase(w.series, w.english), w.number)
}

func chicagoStraight(names []bib.Name) string {
	return listed(each(names, func(_ int, n bib.Name) string { return straight(n, typeset(n.Given)) }), "and", 3)
}

func (w Work) chicagoPart() string {
	pages := joined(":", w.volume, shortRange(w.pages))
	if w.pages == "" {
		pages = enclosed("Vol. ", w.volume, "")
	}
	return joined(", ", enclosed("In ", inItalics(titleCase(w.bookInSentenceCase(), w.english)), ""),
		enclosed("edited by ", chicagoStraight(w.editors), ""), pages)
}

// chicagoPeriodical returns text such as "Journal 27 (3): 379–423". If the issue is unknown, it uses
// the month.
func (w Work) chicagoPeriodical() string {
	journal, month := inItalics(titleCase(w.bookInSentenceCase(), w.english)), ""
	if w.month > 0 {
		month = time.Month(w.month).String()
	}
	pages := shortRange(w.pages)
	switch {
	case w.volume != "":
		return joined(": ", joined(" ", journal, w.volume, enclosed("(", cmp.Or(w.number, month), ")")), pages)
	case w.number != "":
		return joined(": ", joined(" ", journal+", no. "+w.number, enclosed("(", month, ")")), pages)
	}
	return joined(", ", journal, month, pages)
}
