package reference

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// ieee formats a reference according to the IEEE's editorial manual.
func (w Work) ieee() string {
	who := w.ieeeNames()
	if who != "" {
		who += ", "
	}
	switch w.kind {
	case article:
		return who + w.ieeeArticle()
	case inProceedings:
		return who + w.ieeePaper()
	case chapter:
		return who + w.ieeeChapter()
	case thesis, report, manuscript:
		return who + w.ieeeReport()
	case book:
		return who + w.ieeeBook()
	}
	return who + w.ieeeDocument()
}

func (w Work) ieeeNames() string {
	names, role := w.authors, ""
	if len(names) == 0 && len(w.editors) > 0 {
		names, role = w.editors, ", "+plural("Ed", len(w.editors))+"."
	}
	return ieeeList(names, w.others) + role
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
	name := months[w.month-1]
	if len(name) > 3 {
		name = name[:3] + "."
	}
	return joined(" ", name, w.year)
}

func (w Work) ieeePages() string {
	if isRange(w.pages) {
		return "pp. " + w.pages
	}
	return enclosed("p. ", w.pages, "")
}

func (w Work) ieeeVolume() string { return enclosed("vol. ", w.volume, "") }

// available appends the DOI or the URL to a reference. A URL is not followed by a period.
func (w Work) available(text, doiSeparator string) string {
	switch {
	case w.doi != "" && doiSeparator == ",":
		return text + ", doi: " + w.doi + "."
	case w.doi != "":
		return ended(text, ".") + " doi: " + w.doi + "."
	case w.url != "" && doiSeparator == ",":
		return text + ", Available: " + w.url
	case w.url != "":
		return ended(text, ".") + " Available: " + w.url
	}
	return ended(text, ".")
}

func (w Work) ieeeArticle() string {
	source := joined(", ", inItalics(w.container), w.ieeeVolume(), enclosed("no. ", w.number, ""), w.ieeePages(),
		w.ieeeDate())
	return w.available(joined(" ", quoted(w.title, ","), source), ",")
}

func (w Work) ieeePaper() string {
	source := joined(", ", enclosed("in ", inItalics(w.container), ""), w.ieeeDate(), w.ieeeVolume(), w.ieeePages())
	return w.available(joined(" ", quoted(w.title, ","), source), ".")
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

func (w Work) ieeeBook() string {
	title := joined(", ", inItalics(w.title), editionWith(w.edition, "ed."), w.ieeeVolume())
	return w.available(joined(" ", ended(title, "."), joined(", ", w.imprint(), w.ieeeDate(), w.ieeePages())), ".")
}

func (w Work) ieeeDocument() string {
	return w.available(joined(" ", quoted(w.title, "."), joined(", ", w.publisher, w.place, w.ieeeDate())), ".")
}
