package bib

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// fieldsOf returns the non-empty fields for a record, in the file's order.
func (h *habits) fieldsOf(typ string, rec Record) []NewField {
	fields := []NewField{
		{"author", h.text(h.names(rec.Authors))},
		{"title", h.title(rec.Title)},
		{h.venueField(typ), h.text(tex.Encode(rec.Venue, h.accents))},
	}
	fields = append(fields, h.date(rec)...)
	fields = append(fields,
		NewField{"volume", h.number(rec.Volume)},
		NewField{"number", h.number(rec.Issue)},
		NewField{"pages", h.text(tex.Encode(pageRange(rec.Pages), h.accents))},
		NewField{"publisher", h.text(tex.Encode(rec.Publisher, h.accents))},
		NewField{"doi", h.text(verbatimValue(cmp.Or(paper.BareDOI(rec.DOI), rec.DOI)))},
		NewField{"url", h.text(verbatimValue(landingPage(rec)))},
	)
	fields = append(fields, h.eprint(rec.ArXiv)...)
	fields = slices.DeleteFunc(fields, func(f NewField) bool { return f.Value == "" || f.Name == "" })
	return h.sort(fields)
}

// text encloses a TeX value in delimiters unless it is empty.
func (h *habits) text(tex string) string {
	switch {
	case tex == "":
		return ""
	case h.quotes:
		return `"` + strings.ReplaceAll(tex, `"`, `{"}`) + `"`
	}
	return "{" + tex + "}"
}

func (h *habits) number(s string) string {
	if h.bareNumbers && isNumber(s) {
		return s
	}
	return h.text(tex.Encode(s, h.accents))
}

func (h *habits) names(authors []Name) string {
	var list []string
	for _, a := range authors {
		if name := h.name(a); name != "" {
			list = append(list, name)
		}
	}
	return strings.Join(list, " and ")
}

// name formats a name as "Family, Suffix, Given". If the person has no given names, it puts
// braces around a family name that BibTeX would split.
func (h *habits) name(n Name) string {
	if n.Family == "" {
		n.Family, n.Given = n.Given, ""
	}
	name := h.namePart(n.Family, n.Given == "" && n.Suffix == "")
	if n.Suffix != "" {
		name += ", " + h.namePart(n.Suffix, false)
	}
	if n.Given != "" || n.Suffix != "" {
		name += ", " + h.namePart(n.Given, false)
	}
	return strings.TrimSpace(name)
}

func (h *habits) namePart(s string, alone bool) string {
	words := strings.Fields(s)
	tex := tex.Encode(strings.Join(words, " "), h.accents)
	if alone && len(words) > 1 || strings.Contains(s, ",") || slices.ContainsFunc(words, isAnd) {
		return "{" + tex + "}"
	}
	return tex
}

func isAnd(word string) bool { return strings.EqualFold(word, "and") || word == "others" }

// title adds braces around words that a style would wrongly change to lower case. These are words
// with an inner capital and, in sentence-case titles, names. A title in capitals needs no braces.
func (h *habits) title(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if h.doubleTitles && title != "" {
		return h.text("{" + tex.Encode(title, h.accents) + "}")
	}
	if !strings.ContainsFunc(title, unicode.IsLower) {
		return h.text(tex.Encode(title, h.accents))
	}
	var out strings.Builder
	runs := splitRuns(tex.Compose(title))
	names, begins := isSentence(runs), true
	for _, run := range runs {
		tex := tex.Encode(run, h.accents)
		if hasInnerCapital(run) || names && !begins && startsCapital(run) {
			tex = "{" + tex + "}"
		}
		begins = strings.ContainsAny(run, ":.?!") || begins && !isWord(run)
		out.WriteString(tex)
	}
	return h.text(out.String())
}

// isSentence reports whether most of the longer words in a title start with a lower-case letter.
func isSentence(runs []string) bool {
	small, all := 0, 0
	for _, run := range runs {
		if isWord(run) && len(run) > 3 {
			if all++; !startsCapital(run) {
				small++
			}
		}
	}
	return 2*small > all
}

