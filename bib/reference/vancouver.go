package reference

import (
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// vancouver formats a reference in the ICMJE style of the National Library of Medicine.
func (w Work) vancouver() string {
	names, role := w.creators("editor", "")
	parts := []string{vancouverNames(names, w.others) + role, w.vancouverTitle()}
	if w.kind == article {
		parts = append(parts, w.vancouverContainer(), w.vancouverIssue())
	} else {
		parts = append(parts, w.vancouverBook()...)
	}
	return joined(" ", sentences(parts...), enclosed("Available from: ", w.url, ""))
}

// vancouverNames shortens a list of more than six names to the first six.
func vancouverNames(names []bib.Name, others bool) string {
	all := each(names, func(_ int, n bib.Name) string {
		if n.Given == "" {
			return typeset(n.Family)
		}
		before, family := particle(n.Family)
		letters := strings.NewReplacer(".", "", "-", "", " ", "").Replace(initials(n.Given))
		return joined(" ", family, letters, before, strings.TrimSuffix(typeset(n.Suffix), "."))
	})
	if len(all) > 6 {
		all, others = all[:6], true
	}
	if others && len(all) > 0 {
		all = append(all, "et al")
	}
	return joinedAll(all)
}

// vancouverOnline marks the title of a work that has a URL.
func (w Work) vancouverOnline(title string) string {
	if title == "" || w.url == "" {
		return title
	}
	return title + " [Internet]"
}

func (w Work) vancouverTitle() string {
	if !w.standsAlone() {
		return w.title
	}
	title := joined(". ", w.vancouverOnline(w.title), editionWith(w.edition, "ed"))
	if w.kind == thesis {
		title += enclosed(" [", w.genre, "]")
	}
	return title
}

// vancouverContainer returns the journal or book without the periods of abbreviations.
func (w Work) vancouverContainer() string {
	title := w.container
	if w.kind == chapter {
		title = w.bookInSentenceCase()
	}
	return w.vancouverOnline(strings.ReplaceAll(title, ".", ""))
}

// vancouverIssue returns text such as "1948 Jul;27(3):379–423".
func (w Work) vancouverIssue() string {
	day := ""
	if w.day > 0 {
		day = strconv.Itoa(w.day)
	}
	date := joined(" ", w.year, w.vancouverMonth(), day)
	return joined(":", joined(";", date, w.volume+enclosed("(", w.number, ")")), minimalRange(w.pages))
}

func (w Work) vancouverMonth() string {
	if w.month == 0 {
		return ""
	}
	return time.Month(w.month).String()[:3]
}

// vancouverBook returns the sentences after the title of a work that is not an article.
func (w Work) vancouverBook() []string {
	var container, volume, series string
	if !w.standsAlone() {
		editors := w.editors
		if len(w.authors) == 0 {
			editors = nil // the editors are already named at the start
		}
		named := enclosed("", vancouverNames(editors, false), ", "+plural("editor", len(editors)))
		container = enclosed("In: ", sentences(named, w.vancouverContainer()), "")
	} else if w.series == "" {
		volume = enclosed("Vol. ", w.volume, "")
	}
	if w.series != "" {
		series = "(" + joined("; ", w.series, enclosed("vol. ", w.volume, "")) + ")"
	}
	date, number := w.year, ""
	if w.kind == report {
		date, number = joined(" ", w.year, w.vancouverMonth()), enclosed("Report No.: ", w.number, "")
	}
	if w.kind == thesis {
		w.place = enclosed("[", w.place, "]")
	}
	return []string{container, volume, joined("; ", w.imprint(), date), enclosed("p. ", minimalRange(w.pages), ""), series,
		number}
}
