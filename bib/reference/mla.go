package reference

import (
	"cmp"
	"slices"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// mla formats a reference according to the MLA Handbook, 9th edition.
func (w Work) mla() string {
	return sentences(w.mlaNames(), w.mlaTitle(), joined(", ", w.mlaElements()...))
}

// mlaNames returns the names at the start of the reference and their role.
func (w Work) mlaNames() string {
	switch {
	case len(w.authors) > 0:
		return mlaList(w.authors, w.others)
	case len(w.editors) > 0:
		return mlaList(w.editors, false) + ", " + plural("editor", len(w.editors))
	case len(w.translators) > 0:
		return mlaList(w.translators, false) + ", " + plural("translator", len(w.translators))
	}
	return ""
}

// mlaList shortens a list of more than two names to the first name.
func mlaList(names []bib.Name, others bool) string {
	first := inverted(names[0], typeset(names[0].Given))
	switch {
	case others || len(names) > 2:
		return first + ", et al."
	case len(names) == 2:
		return first + ", and " + straight(names[1], typeset(names[1].Given))
	}
	return first
}

func (w Work) mlaTitle() string {
	title := titleCase(w.title, w.english)
	if w.container != "" {
		return quoted(title, ".")
	}
	return inItalics(title)
}

// mlaElements returns the elements of the container in the handbook's order.
func (w Work) mlaElements() []string {
	elements := append(w.mlaContributors(), w.mlaEdition(), enclosed("vol. ", w.volume, ""))
	if w.container == "" {
		capitaliseFirst(elements)
	}
	elements = append([]string{inItalics(titleCase(w.bookInSentenceCase(), w.english))}, elements...)
	elements = append(elements, w.mlaNumber()...)
	if w.kind != article {
		elements = append(elements, w.publisher)
	}
	return append(elements, w.mlaDate(), labelled(w.pages, twoDigitRange), cmp.Or(resolver(w.doi), w.url))
}

// capitaliseFirst capitalizes the first non-empty element.
func capitaliseFirst(elements []string) {
	for i, element := range elements {
		if element != "" {
			elements[i] = upperFirst(element)
			return
		}
	}
}

func upperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

func (w Work) mlaEdition() string {
	if w.edition == "" {
		return ""
	}
	return upperFirst(editionWith(w.edition, "ed."))
}

// mlaContributors returns the editors and translators that do not start the reference.
func (w Work) mlaContributors() []string {
	editors, translators := w.editors, w.translators
	switch {
	case len(w.authors) > 0:
	case len(editors) > 0:
		editors = nil
	default:
		translators = nil
	}
	if len(editors) > 0 && slices.Equal(editors, translators) {
		return []string{"edited and translated by " + mlaStraight(editors)}
	}
	return []string{enclosed("edited by ", mlaStraight(editors), ""),
		enclosed("translated by ", mlaStraight(translators), "")}
}

// mlaStraight shortens a list of more than two names to the first one. It puts given names first.
func mlaStraight(names []bib.Name) string {
	all := each(names, func(_ int, n bib.Name) string { return straight(n, typeset(n.Given)) })
	if len(all) > 2 {
		return all[0] + " et al."
	}
	return listed(all, "and", 3)
}

func (w Work) mlaNumber() []string {
	switch w.kind {
	case article:
		return []string{enclosed("no. ", w.number, "")}
	case report:
		return []string{w.genre, w.number}
	}
	return nil
}

// mlaDate returns the year of books and their parts, and the full date of other works. The date of
// an article omits the day.
func (w Work) mlaDate() string {
	if w.month == 0 || slices.Contains([]kind{book, chapter, inProceedings}, w.kind) {
		return w.year
	}
	month, day := mlaMonth(time.Month(w.month).String()), ""
	if w.day > 0 && w.kind != article {
		day = strconv.Itoa(w.day)
	}
	return joined(" ", day, month, w.year)
}

// mlaMonth abbreviates months of more than four letters.
func mlaMonth(name string) string {
	switch {
	case name == "September":
		return "Sept."
	case len(name) > 4:
		return name[:3] + "."
	}
	return name
}