func isWord(run string) bool {
	return strings.ContainsFunc(run, unicode.IsLetter)
}

func startsCapital(run string) bool {
	first, _ := utf8.DecodeRuneInString(run)
	return unicode.IsUpper(first)
}

// splitRuns splits s into words, which consist of letters and digits, and the text between them.
func splitRuns(s string) []string {
	var runs []string
	start, inWord := 0, false
	for i, r := range s {
		if word := unicode.IsLetter(r) || unicode.IsDigit(r); word != inWord {
			runs, start, inWord = append(runs, s[start:i]), i, word
		}
	}
	return append(runs, s[start:])
}

func hasInnerCapital(word string) bool {
	_, size := utf8.DecodeRuneInString(word)
	return strings.ContainsFunc(word[size:], unicode.IsUpper)
}

func (h *habits) date(rec Record) []NewField {
	year, hasMonth := h.number(strconv.Itoa(rec.Year)), rec.Month >= 1 && rec.Month <= 12
	switch {
	case rec.Year == 0:
		return nil
	case h.dates && hasMonth:
		return []NewField{{"date", h.text(fmt.Sprintf("%04d-%02d", rec.Year, rec.Month))}}
	case h.dates:
		return []NewField{{"date", year}}
	case hasMonth: // styles define a macro for each month
		return []NewField{{"year", year}, {"month", strings.ToLower(time.Month(rec.Month).String()[:3])}}
	}
	return []NewField{{"year", year}}
}

func (h *habits) eprint(arxiv string) []NewField {
	id := paper.ArXiv(arxiv)
	switch {
	case id == "":
		return nil
	case h.eprintType:
		return []NewField{{"eprint", h.text(id)}, {"eprinttype", h.text("arxiv")}}
	}
	return []NewField{{"eprint", h.text(id)}, {"archiveprefix", h.text("arXiv")}}
}

// sort orders fields as in the file. A field that does not occur in the file goes after the fields
// that precede it in the default order.
func (h *habits) sort(fields []NewField) []NewField {
	if len(h.rank) == 0 {
		return fields
	}
	ranks := map[string]float64{}
	last := 0.0
	for _, f := range fields {
		if r, known := h.rank[f.Name]; known {
			ranks[f.Name], last = r, max(last, r)
		} else {
			ranks[f.Name] = last
		}
	}
	slices.SortStableFunc(fields, func(a, b NewField) int { return cmp.Compare(ranks[a.Name], ranks[b.Name]) })
	return fields
}

// pageRange formats a page range with TeX's en dash, "--".
func pageRange(pages string) string {
	first, last, found := strings.Cut(strings.Map(plainDash, pages), "-")
	last = strings.TrimLeft(last, "-")
	if !found || strings.ContainsAny(last, "-,") {
		return pages
	}
	return strings.TrimSpace(first) + "--" + strings.TrimSpace(last)
}

func plainDash(r rune) rune {
	if strings.ContainsRune("–—‐‑−", r) {
		return '-'
	}
	return r
}

// landingPage returns a record's URL, or "" if it is not a web address or only repeats the DOI.
func landingPage(rec Record) string {
	scheme, _, _ := strings.Cut(rec.URL, "://")
	isAddress := slices.Contains([]string{"http", "https", "ftp"}, strings.ToLower(scheme))
	if !isAddress || rec.DOI != "" && strings.Contains(rec.URL, "doi.org/10.") {
		return ""
	}
	return rec.URL
}

// verbatimValue percent-encodes the bytes that would end a value or have a special meaning in it.
// It keeps a "%" that already encodes a byte.
func verbatimValue(s string) string {
	var out strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			out.WriteByte(c)
		case c <= ' ' || c == 0x7f || strings.IndexByte("%{}\"\\^$", c) >= 0:
			fmt.Fprintf(&out, "%%%02X", c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
