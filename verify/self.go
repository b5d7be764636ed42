package verify

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// selfCheck adds findings about mistakes that can be found without a record.
func (e *entry) selfCheck(result *Result, year int) {
	if year > 0 && e.Year > year+1 {
		result.add(YearFuture, "the year %d is in the future", e.Year)
	}
	if written := strings.TrimSpace(e.WrittenDOI); written != "" && paper.DOI(written) == "" {
		result.add(DOIMalformed, "%q is not a DOI: write 10.PREFIX/SUFFIX, or remove the field", written)
	}
	if written := strings.TrimSpace(e.WrittenISBN); isbnLike(written) && e.ISBN == "" {
		result.add(ISBNMalformed, "the check digit of the ISBN %q is wrong: compare it with the book", written)
	}
	if posted, _ := paper.ArXivDate(e.ArXiv); e.Preprint && posted > 0 && e.Year > 0 && e.Year < posted {
		result.add(ArXivDate, "the arXiv identifier %s is from %d, but the entry's year is %d", e.ArXiv, posted, e.Year)
	}
	if names := publishers[prefixOf(e.DOI)]; names != nil && otherPublisher(e.Publisher, names) &&
		!result.Has(DOIOther, DOIDiffers, DOIPrefix) {
		result.add(DOIPublisher, "the DOI's prefix %s does not belong to the publisher %q", prefixOf(e.DOI), e.Publisher)
	}
}

// isbnLike reports whether a field contains a single ISBN, rather than a list of them, for example.
func isbnLike(s string) bool {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9' || c == 'X' || c == 'x':
			n++
		case c != '-' && c != ' ':
			return false
		}
	}
	return n == 10 || n == 13
}

// otherPublisher reports whether a publisher is in the table but is none of those with the given names.
func otherPublisher(written string, names []string) bool {
	name := paper.NormalTitle(written)
	if name == "" || mentions(name, names) {
		return false
	}
	for _, others := range publishers {
		if mentions(name, others) {
			return true
		}
	}
	return false
}

// mentions reports whether the name of a publisher contains a name in the table. A short name must
// equal the whole name, since it may also be part of another word.
func mentions(name string, table []string) bool {
	return slices.ContainsFunc(table, func(known string) bool {
		return name == known || len(known) > 4 && strings.Contains(name, known)
	})
}
