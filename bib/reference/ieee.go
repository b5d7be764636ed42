package reference

import (
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// ieee formats a reference according to the IEEE's editorial manual.
func (w Work) ieee() string {
	names, role := w.creators("Ed", ".")
	who := enclosed("", ieeeList(names, w.others)+role, ", ")
	switch w.kind {
	case article:
		source := joined(", ", inItalics(w.container), w.ieeeVolume(), enclosed("no. ", w.number, ""), w.ieeePages(),
			w.ieeeDate())
		return who + w.available(joined(" ", quoted(w.title, ","), source), ",")
	case inProceedings:
		source := joined(", ", enclosed("in ", inItalics(w.container), ""), w.ieeeDate(), w.ieeeVolume(), w.ieeePages())
		return who + w.available(joined(" ", quoted(w.title, ","), source), ".")
	case chapter:
		return who + w.ieeeChapter()
	case thesis, report, manuscript:
		return who + w.ieeeReport()
	case book:
		title := ended(joined(", ", inItalics(w.title), editionWith(w.edition, "ed."), w.ieeeVolume()), ".")
		return who + w.available(joined(" ", title, joined(", ", w.imprint(), w.ieeeDate(), w.ieeePages())), ".")
	}
	return who + w.available(joined(" ", quoted(w.title, "."), joined(", ", w.publisher, w.place, w.ieeeDate())), ".")
}

// ieeeList shortens a list of more than six names to the first name.
func ieeeList(names []bib.Name, others bool) string {
	all := each(names, func(_ int, n bib.Name) string { return straight(n, initials(n.Given)) })
	if len(all) > 6 || len(all) > 0 && others {
		return all[0] + " " + inItalics("et al.")
	}
	return listed(all, "and", 3)
}

func (w Work) ieeeDate() string {
	if w.month == 0 {
		return w.year
	}
	name := time.Month(w.month).String()
	if len(name) > 3 {
		name = name[:3] + "."
	}
	return joined(" ", name, w.year)
}

func (w Work) ieeePages() string {
	return labelled(w.pages, func(pages string) string { return pages })
}

func (w Work) ieeeVolume() string { return enclosed("vol. ", w.volume, "") }

// available appends the DOI or the URL to a reference. A URL is not followed by a period.
func (w Work) available(text, doiSeparator string) string {
	sentence := ended(text, ".")
	before := sentence
	if doiSeparator == "," {
		before = text + ","
	}
	switch {
	case w.doi != "":
		return before + " doi: " + w.doi + "."
	case w.url != "":
		return before + " Available: " + w.url
	}
	return sentence
}

func (w Work) ieeeChapter() string {
	editors := enclosed("", ieeeList(w.editors, false), ", "+plural("Ed", len(w.editors))+".")
	in := joined(", ", enclosed("in ", inItalics(w.container), ""), w.ieeeVolume(), editors)
	publication := joined(", ", w.imprint(), w.ieeeDate(), w.ieeePages())
	separator := ", "
	if editors != "" {
		separator = " "
	}
	return w.available(joined(" ", quoted(w.title, ","), joined(separator, in, publication)), ".")
}

// imprint returns "Place: Publisher". If only one of them is known, it returns that.
func (w Work) imprint() string {
	if w.publisher == "" {
		return ""
	}
	return joined(": ", w.place, w.publisher)
}

func (w Work) ieeeReport() string {
	source := []string{w.genre, w.publisher, w.place}
	if w.kind == report {
		source = []string{w.publisher, w.place, joined(" ",
			strings.Replace(w.genre, "Technical report", "technical report", 1), w.number)}
	}
	if w.kind == manuscript {
		source = nil
	}
	return w.available(joined(" ", quoted(w.title, ","), joined(", ", append(source, w.ieeeDate())...)), ".")
}
